import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { approvalNarrowing } from '../../src/approval/approval-filter.ts'
import { AccountId } from '../../src/codec/names.ts'
import { type ActivationStatus, activationStatuses } from '../../src/domain/activation/state.ts'
import type { RetailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { query } from '../../src/engine/operation.ts'
import { parsed } from '../../src/engine/read/documents.ts'
import * as TE from '../../src/engine/task-either.ts'
import { list } from '../../src/list/list.ts'
import { type ContentPorts, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'
import type { Stored, Where } from '../../src/ports/read-models.ts'

const activated = (status: ActivationStatus): Where => ({
  field: ['record', 'activation', 'status'],
  is: '=',
  value: status,
})
const saved = (is: '=' | '>'): Where => ({ field: ['record', 'creatives'], is, value: 0 })
/** The campaigns that show each status (ACTIVATION-3). */
const statusCases = {
  ...Object.fromEntries(activationStatuses.map(status => [status, activated(status)])),
  NEW: { all: [activated('NEW'), saved('=')] },
  DRAFT: { all: [activated('NEW'), saved('>')] },
}

const campaignList = list({
  items: 'retailCampaigns',
  item: CampaignReply,
  under: ['record', 'campaign'],
  filters: {
    retailCampaignIdx: { path: ['retailCampaignIdx'] },
    retailCampaignName: { path: ['retailCampaignName'] },
    status: { cases: statusCases },
    approvalStatus: { made: true },
    createdOn: { type: 'time', path: ['record', 'createdOn'] },
    updatedOn: { type: 'time', path: ['record', 'updatedOn'] },
  },
  sort: { field: ['retailCampaignIdx'] },
  reversible: true,
})

/** GET /v2/accounts/{accountId}/retail-campaigns (CAMPAIGN-6). */
export const listRetailCampaigns = query({
  summary: 'List the retail campaigns of an account',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: campaignList.codec,
  reply: campaignList.reply,
  run({ params: { accountId }, query: asked }, ports) {
    const scope = { field: ['accountId'], is: '=', value: accountId } as const
    return pipe(
      TE.fromTask(() => readSettings(ports.readModels, accountId)),
      TE.flatMap(settings =>
        campaignList.read(retailCampaigns, asked, scope, ports, {
          documents: stored => withStatuses(ports, settings, stored),
          narrowing: { approvalStatus: approvalNarrowing(settings) },
        }),
      ),
    )()
  },
})

/** Statuses are compared with other documents (CAMPAIGN-9), so the items are built before the page is written. */
const withStatuses = (ports: ContentPorts, settings: RetailSettings, stored: readonly Stored[]) =>
  Promise.all(
    stored.map(async d => ({
      ...d,
      json: JSON.stringify(await campaignReply(ports, parsed(retailCampaigns, d), settings)),
    })),
  )
