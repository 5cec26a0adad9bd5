import { isDeepStrictEqual } from 'node:util'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mostMembers, parsedInPortions } from '../../../src/http/request/json-in-portions.ts'

const test = suite('JSON in portions')

const listed = <A>(count: number, made: (at: number) => A): string =>
  Array.from({ length: count }, (_, i) => made(i)).join(',')
/** Texts that look like the structure around them. */
const rows = listed(1_500, i => JSON.stringify({ sku: `ü${i}😀`, text: '],}[{\\"', parts: [{ n: i }, []] }))
const members = (count: number) => `{${listed(count, i => `"${i}":1`)}}`

const whole = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return 'malformed'
  }
}
const inPortions = async (json: string) => {
  const done = await parsedInPortions(Buffer.from(json))
  return typeof done === 'string' ? done : done.value
}

for (const json of [
  `{"name":"a","data":[${rows}],"x":{"y":[1]}}`,
  `{ "data" : [ ${rows} ] }`,
  `[${rows}]`,
  `{"x":{"data":[${rows}]}}`,
  `{"data":[[${rows}],[${rows}]]}`,
  `{"a":[${rows}],"a":[1]}`,
  `{"a":1,"a":[${rows}],"b":[${rows}]}`,
  `{"data":[${listed(60_000, i => i)}]}`,
  `"${'x'.repeat(100_000)}"`,
  'null',
])
  test(`a large body is read as it was sent: ${json.slice(0, 24)}`, async () => {
    assert.ok(isDeepStrictEqual(await inPortions(json), whole(json)))
  })

for (const json of [
  `{"data":[${rows},]}`,
  `{"data":[,${rows}]}`,
  `{"data":[${rows},,${rows}]}`,
  `{"data":[${rows} ${rows}]}`,
  `{"data":[${rows}}`,
  `{"data":[${rows}]`,
  `{"data":[${rows}]]}`,
  `{"data":[${rows}],}`,
  `{"data":[${rows}]}x`,
  `{"data":[${rows}] "x":1}`,
  `{[${rows}]:1}`,
  `{:[${rows}]}`,
  `{"data":[${rows.replace('{"n":0}', '{"n":0]')}]}`,
  '',
])
  test(`a large body that is no JSON is refused: ${json.slice(0, 12)}…${json.slice(-8)}`, async () => {
    assert.equal([await inPortions(json), whole(json)], ['malformed', 'malformed'])
  })

test('what a large body must not have is named with its place', async () => {
  const done = await parsedInPortions(
    Buffer.from(`{"x":1,"a/b":[${rows},{"__proto__":1,"n":[1e999]},9007199254740993]}`),
  )
  assert.equal(typeof done !== 'string' && done.faults.map(({ pointer }) => pointer), [
    '/a~1b/1500/__proto__',
    '/a~1b/1500/n/0',
    '/a~1b/1501',
  ])
  const proto = await parsedInPortions(Buffer.from(`{"__proto__":[${rows}]}`))
  assert.equal(typeof proto !== 'string' && proto.faults.map(({ pointer }) => pointer), ['/__proto__'])
})

test('a large body cannot stop the node for seconds by names that are all different', async () => {
  for (const json of [
    `{"data":[{"a":1},${members(mostMembers + 1)}]}`,
    `{"data":[[${members(mostMembers / 2)},${members(mostMembers / 2)},{"a":1}]]}`,
    members(mostMembers + 1),
    `{"data":[],"x":${members(mostMembers)}}`,
  ])
    assert.is(await inPortions(json), 'too many members')
  for (const json of [`{"data":[${members(mostMembers)},${members(mostMembers)}]}`, members(mostMembers)])
    assert.ok(isDeepStrictEqual(await inPortions(json), whole(json)))
})

test('other requests have their turns while a large body is read', async () => {
  const json = Buffer.from(`{"data":[${listed(100, () => rows)}]}`)
  let turns = 0
  let isRead = false
  const count = () => {
    turns++
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  await parsedInPortions(json)
  isRead = true
  assert.ok(turns > json.length / 100_000, `${turns} turns in ${json.length} bytes`)
})

test.run()
