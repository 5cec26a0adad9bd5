import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { booleanOrText } from '../../src/codec/boolean-or-text.ts'
import { BooleanText, IntegerText, integerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { AccountId, Day, EmailAddress, WebUrl } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { accepts, refuses } from '../support/given/codec.ts'

const test = suite('codecs of text forms')
const all = fc.assert

test('text: a pattern has a readable message', () => {
  refuses(AccountId, 'must be 1 to 64 letters, digits, - or _', '', 'a b', 'a/b', 'é', 'a.b', '..')
  refuses(AccountId, 'must have at most 64 characters', 'a'.repeat(65))
  refuses(text({ pattern: /^x$/ }), 'must match ^x$', 'y')
})

test('integers in paths: at most 18 digits, below 2^53', () => {
  all(
    fc.property(fc.maxSafeNat(), value => {
      assert.equal(IntegerText.decode(String(value)), E.right(value))
      assert.is(IntegerText.encode(value), String(value))
    }),
  )
  const detail = 'must be a whole number of at most 18 digits, below 2^53'
  refuses(IntegerText, detail, '', '-1', '+1', '1.0', '1e3', ' 1', '0x1', '9007199254740993', '1'.repeat(19), 1, '١')
})

test('integers between bounds, both of them included', () => {
  const codec = integerText(1, 200)
  for (const value of [1, 200]) assert.equal(codec.decode(String(value)), E.right(value))
  refuses(
    codec,
    'must be a whole number from 1 to 200',
    '0',
    '201',
    '',
    '-1',
    '1.5',
    '1e2',
    ' 1',
    '0x1',
    1,
    '9007199254740993',
  )
  for (const value of [0, 201, 1.5]) assert.not(codec.is(value), String(value))
})

test('true and false, or the same as text', () => {
  for (const value of [true, false])
    for (const given of [value, String(value)]) assert.equal(booleanOrText.decode(given), E.right(value))
  for (const given of ['TRUE', '', 1, 0, null, 'yes']) assert.not(accepts(booleanOrText, given), String(given))
  for (const value of [true, false]) assert.equal(BooleanText.decode(String(value)), E.right(value))
})

test('words: only the listed ones', () => {
  const codec = oneOf('png', 'jpg')
  all(fc.property(fc.string(), value => assert.is(accepts(codec, value), value === 'png' || value === 'jpg')))
  refuses(codec, 'must be one of png, jpg', 'PNG', '', 'toString', 'constructor', 1, null, ['png'])
  refuses(BooleanText, 'must be true or false', true, 'TRUE', '1', '', 'yes')
})

test('days: only days that exist', () => {
  all(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), date =>
      assert.ok(accepts(Day, date.toISOString().slice(0, 10))),
    ),
  )
  refuses(Day, 'must be a day that exists', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00')
  refuses(Day, 'must be a day, YYYY-MM-DD, without a time', '2026-1-1', '01.02.2026', '', '20260101', '2026-01-0١')
  assert.ok(accepts(Day, '2028-02-29'))
})

test('web addresses: http and https only', () => {
  all(fc.property(fc.webUrl({ withQueryParameters: true }), url => assert.ok(accepts(WebUrl, url), url)))
  const detail = 'must be an http or https URL'
  refuses(
    WebUrl,
    detail,
    'javascript:alert(1)',
    'data:text/html,x',
    '//a.example',
    'a.example',
    '',
    'http://',
    'http://a b/',
  )
  refuses(WebUrl, 'must have at most 2048 characters', `https://a.example/${'a'.repeat(2048)}`)
})

test('mail addresses: nothing that ends a header or adds a second address', () => {
  for (const good of [
    'ann@example.com',
    "o'hara+tag@mail.example.co.uk",
    'zoë@example.com',
    'user@exämple.com',
    'endcap@localhost',
  ])
    assert.ok(accepts(EmailAddress, good), good)
  const detail = 'must be a mail address'
  for (const bad of [
    'ann',
    '@example.com',
    'ann@',
    'ann@ex ample.com',
    'a@b@c.example',
    'ann@-example.com',
    'ann@a\u2028b.example',
  ])
    refuses(EmailAddress, detail, bad)
  for (const bad of ['Ann <ann@example.com>', 'ann@example.com, bob@example.com', 'ann@example.com;b@c.example'])
    refuses(EmailAddress, detail, bad)
  all(
    fc.property(fc.string(), fc.constantFrom(...'\r\n\0<>,;:"()[]\\ \t'), fc.string(), (a, character, b) =>
      assert.not.ok(accepts(EmailAddress, `${a}${character}${b}@example.com`)),
    ),
  )
})

test('open objects: any JSON object up to a size in bytes', () => {
  all(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), value => {
      const size = Buffer.byteLength(JSON.stringify(value))
      assert.ok(accepts(openObject(size), value))
      if (size > 2) refuses(openObject(size - 1), `must be at most ${size - 1} bytes as JSON`, value)
    }),
  )
  refuses(openObject(), 'must be an object', [], null, 'a', 1)
})

test.run()
