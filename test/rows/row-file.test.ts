import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { BlobDamaged } from '../../src/ports/blobs.ts'
import type { Query } from '../../src/ports/read-models.ts'
import { pageOfRows } from '../../src/rows/page-of-rows.ts'
import { openRows } from '../../src/rows/row-file.ts'
import { writeRows } from '../../src/rows/write-rows.ts'
import { memoryBlobs } from '../support/memory/blobs.ts'

const test = suite('rows in a blob')
const columns = ['key', 'text']
const numbered = (count: number, text = (n: number) => `text ${n}`) =>
  Array.from({ length: count }, (_, n) => [String(n), text(n)])
const stored = async (rows: readonly (readonly string[])[]) => {
  const blobs = memoryBlobs(() => new Date(0))
  const reads: number[] = []
  const counted: typeof blobs = {
    ...blobs,
    open: (sha256, range) => {
      reads.push(range ? range.end - range.start + 1 : 0)
      return blobs.open(sha256, range)
    },
  }
  const set = await writeRows(blobs, columns, rows)
  return { blobs: counted, set, reads, file: await openRows(counted, set) }
}
const keysOf = async (file: Awaited<ReturnType<typeof openRows>>, query: Partial<Query>) => {
  const page = await pageOfRows(file, { limit: 3, ...query })
  return { ...page, keys: page.documents.map(({ json }) => JSON.parse(json).key) }
}

test('rows are read as they were written, from any row, whatever they contain', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), { maxLength: 700 }),
      fc.nat(700),
      fc.integer({ min: 1, max: 600 }),
      async (rows, from, limit) => {
        const { file, set } = await stored(rows)
        assert.is(set.rows, rows.length)
        assert.equal(await file.read(from, limit), rows.slice(from, from + limit))
      },
    ),
    { numRuns: 40 },
  ))

test('rows are picked by their numbers, in any order, with one read of each frame', async () => {
  const { file, reads } = await stored(numbered(1_000))
  reads.length = 0
  const picked = await file.pick([999, 3, 0, 3, 1_000, 255, 256])
  assert.equal(
    picked.map(row => row?.[0]),
    ['999', '3', '0', '3', undefined, '255', '256'],
  )
  assert.is(reads.length, 3)
  assert.equal(await file.pick([]), [])
})

test('a page at any offset is one read of a small part of the blob, once the directory is known', async () => {
  const { file, set, reads } = await stored(numbered(20_000))
  await file.read(0, 1)
  reads.length = 0
  for (const from of [0, 9_999, 19_990]) await file.read(from, 10)
  assert.is(reads.length, 3)
  assert.ok(Math.max(...reads) < set.bytes / 20, `${reads} of ${set.bytes} bytes`)
})

test('the digest is that of the rows and columns, not of their frames', async () => {
  const [few, same, other] = [await stored(numbered(3)), await stored(numbered(3)), await stored(numbered(4))]
  assert.is(few.set.digest, same.set.digest)
  assert.is.not(few.set.digest, other.set.digest)
  const renamed = await writeRows(
    memoryBlobs(() => new Date(0)),
    ['key', 'other'],
    numbered(3),
  )
  assert.is.not(few.set.digest, renamed.digest)
})

test('pages follow each other in both directions', async () => {
  const { file } = await stored(numbered(8))
  const first = await keysOf(file, {})
  assert.equal([first.keys, first.hasPrevious, first.hasNext], [['0', '1', '2'], false, true])
  const second = await keysOf(file, { after: first.last! })
  assert.equal([second.keys, second.hasPrevious], [['3', '4', '5'], true])
  const last = await keysOf(file, { after: second.last! })
  assert.equal([last.keys, last.hasNext], [['6', '7'], false])
  assert.equal((await keysOf(file, { before: last.first! })).keys, ['3', '4', '5'])
  assert.equal((await keysOf(file, { before: second.first! })).keys, ['0', '1', '2'])
  assert.equal((await keysOf(file, { offset: 6 })).keys, ['6', '7'])
  const beyond = await keysOf(file, { offset: 60 })
  assert.equal([beyond.keys, beyond.hasPrevious], [[], true])
  assert.equal((await keysOf(file, { before: { value: '\u{10ffff}', id: '' } })).keys, ['5', '6', '7'])
})

test('a filter shows what matches, in both directions', async () => {
  const { file } = await stored(numbered(3_000, n => (n % 500 === 7 ? 'rare' : 'usual')))
  const where = { field: ['text'], is: '=', value: 'rare' } as const
  const first = await keysOf(file, { where })
  assert.equal(first.keys, ['7', '507', '1007'])
  const second = await keysOf(file, { where, after: first.last! })
  assert.equal([second.keys, second.hasPrevious], [['1507', '2007', '2507'], true])
  assert.equal((await keysOf(file, { where, before: second.first! })).keys, ['7', '507', '1007'])
  assert.equal((await keysOf(file, { where, offset: 4 })).keys, ['2007', '2507'])
})

