import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRowIndexes, type RowIndexesOptions } from '../../../src/adapters/row-indexes/open-row-indexes.ts'
import { folded } from '../../../src/domain/asset-sources/folded.ts'
import { IndexNotReady, type ValueSearch } from '../../../src/ports/row-indexes.ts'
import { writeRows } from '../../../src/rows/write-rows.ts'
import { memoryBlobs } from '../../support/memory/blobs.ts'

type Row = readonly [sku: string, title: string, brand: string]
const columns = ['sku', 'title', 'brand']
const everything = { terms: [], limit: 500, offset: 0 }

const test = suite('indexes of rows')
let folder: string
const closing: (() => Promise<void>)[] = []
test.before.each(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endcap-indexes-'))
})
test.after.each(async () => {
  for (const close of closing.splice(0)) await close()
  await rm(folder, { recursive: true })
})

const opened = async (over: Partial<RowIndexesOptions> = {}) => {
  const blobs = memoryBlobs(() => new Date())
  let reads = 0
  const open: typeof blobs.open = (...args) => {
    reads++
    return blobs.open(...args)
  }
  const own = { folder: join(folder, 'indexes'), temporary: folder }
  const indexes = await openRowIndexes({ blobs: { open }, ...own, patienceMs: 60_000, ...over })
  closing.push(indexes.close)
  return { blobs, indexes, reads: () => reads }
}

const failureOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => undefined,
    error => error,
  )

/** What a reader of all rows would find. */
const bruteForce = (rows: readonly Row[], { terms, brands, limit, offset }: ValueSearch) => {
  const wanted = terms.map(folded).filter(term => term !== '')
  const isOfBrand = (brand: string) => brands === undefined || brands.map(folded).includes(folded(brand))
  const spellings = new Map<string, Map<string, number>>()
  for (const [, title] of rows) {
    const own = spellings.get(folded(title)) ?? new Map<string, number>()
    spellings.set(folded(title), own.set(title, (own.get(title) ?? 0) + 1))
  }
  const keys = new Set(rows.filter(([, , brand]) => isOfBrand(brand)).map(([, title]) => folded(title)))
  return [...keys]
    .filter(key => key !== '' && (wanted.length === 0 || wanted.some(term => key.includes(term))))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .slice(offset, offset + limit)
    .map(key => {
      const own = [...(spellings.get(key) ?? [])]
      const most = Math.max(...own.map(([, times]) => times))
      return { spellings: own.filter(([, times]) => times === most).map(([spelling]) => spelling), key }
    })
}

