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
import type { FieldType } from '../../src/list/filter-values.ts'
import { list } from '../../src/list/list.ts'
import { type ContentPorts, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'
import type { Stored, Where } from '../../src/ports/read-models.ts'

const ofCampaign = (name: string, type: FieldType) => ({ type, path: ['record', 'campaign', name] }) as const

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
  fields: {
    retailCampaignIdx: 'integer',
    retailCampaignName: 'string',
    templateCampaignIdx: ofCampaign('templateCampaignIdx', 'integer'),
    assetSourceType: ofCampaign('assetSourceType', 'string'),
    dataServiceId: ofCampaign('dataServiceId', 'integer'),
    status: { cases: statusCases },
    approvalStatus: { type: 'string', made: true },
    createdOn: { type: 'time', path: ['record', 'createdOn'] },
    updatedOn: { type: 'time', path: ['record', 'updatedOn'] },
    mediaChannelIdx: ofCampaign('mediaChannelIdx', 'integer'),
    adServerId: ofCampaign('adServerId', 'string'),
    mediaPlanId: ofCampaign('mediaPlanId', 'integer'),
    clickthroughUrl: ofCampaign('clickthroughUrl', 'string'),
    startDate: ofCampaign('startDate', 'day'),
    endDate: ofCampaign('endDate', 'day'),
    ctaText: ofCampaign('ctaText', 'string'),
    productImageColumn: ofCampaign('productImageColumn', 'string'),
    brandColumn: ofCampaign('brandColumn', 'string'),
    rotationWeightColumn: ofCampaign('rotationWeightColumn', 'string'),
    externalId: ofCampaign('externalId', 'string'),
    productAssetSourceId: ofCampaign('productAssetSourceId', 'integer'),
    productNameColumn: ofCampaign('productNameColumn', 'string'),
    categoryColumn: ofCampaign('categoryColumn', 'string'),
    clonedFrom: ofCampaign('clonedFrom', 'integer'),
  },
  selectable: [
    'retailCampaignIdx',
    'retailCampaignName',
    'templateCampaignIdx',
    'assetSourceType',
    'dataServiceId',
    'adUnits',
    'status',
    'approvalStatus',
    'createdOn',
    'updatedOn',
    'mediaChannelIdx',
    'adServerId',
    'mediaPlanId',
    'placements',
    'clickthroughUrl',
    'startDate',
    'endDate',
    'trackerTypes',
    'ctaText',
    'productImageColumn',
    'brandColumn',
    'rotationWeightColumn',
    'productAssetSourceId',
    'productNameColumn',
    'categoryColumn',
    'externalId',
    'clonedFrom',
  ],
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
  reply: campaignList.shape(CampaignReply),
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
