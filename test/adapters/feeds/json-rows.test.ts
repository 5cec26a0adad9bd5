import * as fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonRows } from '../../../src/adapters/feeds/json-rows.ts'

/** The rows of a text that arrives in parts of these lengths, again and again. */
const rowsOf = async (text: string, lengths: readonly number[], within: readonly string[] | undefined) => {
  async function* parts() {
    for (let at = 0, n = 0; at < text.length; n++) {
      const length = lengths[n % lengths.length] ?? 1
      yield text.slice(at, at + length)
      at += length
    }
  }
  const rows: unknown[] = []
  const place = { within: within ?? [], object: within ? 'members' : 'itself' } as const
  for await (const part of jsonRows(parts(), place)) for (const { values } of part) rows.push(values)
  return rows
}
/** Texts full of what a finder of strings could take for their end. */
const nasty = ['"', '{', '}', '[', ']', ',', ':', 'a', '\n', '\u2028']
const Nasty = fc.string({ unit: fc.constantFrom('\\', ...nasty) })
// without backslashes: after {"\\": 1}, JSON.parse of Node 24.21 reads {"\"": 1} as {"\\": 1}
const Name = fc.string({ unit: fc.constantFrom(...nasty) })
const Row = fc.dictionary(Name, fc.oneof(Nasty, fc.integer(), fc.array(Nasty), fc.dictionary(Name, Nasty)))
const Lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

test('rows are those that JSON.parse finds, wherever the parts of the text end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Row), Lengths, fc.boolean(), async (rows, lengths, isIndented) => {
      const json = JSON.stringify({ '"a\\': [1], data: { items: rows } }, undefined, isIndented ? 1 : undefined)
      assert.equal(JSON.stringify(await rowsOf(json, lengths, ['data', 'items'])), JSON.stringify(rows))
    }),
  )
})

test('a number keeps its text, also one object after the other', async () => {
  const numbers = '12345678901234567890,19.90,20.00,1e3,-0,0.50,0.0000001,12.345678901234567890,-1.5E+2,7'
  const rows = [`{"id":12345678901234567890,"n":[${numbers}]}`, '{"id":7,"n":"9007199254740993, 1.50"}']
  assert.is(JSON.stringify(await rowsOf(`[${rows}]`, [5], [])), `[${rows}]`)
  assert.is(JSON.stringify(await rowsOf(rows.join('\n'), [7], undefined)), `[${rows}]`)
})

test('an object at the place is a row, or has rows as its members, by its first member', async () => {
  const read = async (text: string, lengths: readonly number[]) => {
    async function* parts() {
      for (let at = 0, n = 0; at < text.length; at += lengths[n++ % lengths.length]!)
        yield text.slice(at, at + lengths[n % lengths.length]!)
    }
    const rows: string[] = []
    for await (const part of jsonRows(parts(), { within: ['p'], object: 'either' }))
      for (const { key, values } of part) rows.push(`${key ?? ''} ${JSON.stringify(values)}`)
    return rows
  }
  for (const lengths of [[1], [3], [1_000]]) {
    assert.equal(await read('{"a":{},"p":{"id":"x","n":{"y":1}}}', lengths), [' {"id":"x","n":{"y":1}}'])
    assert.equal(await read('{"p":{"x" : {"n":1}, "y":{"n":2},"z":3}}', lengths), ['x {"n":1}', 'y {"n":2}'])
    assert.equal(await read('{"p":{}}', lengths), [])
    assert.equal(await read('{"p":[{"id":1},{"id":2}]}', lengths), [' {"id":1}', ' {"id":2}'])
  }
})

test.run()