test('a search finds what a reader of all rows finds (CREATIVE-17)', async () => {
  const { blobs, indexes } = await opened()
  const part = fc.constantFrom('a', 'A', 'á', 'bc', 'BC', 'def', ' ', 'ß', '"', '%', '語', "o'", '-', '😀', 'pot')
  const phrase = fc.array(part, { maxLength: 5 }).map(parts => parts.join(''))
  const row = fc.tuple(fc.constantFrom('1', '2', '3'), phrase, fc.constantFrom('X', 'x', 'Ý', ''))
  const search = fc.record({
    terms: fc.array(phrase, { maxLength: 3 }),
    brands: fc.option(fc.array(fc.constantFrom('x', 'y', 'Z'), { minLength: 1, maxLength: 2 }), { nil: undefined }),
    limit: fc.integer({ min: 1, max: 5 }),
    offset: fc.integer({ min: 0, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), search, async (rows, asked) => {
      const set = await writeRows(blobs, columns, rows)
      const found = await indexes.values('acme', set, { column: 'title', brandColumn: 'brand' }, asked)
      const expected = bruteForce(rows, asked)
      assert.equal(
        found.map(({ value }) => folded(value)),
        expected.map(({ key }) => key),
      )
      for (const [i, { value, number }] of found.entries()) {
        assert.ok(expected[i]?.spellings.includes(value), value)
        assert.is(folded(rows[number]?.[1] ?? ''), folded(value), 'the row has the value')
      }
    }),
    { numRuns: 60 },
  )
})

test('rows are found by key, the first of each, with a hash of their cells', async () => {
  const { blobs, indexes } = await opened()
  const rows: Row[] = [
    ['p1', 'Pot', 'X'],
    ['p2', 'Bowl', 'X'],
    ['p1', 'Pot, green', 'X'],
    ['', 'Nothing', 'X'],
  ]
  const set = await writeRows(blobs, columns, rows)
  const found = await indexes.rowsOf('acme', set, 'sku', ['p2', 'p1', 'p9', ''])
  assert.equal(
    [...found].map(([key, { number }]) => [key, number]),
    [
      ['p2', 1],
      ['p1', 0],
    ],
  )
  const moved = await writeRows(blobs, columns, [rows[1]!, ['p1', 'Pot', 'Y']])
  const after = await indexes.rowsOf('acme', moved, 'sku', ['p1', 'p2'])
  assert.is(after.get('p2')?.hash, found.get('p2')?.hash, 'the same row elsewhere')
  assert.is.not(after.get('p1')?.hash, found.get('p1')?.hash)
})

test('an index is built once, however many ask, and kept for the next start', async () => {
  const { blobs, indexes, reads } = await opened()
  const set = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  const ask = () => indexes.rowsOf('acme', set, 'sku', ['p1'])
  await Promise.all([ask(), ask(), ask()])
  assert.is(reads(), 1)
  const again = await opened({ blobs: { open: async () => Promise.reject(new Error('the rows are read again')) } })
  assert.is((await again.indexes.rowsOf('acme', set, 'sku', ['p1'])).size, 1)
})

test('a column that the rows lack has no values and no rows', async () => {
  const { blobs, indexes, reads } = await opened()
  const set = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  assert.equal(await indexes.values('acme', set, { column: 'colour' }, everything), [])
  assert.equal(await indexes.values('acme', set, { column: 'title' }, { ...everything, brands: ['X'] }), [])
  assert.is((await indexes.rowsOf('acme', set, 'colour', ['p1'])).size, 0)
  assert.is(reads(), 0)
})

test('a look-up that cannot wait says so, and a later one finds the index', async () => {
  const { blobs, indexes } = await opened({ patienceMs: 0 })
  const set = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  const ask = () => indexes.values('acme', set, { column: 'title' }, everything)
  for (let ready = false; !ready; )
    ready = await ask().then(
      values => values.length === 1,
      error => {
        assert.instance(error, IndexNotReady)
        return false
      },
    )
})

test('an index that cannot be read is built again', async () => {
  const { blobs, indexes } = await opened()
  const set = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  await indexes.rowsOf('acme', set, 'sku', ['p1'])
  const [name = ''] = await readdir(join(folder, 'indexes'))
  const again = await opened({ blobs })
  await writeFile(join(folder, 'indexes', name), 'not an index')
  const ask = () => again.indexes.rowsOf('acme', set, 'sku', ['p1'])
  assert.instance(await failureOf(ask()), Error)
  assert.is((await ask()).size, 1)
})

test('rows that cannot be read leave nothing behind', async () => {
  const { blobs, indexes } = await opened()
  const { sha256, size } = await blobs.put(Buffer.from('not a row file'))
  const set = { ...(await writeRows(blobs, columns, [['p1', 'Pot', 'X']])), blob: sha256, bytes: size }
  assert.instance(await failureOf(indexes.rowsOf('acme', set, 'sku', ['p1'])), Error)
  assert.equal(await readdir(join(folder, 'indexes')), [])
  assert.equal(await readdir(folder), ['indexes'])
})

test('the least recently used indexes go when there are too many bytes, and what a killed node left', async () => {
  const { blobs, indexes } = await opened({ mostBytes: 0 })
  const own = join(folder, 'indexes')
  await writeFile(join(own, 'left.building'), 'x')
  const yesterday = new Date(Date.now() - 86_400_000)
  await utimes(join(own, 'left.building'), yesterday, yesterday)
  const first = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  await indexes.rowsOf('acme', first, 'sku', ['p1'])
  const [kept = ''] = await readdir(own)
  assert.match(kept, /\.index$/, 'one in use stays, whatever its size')
  await utimes(join(own, kept), yesterday, yesterday)
  const second = await writeRows(blobs, columns, [['p2', 'Pot', 'X']])
  await indexes.rowsOf('acme', second, 'sku', ['p2'])
  assert.equal((await readdir(own)).includes(kept), false)
})

test.run()
