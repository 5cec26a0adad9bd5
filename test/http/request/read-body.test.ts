import * as fc from 'fast-check'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../../src/codec/fields.ts'
import { listOf, openObject } from '../../../src/codec/json.ts'
import { orNone } from '../../../src/codec/or-none.ts'
import { orNull } from '../../../src/codec/or-null.ts'
import { isDeeperThan } from '../../../src/http/request/json.ts'
import { faultsOfJson } from '../../../src/http/request/json-faults.ts'
import { unknownFields } from '../../../src/http/request/unknown-fields.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('request bodies')
let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(thingRows)
})
test.after(() => app.stop())

const things = '/v2/accounts/acme/things'
const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
  app.send('POST', things, { body, headers })

test('JSON nested ten thousand levels deep is refused before it is parsed', async () => {
  const { status, json } = await post(`{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
  assert.is(status, 400)
  assert.is(json.code, 'json-too-deep')
})

test('64 levels are accepted, 65 are refused', async () => {
  const nested = (levels: number) => `${'{"name":"n","x":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
  assert.is((await post(nested(64))).status, 200)
  assert.is((await post(nested(65))).json.code, 'json-too-deep')
})

test('brackets in strings do not count as levels', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
      const depthOf = (v: unknown): number =>
        typeof v === 'object' && v !== null ? 1 + Math.max(0, ...Object.values(v).map(depthOf)) : 0
      const json = Buffer.from(JSON.stringify(value))
      const depth = depthOf(value)
      return !isDeeperThan(json, depth) && (depth === 0 || isDeeperThan(json, depth - 1))
    }),
  )
})

