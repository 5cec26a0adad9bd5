import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../src/codec/fields.ts'
import { BooleanText, IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { listOf, openObject } from '../../src/codec/json.ts'
import { mustDecode } from '../../src/codec/must-decode.ts'
import { AccountId, Day, EmailAddress, Name, WebUrl } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { faultsOf } from '../../src/http/request/faults.ts'
import { accepts, refuses, reported } from '../support/given/codec.ts'

const test = suite('codecs')
const all = fc.assert
const anything = fc.oneof(fc.jsonValue(), fc.anything({ withNullPrototype: true, withDate: true }))

test('no codec throws on any input', () => {
  const codecs = [
    ...[text(), text({ multiline: true, pattern: /^a/ }), integer(0, 9), oneOf('a', 'b'), listOf(t.string, 3, 1)],
    ...[IntegerText, BooleanText, AccountId, Name, EmailAddress, Day, WebUrl, fields({ a: t.string }), openObject(20)],
  ]
  all(
    fc.property(fc.oneof(anything, fc.string(), fc.double()), value => {
      for (const codec of codecs)
        faultsOf(E.isLeft(codec.decode(value)) ? (codec.decode(value) as E.Left<t.Errors>).left : [], '')
    }),
  )
})

test('text: length in code points, as JSON Schema counts, within bounds', () => {
  const codec = text({ min: 2, max: 5 })
  all(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), value => {
      fc.pre(!/[\u0000-\u001f\u007f]/.test(value))
      const { length } = [...value]
      assert.is(accepts(codec, value), length >= 2 && length <= 5)
    }),
  )
  refuses(codec, 'must have at least 2 characters', '', 'a', '🌷')
  refuses(codec, 'must have at most 5 characters', 'abcdef', '🌷'.repeat(6))
  assert.ok(accepts(Name, '🌷'.repeat(255)))
  refuses(Name, 'must not be empty', '')
  refuses(Name, 'must be a string', 1, null, true, {}, ['a'], new String('a'))
})

test('text: control characters are accepted only in multi-line text, and NUL never', () => {
  const control = fc.integer({ min: 0, max: 0x1f }).map(code => String.fromCharCode(code))
  all(
    fc.property(fc.string(), control, fc.string(), (before, character, after) => {
      assert.not.ok(accepts(text(), before + character + after))
      assert.is(accepts(text({ multiline: true }), `a${character}b`), character !== '\0')
    }),
  )
  refuses(text(), 'must not contain control characters', 'a\u007fb', 'a\r\nBcc: b')
})

test('text: half of a surrogate pair is refused, because URLs cannot contain it', () => {
  for (const codec of [text(), text({ multiline: true })])
    refuses(codec, 'must be well-formed Unicode', '\ud800', 'a\udc00b', '\udc00\ud800')
  all(
    fc.property(fc.string({ unit: 'binary' }), value => {
      if (accepts(text({ multiline: true }), value)) assert.type(encodeURIComponent(value), 'string')
    }),
  )
})

test('integer: only safe whole numbers within bounds', () => {
  all(
    fc.property(fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger()), value =>
      assert.is(accepts(integer(-5, 100), value), Number.isSafeInteger(value) && value >= -5 && value <= 100),
    ),
  )
  refuses(integer(), 'must be a whole number', '1', 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, null)
  refuses(integer(1, 9), 'must be between 1 and 9', 0, 10)
})

test('lists: within bounds, and an invalid item is reported with its place', () => {
  const codec = listOf(fields({ name: Name }), 3, 1)
  all(
    fc.property(fc.array(fc.constant({ name: 'a' }), { maxLength: 6 }), value =>
      assert.is(accepts(codec, value), value.length >= 1 && value.length <= 3),
    ),
  )
  refuses(codec, 'must be an array', {}, 'a', null, { length: 1 })
  refuses(codec, 'must have at least 1 item', [])
  refuses(codec, 'must have at most 3 items', [1, 2, 3, 4])
  assert.equal(reported(codec, [{ name: 'a' }, { name: '' }, {}]), ['/1/name must not be empty', '/2/name is required'])
})

test('objects: unknown fields are dropped both ways, and a missing required one is named', () => {
  const codec = fields({ a: integer() }, { b: text() })
  all(
    fc.property(fc.dictionary(fc.string(), anything), extra => {
      const decoded = codec.decode({ ...extra, a: 1, b: 'x' })
      assert.equal(decoded, E.right({ a: 1, b: 'x' }))
      assert.equal(codec.encode({ ...extra, a: 1, b: 'x' } as t.TypeOf<typeof codec>), { a: 1, b: 'x' })
    }),
  )
  assert.equal(reported(codec, {}), ['/a is required'])
  assert.equal(reported(codec, { a: 1, b: null }), ['/b must be a string'])
  assert.equal(reported(codec, { a: '1', b: 2 }), ['/a must be a whole number', '/b must be a string'])
})

test('invalid stored data is an error with the codec and the place, without the value', () => {
  const codec = fields({ owner: fields({ email: Name }) })
  assert.equal(mustDecode(codec, { owner: { email: 'a' } }), { owner: { email: 'a' } })
  assert.throws(
    () => mustDecode(codec, { owner: { email: 7_777 } }),
    (error: Error) =>
      /^stored data is not a .*\/owner\/.*email must be a string/.test(error.message) && !/7777/.test(error.message),
  )
})

test.run()
