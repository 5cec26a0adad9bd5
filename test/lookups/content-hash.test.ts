import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { asset } from '../../src/domain/assets/asset.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { readDocument } from '../../src/engine/read/documents.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { contentHashNow } from '../../src/lookups/campaign-from-views.ts'
import { logo } from '../support/examples/assets.ts'
import { campaignInLog, saveCreative, twelve } from '../support/memory/campaign-in-log.ts'
import { fakeWorld } from '../support/memory/fakes.ts'
import { type MemoryNodes, memoryNodes } from '../support/memory/node.ts'
import { noRowIndexes } from '../support/memory/row-indexes.ts'

/** The content hash of campaign 12 as the views have it, which is that of the log; with the paths without a file. */
const contentOf = async (nodes: MemoryNodes) => {
  const { readModels } = nodes
  const logged = await contentFromLog(nodes.work(), 'acme', 12, { rowIndexes: noRowIndexes })()
  const view = await readDocument(readModels, retailCampaigns, twelve)
  if (view === undefined || logged._tag === 'Left') throw new Error('there is no campaign')
  const shown = await contentHashNow({ readModels, rowIndexes: noRowIndexes }, view)
  assert.is(shown, logged.right.contentHash)
  return { hash: shown, missing: [...logged.right.missingAssets].sort() }
}

const saveMissing = (nodes: MemoryNodes, creativeName: string, ...missingAssets: readonly string[]) =>
  nodes.does(creatives, twelve, {
    kind: 'SaveCreative',
    ...{ accountId: 'acme', creativeName, retailCampaignIdx: 12, dataServiceId: 3, missingAssets },
    dynamicAssets: missingAssets.map((path, i) => ({ columnName: `c${i}`, columnValue: `/assets/acme/${path}` })),
    at: nodes.clock.now().toISOString(),
  })

test('approvals and exports compare the content with the same missing files, read from the log and from the views', async () => {
  const nodes = memoryNodes(fakeWorld())
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  assert.equal((await contentOf(nodes)).missing, [])
  for (let i = 0; i < 30; i++) await saveMissing(nodes, `can ${i}`, `pictures/${i}.png`, `pictures/of-all.png`)
  await saveCreative(nodes, 'can 3', { headline: 'Bloom' })
  const before = await contentOf(nodes)
  assert.is(before.missing.length, 31)
  await nodes.does(asset, 'acme:pictures/7.png', { ...logo, path: 'pictures/7.png' })
  const after = await contentOf(nodes)
  assert.equal(
    after.missing,
    before.missing.filter(path => path !== 'pictures/7.png'),
  )
  assert.is.not(after.hash, before.hash)
})

test.run()
