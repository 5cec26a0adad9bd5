import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openRowIndexes, type RowIndexesOptions } from '../../../src/adapters/row-indexes/open-row-indexes.ts'
import { caseless, folded } from '../../../src/domain/asset-sources/folded.ts'
import { IndexNotReady, type ServedRows, type ValueSearch } from '../../../src/ports/row-indexes.ts'
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

/** What tells values apart, in their order. */
const keyOf = (value: string): string => `${folded(value)}\u0000${caseless(value)}`

/** What a reader of all rows would find. */
const bruteForce = (rows: readonly Row[], { terms, brands, limit, offset }: ValueSearch) => {
  const wanted = terms.map(folded).filter(term => term !== '')
  const isOfBrand = (brand: string) => brands === undefined || brands.map(folded).includes(folded(brand))
  const spellings = new Map<string, Map<string, number>>()
  for (const [, title] of rows) {
    const own = spellings.get(keyOf(title)) ?? new Map<string, number>()
    spellings.set(keyOf(title), own.set(title, (own.get(title) ?? 0) + 1))
  }
  const keys = new Set(rows.filter(([, , brand]) => isOfBrand(brand)).map(([, title]) => keyOf(title)))
  return [...keys]
    .filter(
      key =>
        !key.startsWith('\u0000') &&
        (wanted.length === 0 || wanted.some(term => key.split('\u0000')[0]!.includes(term))),
    )
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
  const part = fc.constantFrom(
    'a',
    'A',
    'á',
    'bc',
    'BC',
    'def',
    ' ',
    'ß',
    'ss',
    'ς',
    'Σ',
    '"',
    '%',
    '語',
    "o'",
    '-',
    '😀',
    'pot',
  )
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
      const { values: found } = await indexes.values('acme', { set }, { column: 'title', brandColumn: 'brand' }, asked)
      const expected = bruteForce(rows, asked)
      assert.equal(
        found.map(({ value }) => keyOf(value)),
        expected.map(({ key }) => key),
      )
      for (const [i, { value, number }] of found.entries()) {
        assert.ok(expected[i]?.spellings.includes(value), value)
        assert.is(keyOf(rows[number]?.[1] ?? ''), keyOf(value), 'the row has the value')
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
  assert.equal(await indexes.values('acme', { set }, { column: 'colour' }, everything), { set, values: [] })
  assert.equal(await indexes.values('acme', { set }, { column: 'title' }, { ...everything, brands: ['X'] }), {
    set,
    values: [],
  })
  assert.is((await indexes.rowsOf('acme', set, 'colour', ['p1'])).size, 0)
  assert.is(reads(), 0)
})

test('a look-up that cannot wait says so, and a later one finds the index', async () => {
  const { blobs, indexes } = await opened({ patienceMs: 0 })
  const set = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  const ask = () => indexes.values('acme', { set }, { column: 'title' }, everything)
  for (let ready = false; !ready; )
    ready = await ask().then(
      ({ values }) => values.length === 1,
      error => {
        assert.instance(error, IndexNotReady)
        return false
      },
    )
})

test('while an index is built the rows that were served before answer (CREATIVE-17)', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const blobs = memoryBlobs(() => new Date())
  const before = await writeRows(blobs, columns, [['p1', 'Pot', 'X']])
  const set = await writeRows(blobs, columns, [['p1', 'Bowl', 'X']])
  const open: typeof blobs.open = async (blob, range) => {
    if (blob === set.blob) await held
    return blobs.open(blob, range)
  }
  const { indexes } = await opened({ blobs: { open }, beforeMs: 0 })
  const titles = async (served: ServedRows) => {
    const found = await indexes.values('acme', served, { column: 'title' }, everything)
    return [found.set.digest, ...found.values.map(({ value }) => value)]
  }
  assert.equal(await titles({ set: before }), [before.digest, 'Pot'])
  assert.equal(await titles({ set, before }), [before.digest, 'Pot'])
  release()
  assert.equal(await titles({ set }), [set.digest, 'Bowl'])
  assert.equal(await titles({ set, before }), [set.digest, 'Bowl'])
})

test('rows that were served before answer for a while only, and only if they have the columns', async () => {
  const { blobs, indexes } = await opened()
  const before = await writeRows(blobs, ['sku', 'title'], [['p1', 'Pot']])
  await indexes.values('acme', { set: before }, { column: 'title' }, everything)
  const never = new Promise<never>(() => undefined)
  const set = await writeRows(blobs, columns, [['p1', 'Bowl', 'X']])
  const asked = async (over: Partial<RowIndexesOptions>, search: ValueSearch) => {
    const { indexes: late } = await opened({ blobs: { open: () => never }, beforeMs: 0, patienceMs: 0, ...over })
    return failureOf(late.values('acme', { set, before }, { column: 'title', brandColumn: 'brand' }, search))
  }
  assert.is(await asked({}, everything), undefined)
  assert.instance(await asked({}, { ...everything, brands: ['X'] }), IndexNotReady)
  assert.instance(await asked({ mostBeforeMs: 0 }, everything), IndexNotReady)
})

/** Rows in a file of the node, which the blobs do not have yet. */
const inFile = async (rows: readonly Row[]) => {
  const elsewhere = memoryBlobs(() => new Date())
  const set = await writeRows(elsewhere, columns, rows)
  const path = join(folder, 'made.rows')
  await writeFile(path, await elsewhere.read(set.blob))
  return { set, path, file: { path, digest: set.digest, columns } }
}
const signal = new AbortController().signal

test('indexes of rows that are not served yet are built from their file', async () => {
  const { indexes, reads } = await opened({ patienceMs: 0 })
  const { set, path, file } = await inFile([['p1', 'Pot', 'X']])
  const wanted = [
    { of: 'keys', column: 'sku' },
    { of: 'values', column: 'brand' },
    { of: 'values', column: 'colour' },
  ] as const
  await indexes.prepare('acme', file, wanted, signal)
  await rm(path)
  assert.is((await indexes.rowsOf('acme', set, 'sku', ['p1'])).size, 1)
  assert.is((await indexes.values('acme', { set }, { column: 'brand' }, everything)).values.length, 1)
  assert.is(reads(), 0)
  assert.equal(await readdir(folder), ['indexes'])
})

test('a preparation that takes too long, or whose run ends, goes on without its file', async () => {
  const { set, path, file } = await inFile([['p1', 'Pot', 'X']])
  const wanted = [{ of: 'keys', column: 'sku' }] as const
  const ended = AbortSignal.abort()
  const { indexes, reads } = await opened()
  await indexes.prepare('acme', file, wanted, ended)
  await rm(path)
  assert.is((await indexes.rowsOf('acme', set, 'sku', ['p1'])).size, 1)
  const { set: other, path: more, file: late } = await inFile([['p2', 'Bowl', 'X']])
  const { indexes: slow } = await opened({ prepareMs: 0 })
  await slow.prepare('acme', late, wanted, signal)
  await rm(more)
  assert.is((await slow.rowsOf('acme', other, 'sku', ['p2'])).size, 1)
  assert.is(reads(), 0)
})

test('rows that cannot be indexed are prepared without an error', async () => {
  const { indexes } = await opened()
  const { path, file } = await inFile([['p1', 'Pot', 'X']])
  await writeFile(path, 'not a row file')
  await indexes.prepare('acme', file, [{ of: 'keys', column: 'sku' }], signal)
  await rm(path)
  assert.equal([await readdir(join(folder, 'indexes')), await readdir(folder)], [[], ['indexes']])
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
