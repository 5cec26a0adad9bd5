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
  for await (const part of jsonRows(parts(), { within })) rows.push(...part)
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

test('a whole number that JavaScript would change keeps its digits, also one object after the other', async () => {
  const rows = ['{"id":12345678901234567890,"n":[1,9007199254740993]}', '{"id":7,"n":"9007199254740993"}']
  const wanted = [
    { id: '12345678901234567890', n: [1, '9007199254740993'] },
    { id: 7, n: '9007199254740993' },
  ]
  assert.equal(await rowsOf(`[${rows}]`, [5], []), wanted)
  assert.equal(await rowsOf(rows.join('\n'), [7], undefined), wanted)
})

test.run()