test('a body over the limit is 413, with or without Content-Length', async () => {
  const big = JSON.stringify({ name: 'x'.repeat(1_048_577) })
  const withLength = await post(big)
  assert.is(withLength.status, 413)
  assert.equal([withLength.json.code, withLength.json.detail], ['too-large', 'The body is larger than 1 MiB.'])
  const withoutLength = await fetch(`http://127.0.0.1:${app.port}${things}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', svc_apikey: acmeKey },
    body: new Blob([big]).stream(),
    duplex: 'half',
  } as RequestInit)
  assert.is(withoutLength.status, 413)
})

test('a body that is not JSON in UTF-8 is refused', async () => {
  for (const body of ['{', 'nul', '{"name":"a"}x', Buffer.from([0x22, 0xff, 0x22])]) {
    const { status, json } = await post(body)
    assert.is(status, 400, String(body))
    assert.is(json.code, 'malformed-json', String(body))
  }
})

test('another content type or a content encoding is 415', async () => {
  for (const headers of [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-encoding': 'gzip' },
  ] as Record<string, string>[])
    assert.is((await post('{"name":"a"}', headers)).status, 415)
  assert.is((await post('{"name":"a"}', { 'content-type': 'application/merge-patch+json; charset=UTF-8' })).status, 200)
})

test('a body may be absent only if all its fields are optional', async () => {
  const optional = await app.send('POST', `${things}/7/start`)
  assert.is(optional.json.note, 'none')
  const required = await app.send('POST', things)
  assert.equal(required.json.errors, [{ pointer: '/name', code: 'required', detail: 'is required' }])
})

test('a body that is not an object is refused', async () => {
  for (const body of ['null', '[]', '1', '"x"']) assert.is((await post(body)).status, 400, body)
})

const faultsOf = async (body: string) => {
  const { status, json } = await post(body)
  assert.equal([status, json.code], [400, 'invalid-request'], body)
  return json.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])
}

test('__proto__ is refused however it is escaped, with its place', async () => {
  for (const key of ['__proto__', '\\u005f_proto__', '_\\u005Fproto__', '__\\u0070roto__', '__proto\\u005f\\u005F'])
    assert.equal(await faultsOf(`{"name":"a","a":[{"${key}":{"polluted":1}}]}`), [['/a/0/__proto__', 'forbidden-name']])
  assert.is(({} as { polluted?: number }).polluted, undefined)
})

test('a number that JSON cannot carry back is refused with its place', async () => {
  for (const number of ['1e999', '-1e999', '1E+400', '9'.repeat(400), `1${'0'.repeat(310)}.5`])
    assert.equal(await faultsOf(`{"name":"a","numbers":[1,{"a/b":${number}}]}`), [['/numbers/1/a~1b', 'out-of-range']])
  for (const number of ['1.7976931348623157e308', '1e-999', '-0', '0.1'])
    assert.is((await post(`{"name":"a","n":${number}}`)).status, 200, number)
})

test('a whole number that would be read as another one is refused with its place', async () => {
  for (const number of ['9007199254740993', '-9007199254740993', '12345678901234567890'])
    assert.equal(await faultsOf(`{"name":"a","n":[1,{"a/b":${number}}]}`), [['/n/1/a~1b', 'out-of-range']])
  for (const number of ['9007199254740991', '-9007199254740992', '"12345678901234567890"', '1.0'])
    assert.is((await post(`{"name":"a","n":${number}}`)).status, 200, number)
  assert.is((await faultsOf(`{"name":"a","x":[${Array(500).fill('9007199254740993')}]}`)).length, 100)
})

test('half of a surrogate pair is refused with its place, in values and in names', async () => {
  assert.equal(await faultsOf('{"name":"a","x":["\\ud800","\\uDC00x","\\ud83d\\ude00"]}'), [
    ['/x/0', 'not-well-formed'],
    ['/x/1', 'not-well-formed'],
  ])
  assert.equal(await faultsOf('{"name":"a","\\ud800":1}'), [['/\ufffd', 'not-well-formed']])
  assert.equal(await faultsOf('"\\ud800"'), [['', 'not-well-formed']])
})

test('one response has at most 100 faults of a body', async () => {
  assert.is((await faultsOf(`{"name":"a","x":[${Array(500).fill('1e999')}]}`)).length, 100)
})

test('JSON that can be written back unchanged has no faults', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), value => {
      const text = JSON.stringify(value)
      return text.includes('__proto__') || faultsOfJson(JSON.parse(text), text).length === 0
    }),
  )
})

test('duplicate members and a constructor are harmless', async () => {
  assert.is((await post('{"name":"one","name":"two","constructor":{"prototype":{}}}')).json.name, 'two')
  assert.is(({} as { polluted?: number }).polluted, undefined)
})

test('fields that a body does not have are named, with the field that was probably meant', async () => {
  const find = unknownFields(
    fields(
      { name: t.string },
      {
        startDate: t.string,
        open: openObject(),
        places: listOf(fields({}, { siteId: t.number })),
        by: t.record(t.string, t.string),
      },
    ),
  )
  assert.equal(find({ name: 'a', startDate: 'b', open: { any: 1 }, by: { any: 'x' }, places: [{ siteId: 1 }] }), [])
  assert.equal(find({ startdate: 'b', 'a/b': 1, places: [{}, { siteid: 1 }] }), [
    { pointer: '/startdate', meant: '/startDate' },
    { pointer: '/a~1b' },
    { pointer: '/places/1/siteid', meant: '/places/1/siteId' },
  ])
  assert.equal([find(null), find('text'), find([]), find({ places: 'text' })], [[], [], [], []])
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${at}`.repeat(100), at]))
  assert.is(find(many).length, 10)
  assert.ok(find(many).every(({ pointer }) => pointer.length <= 65))
})

test('a header names the ignored fields of a body, whatever they are called', async () => {
  const headerOf = async (body: object) => (await post(JSON.stringify(body))).headers['endcap-unknown-fields']
  assert.is(await headerOf({ name: 'n' }), undefined)
  assert.is(await headerOf({ name: 'n', Nam: 1 }), '"/Nam";meant="/name"')
  assert.is(await headerOf({ name: 'n', 'é"\\\n': 1 }), '"/%C3%A9\\"\\\\%0A"')
})

test('unknown members of an object that may be null are named', () => {
  const inner = fields({}, { brand: t.string })
  const find = unknownFields(
    fields({}, { cleared: orNull(inner), absent: orNone(inner), either: t.union([inner, t.string]) }),
  )
  const sent = { bran: 'x' }
  assert.equal(
    find({ cleared: sent, absent: sent, either: sent }),
    ['/cleared', '/absent'].map(at => ({ pointer: `${at}/bran`, meant: `${at}/brand` })),
  )
  assert.equal(find({ cleared: null, absent: null }), [])
})

test.run()
