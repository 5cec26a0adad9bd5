import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import { pageOfSource } from '../../src/asset-sources/page-of-source.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { writeRows } from '../../src/rows/write-rows.ts'
import { assetSourceCreated } from '../support/examples/asset-sources.ts'
import { memoryBlobs } from '../support/memory/blobs.ts'
import { settles } from '../support/memory/node.ts'

const at = '2026-05-01T10:00:00.000Z'

/** The file store of a node, whose blobs are opened when the test says so; `waiting`: by their hash. */
const slowStore = () => {
  const stored = memoryBlobs(() => new Date(0))
  const waiting = new Map<string, (() => void)[]>()
  const blobs: Blobs = {
    ...stored,
    open: async (sha256, range) => {
      await new Promise<void>(go => waiting.set(sha256, [...(waiting.get(sha256) ?? []), go]))
      return stored.open(sha256, range)
    },
  }
  return { blobs, waiting }
}

/** A source of two rows. */
const slowSource = async ({ blobs, waiting }: ReturnType<typeof slowStore>, accountId: string) => {
  const set = await writeRows(
    blobs,
    ['sku', 'headline'],
    [
      ['1', `pot of ${accountId}`],
      ['2', 'can'],
    ],
  )
  const loaded = { type: 'AssetSourceLoaded', data: { load: { version: 1, set, at } } } as const
  const source = [assetSourceCreated, loaded].reduce(assetSource.evolve, assetSource.initialState)
  if (source === undefined) throw new Error('the source was not created')
  const { assetSourceId, assetSourceName, assetSourceType } = source
  const view: AssetSourceView = { accountId, assetSourceId, assetSourceName, assetSourceType, source, revision: 1 }
  const { find, identity } = pageOfSource(view, { blobs } as unknown as Ports)
  const filter = { field: ['headline'], is: '=', value: 'can' } as const
  return {
    page: () => find({ limit: 10, where: { all: [identity] } }),
    search: () => find({ limit: 10, where: { all: [identity, filter] } }),
    /** Reads that wait to be opened; `go` opens them. */
    waiting: () => waiting.get(set.blob)?.length ?? 0,
    go: () => {
      const opened = waiting.get(set.blob) ?? []
      waiting.delete(set.blob)
      for (const open of opened) open()
    },
  }
}

test('of one account one search among rows runs at a time; pages and other accounts do not wait for it', async () => {
  const store = slowStore()
  const [own, other] = [await slowSource(store, 'acme'), await slowSource(store, 'other')]
  const searches = [own.search(), own.search()]
  await settles()
  assert.is(own.waiting(), 1)
  const more = [own.page(), other.search()]
  await settles()
  assert.equal([own.waiting(), other.waiting()], [2, 1])
  const all = Promise.all([...searches, ...more])
  let isDone = false
  void all.then(() => {
    isDone = true
  })
  while (!isDone) {
    own.go()
    other.go()
    await settles()
  }
  assert.equal(
    (await all).map(({ documents }) => documents.length),
    [1, 1, 2, 1],
  )
})

test('the searches of one node do not wait for those of another one in the same process', async () => {
  const [one, other] = [await slowSource(slowStore(), 'acme'), await slowSource(slowStore(), 'acme')]
  void one.search()
  void other.search()
  await settles()
  assert.equal([one.waiting(), other.waiting()], [1, 1])
})

test.run()
