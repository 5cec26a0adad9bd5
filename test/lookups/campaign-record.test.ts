import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { readDocument } from '../../src/engine/read/documents.ts'
import { readSettings } from '../../src/lookups/campaign-from-views.ts'
import { campaignReply } from '../../src/lookups/campaign-record.ts'
import { IndexNotReady, type RowIndexes } from '../../src/ports/row-indexes.ts'
import { rowSet } from '../support/examples/asset-sources.ts'
import { both } from '../support/memory/approvals-in-log.ts'
import { campaignInLog, twelve } from '../support/memory/campaign-in-log.ts'
import { fakeWorld } from '../support/memory/fakes.ts'
import { memoryNodes } from '../support/memory/node.ts'
import { noRowIndexes } from '../support/memory/row-indexes.ts'

/** The approval status in the record of a hybrid campaign, whose products are looked up like this. */
const approvalStatus = async (rowsOf: RowIndexes['rowsOf'], contentHash?: string, digest = 'd1') => {
  const nodes = memoryNodes(fakeWorld())
  const at = nodes.clock.now().toISOString()
  await nodes.does(assetSource, 'acme:5', {
    kind: 'CreateSource',
    ...{ accountId: 'acme', assetSourceId: 5, assetSourceType: 'inline', assetSourceName: 'Products' },
    roles: { assetKeyColumn: 'sku' },
    set: rowSet(digest),
    at,
  })
  const hybrid = { assetSourceType: 'hybridAsset', productAssetSourceId: 5 } as const
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'], hybrid)
  await nodes.does(retailSettings, 'acme', { value: { approvers: both, allApproversRequired: false }, at })
  if (contentHash !== undefined) {
    const requester = {
      sealedRequesterName: 'sealed Rob',
      sealedRequesterEmail: 'sealed rob@example.com',
      origin: 'http://ads.test',
    }
    const request = { approvalIdx: 1, contentHash, requiredApprovals: 1, approvers: both, ...requester }
    await nodes.does(approval, twelve, { kind: 'RequestApproval', request, at })
    const vote = { approvalIdx: 1, approverId: 'ann', decision: 'Approved', contentHash } as const
    await nodes.does(approval, twelve, { kind: 'Decide', ...vote, at })
  }
  const view = await readDocument(nodes.readModels, retailCampaigns, twelve)
  if (view === undefined) throw new Error('there is no campaign')
  const ports = { readModels: nodes.readModels, rowIndexes: { ...noRowIndexes, rowsOf } }
  return (await campaignReply(ports, view, await readSettings(nodes.readModels, 'acme'))).approvalStatus
}
const notReady = async () => {
  throw new IndexNotReady()
}

test('a campaign is shown while its products are indexed, and nothing is approved until they are known (APPROVAL-4)', async () => {
  assert.is(await approvalStatus(notReady), 'Unavailable')
  assert.is(await approvalStatus(notReady, 'abc'), 'Pending')
  assert.is(await approvalStatus(async () => new Map(), 'abc'), 'Invalid')
})

test('what else keeps a status from being known is reported', async () => {
  const damaged = async () => {
    throw new Error('the index is damaged')
  }
  const error = await approvalStatus(damaged, 'abc', 'd2').catch(reason => reason)
  assert.match(String(error), /the index is damaged/)
})

test.run()