test('a page at an offset into what matches leads back to the matches before it', async () => {
  const { file } = await stored(numbered(3_000, n => (n % 500 === 7 ? 'rare' : 'usual')))
  const where = { field: ['text'], is: '=', value: 'rare' } as const
  const from = async (offset: number) => {
    const page = await keysOf(file, { where, offset })
    const before = page.hasPrevious && page.first ? (await keysOf(file, { where, before: page.first })).keys : undefined
    return [page.keys, before]
  }
  assert.equal(await from(0), [['7', '507', '1007'], undefined])
  assert.equal(await from(1), [['507', '1007', '1507'], ['7']])
  assert.equal(await from(4), [
    ['2007', '2507'],
    ['507', '1007', '1507'],
  ])
  for (const offset of [6, 600]) assert.equal(await from(offset), [[], ['1507', '2007', '2507']])
})

test('a search reads the cells of its columns alone, and makes items of the rows that match alone', async () => {
  const wide = Array.from({ length: 500 }, (_, n) => `column ${n}`)
  const cells = wide.map((_, n) => `cell ${n}`)
  let read = 0
  const counted = new Proxy(cells, {
    get(row, name, self) {
      if (typeof name === 'string' && /^\d+$/.test(name)) read++
      return Reflect.get(row, name, self)
    },
  })
  const rows = Array.from({ length: 100 }, () => counted)
  const file = {
    columns: wide,
    rows: 100,
    frames: [],
    read: async (from: number) => rows.slice(from),
    pick: async () => [],
  }
  const equals = (column: string, value: string) => ({ field: [column], is: '=', value }) as const
  const like = { field: ['column 8'], is: 'like', pattern: '%none%' } as const
  const where = { any: [equals('column 7', 'none'), like, equals('absent', '')] }
  assert.equal((await pageOfRows(file, { limit: 3, where })).documents, [])
  assert.is(read, 200)
  const page = await pageOfRows(file, { limit: 3, where: equals('column 7', 'cell 7') })
  assert.is(page.documents.length, 3)
  assert.is(read, 200 + 3 + 3 * 500)
})

/** A file of 100,000 rows with 500 columns, which counts the rows that are read. */
const wideFile = () => {
  const columns = Array.from({ length: 500 }, (_, n) => `column ${n}`)
  const row: readonly string[] = columns.map(() => '')
  let read = 0
  return {
    ...{ columns, rows: 100_000, frames: [] },
    readRows: () => read,
    read: async (_: number, limit: number) => {
      read += limit
      return Array.from({ length: limit }, () => row)
    },
  }
}
const rare = { field: ['column 7'], is: '=', value: 'rare' } as const

test('of rows with many columns a page looks at fewer: 5,000,000 cells', async () => {
  const file = wideFile()
  const { documents, hasNext, last } = await pageOfRows(file, { limit: 3, where: rare })
  assert.equal([documents, hasNext, last?.value, file.readRows()], [[], true, 9_999, 10_000])
})

test('a search ends when nobody waits for its page', async () => {
  const file = wideFile()
  await pageOfRows(file, { limit: 3, where: rare }, AbortSignal.abort())
  assert.is(file.readRows(), 1_000)
})

test('a page looks at 100,000 rows at most, and its end is where the next one begins', async () => {
  const { file } = await stored(numbered(100_010, n => (n === 100_005 ? 'rare' : '')))
  const where = { field: ['text'], is: '=', value: 'rare' } as const
  const first = await keysOf(file, { where })
  assert.equal([first.keys, first.hasNext], [[], true])
  assert.equal((await keysOf(file, { where, after: first.last! })).keys, ['100005'])
})

test('a page of long rows is short', async () => {
  const { file } = await stored(numbered(12, () => 'x'.repeat(1_000_000)))
  const first = await keysOf(file, { limit: 100 })
  assert.ok(first.keys.length >= 4 && first.keys.length <= 6, String(first.keys.length))
  assert.is((await keysOf(file, { after: first.last! })).keys[0], String(first.keys.length))
})

test('a damaged blob is refused', async () => {
  const { blobs, set } = await stored(numbered(500))
  for (const bytes of [set.bytes - 1, set.bytes + 1, 12, 3]) {
    const opened = await openRows({ ...blobs }, { ...set, bytes }).then(
      () => 'opened',
      error => error,
    )
    assert.instance(opened, BlobDamaged, `${bytes} bytes`)
  }
})

test.run()
