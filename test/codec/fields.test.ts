import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { text } from '../../src/codec/text.ts'
import { faultsOf } from '../../src/http/request/faults.ts'

const test = suite('fields')

/** A number that may be sent as text, and that is 1 if it is absent. */
const Count = new t.Type<number, number>(
  'count',
  t.number.is,
  (u, context) => (u === undefined ? t.success(1) : u === 'two' ? t.success(2) : t.number.validate(u, context)),
  t.identity,
)

type Fields = (required: t.Props, optional: t.Props) => t.Mixed
const byIoTs: Fields = (required, optional) => t.exact(t.intersection([t.type(required), t.partial(optional)]))

/** The same codec, with objects by each of both. */
const codecBy = (of: Fields) => {
  const inner = of({ name: text({ max: 3 }), maybe: t.union([t.string, t.undefined]) }, { count: Count })
  return of({ inner, list: listOf(inner, 3) }, { count: Count, either: t.union([inner, t.string]) })
}
const ours = codecBy(fields)
const theirs = codecBy(byIoTs)

/** Everything that can be seen of a result: members in their order, with those that are undefined, and the faults. */
const seen = (codec: t.Mixed, value: unknown): string => {
  const decoded = codec.decode(value)
  return JSON.stringify(E.isRight(decoded) ? { right: decoded.right } : faultsOf(decoded.left, ''), (_, member) =>
    member === undefined ? 'nothing' : member,
  )
}

const leaf = fc.constantFrom<unknown>('a', 'long', 1, 'two', null, undefined, 'two', 'a')
const innerValue = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ name: leaf, maybe: leaf, count: leaf, other: leaf }, { requiredKeys: ['name'] }),
  },
  { weight: 1, arbitrary: leaf },
)
const value = fc.record(
  { other: leaf, either: fc.oneof(innerValue, leaf), list: fc.array(innerValue, { maxLength: 4 }), inner: innerValue },
  { requiredKeys: ['inner', 'list'] },
)

test('objects are decoded as io-ts decodes them, with the same members in the same order, and the same faults', () => {
  let valid = 0
  fc.assert(
    fc.property(value, sent => {
      if (E.isRight(ours.decode(sent))) valid++
      assert.is(seen(ours, sent), seen(theirs, sent))
    }),
    { numRuns: 2_000 },
  )
  assert.ok(valid > 20, `only ${valid} of the values were valid`)
})

test('what is no plain object is what io-ts makes of it', () => {
  class Named {
    readonly name = 'a'
  }
  const query = Object.assign(Object.create(null), { name: 'a', other: 'b' })
  const own = fields({ name: text() })
  const his = byIoTs({ name: text() }, {})
  const texts = JSON.parse('{"name":"a","__proto__":{"name":"b"}}')
  for (const sent of [undefined, null, 'name', ['name'], new Date(0), new Named(), query, {}, texts])
    assert.is(seen(own, sent), seen(his, sent))
})

test('an object without others is the one that was sent', () => {
  const sent = { name: 'a' }
  const decoded = fields({ name: text() }).decode(sent)
  assert.ok(E.isRight(decoded) && decoded.right === sent)
})

test('objects in objects that are not valid are looked at a bounded number of times', () => {
  let looks = 0
  const look: t.Validate<unknown, string> = (u, context) => {
    looks++
    return t.failure(u, context)
  }
  const counted = new t.Type<string>('never', t.string.is, look, t.identity)
  const depth = 20
  let codec: t.Mixed = counted
  let sent: unknown = 'a'
  for (let level = 0; level < depth; level++) {
    codec = fields({ inner: codec })
    sent = { inner: sent }
  }
  assert.ok(E.isLeft(codec.decode(sent)))
  assert.ok(looks <= depth + 1, `${looks} looks`)
})

test.run()
