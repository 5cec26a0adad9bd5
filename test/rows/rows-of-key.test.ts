import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { rowFileOf } from '../../src/engine/rows/row-file-of.ts'
import { openRows } from '../../src/rows/row-file.ts'
import { rowsOfKey } from '../../src/rows/rows-of-key.ts'
import { memoryBlobs } from '../support/memory/fakes.ts'

const test = suite('rows of a key')
const columns = ['key', 'place']
type Pair = readonly [key: string, place: string]

const stored = async (rows: readonly Pair[], isSorted = true) => {
  const blobs = memoryBlobs()
  const written = { rows: 0, digest: '' }
  const parts = await Array.fromAsync(rowFileOf(columns, rows, written, { isSorted }))
  const { sha256: blob, size: bytes } = await blobs.put(Buffer.concat(parts))
  let reads = 0
  const counted = {
    open: (sha256: string, range?: { readonly start: number; readonly end: number }) => {
      reads++
      return blobs.open(sha256, range)
    },
  }
  const file = await openRows(counted, { blob, bytes, ...written, columns })
  return {
    file,
    readsOf: async (key: string) => {
      reads = 0
      await rowsOfKey(file, key)
      return reads
    },
  }
}
const sorted = (rows: readonly Pair[]): readonly Pair[] => rows.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

test('are found whatever the keys are, as long as the file is sorted', () => {
  // keys that begin with the same 128 characters can be told apart only by reading
  const key = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.nat(400).map(n => `${'long '.repeat(30)}${n}`),
  )
  const rows = fc.array(fc.tuple(key, fc.nat(9).map(String)), { maxLength: 900, size: 'max' }).map(sorted)
  return fc.assert(
    fc.asyncProperty(rows, key, fc.nat(899), async (all, other, at) => {
      const { file } = await stored(all)
      for (const wanted of [other, all[at]?.[0] ?? ''])
        assert.equal(
          await rowsOfKey(file, wanted),
          all.filter(([own]) => own === wanted),
        )
    }),
    { numRuns: 60 },
  )
})

test('are read from one or two frames of a hundred thousand rows', async () => {
  const rows = sorted(Array.from({ length: 100_000 }, (_, n): Pair => [`sku-${Math.floor(n / 10)}`, String(n % 10)]))
  const { file, readsOf } = await stored(rows)
  for (const key of ['sku-0', 'sku-4711', 'sku-9999', 'sku-47110', '', 'zzz']) assert.ok((await readsOf(key)) <= 2, key)
  assert.is((await rowsOfKey(file, 'sku-4711')).length, 10)
  const unmarked = await stored(rows, false)
  assert.equal(await rowsOfKey(unmarked.file, 'sku-4711'), await rowsOfKey(file, 'sku-4711'))
})

test('that are very long together are cut after the first ones', async () => {
  const long = 'x'.repeat(65_536)
  const { file } = await stored(Array.from({ length: 100 }, (): Pair => ['a', long]))
  const found = await rowsOfKey(file, 'a')
  assert.ok(found.length > 50 && found.length < 70, `${found.length} rows`)
})

test.run()
