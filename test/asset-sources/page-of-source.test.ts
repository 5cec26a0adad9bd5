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

/** A source of two rows; its blobs are opened when the test says so. */
const slowSource = async (accountId: string) => {
  const blobs = memoryBlobs(() => new Date(0))
  const set = await writeRows(
    blobs,
    ['sku', 'headline'],
    [
      ['1', 'pot'],
      ['2', 'can'],
    ],
  )
  const loaded = { type: 'AssetSourceLoaded', data: { load: { version: 1, set, at } } } as const
  const source = [assetSourceCreated, loaded].reduce(assetSource.evolve, assetSource.initialState)
  if (source === undefined) throw new Error('the source was not created')
  const waiting: (() => void)[] = []
  const slow: Blobs = {
    ...blobs,
    open: async (sha256, range) => {
      await new Promise<void>(go => waiting.push(go))
      return blobs.open(sha256, range)
    },
  }
  const { assetSourceId, assetSourceName, assetSourceType } = source
  const view: AssetSourceView = { accountId, assetSourceId, assetSourceName, assetSourceType, source, revision: 1 }
  const { find, identity } = pageOfSource(view, { blobs: slow } as unknown as Ports)
  const filter = { field: ['headline'], is: '=', value: 'can' } as const
  return {
    page: () => find({ limit: 10, where: { all: [identity] } }),
    search: () => find({ limit: 10, where: { all: [identity, filter] } }),
    waiting,
  }
}

test('of one account one search among rows runs at a time; pages and other accounts do not wait for it', async () => {
  const [own, other] = [await slowSource('acme'), await slowSource('other')]
  const searches = [own.search(), own.search()]
  await settles()
  assert.is(own.waiting.length, 1)
  const more = [own.page(), other.search()]
  await settles()
  assert.equal([own.waiting.length, other.waiting.length], [2, 1])
  const all = Promise.all([...searches, ...more])
  let isDone = false
  void all.then(() => {
    isDone = true
  })
  while (!isDone) {
    for (const go of [...own.waiting.splice(0), ...other.waiting.splice(0)]) go()
    await settles()
  }
  assert.equal(
    (await all).map(({ documents }) => documents.length),
    [1, 1, 2, 1],
  )
})

test.run()
