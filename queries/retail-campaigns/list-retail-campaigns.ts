import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type RetailCampaignView, retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'
import { readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'

const campaignList = list({
  items: 'retailCampaigns',
  fields: { retailCampaignIdx: 'integer', retailCampaignName: 'string' },
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
    'externalId',
    'clonedFrom',
  ],
  sort: { field: ['retailCampaignIdx'] },
  reversible: true,
})

/** GET /v2/accounts/{accountId}/retail-campaigns (decisions, last section). */
export const listRetailCampaigns = query({
  summary: 'List the retail campaigns of an account',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: campaignList.codec,
  reply: campaignList.shape(CampaignReply),
  async run({ params: { accountId }, query: asked }, ports) {
    const scope = { field: ['accountId'], is: '=', value: accountId } as const
    const now = ports.clock.now()
    const wanted = campaignList.toQuery(asked, scope, ports.secrets, now)
    if (E.isLeft(wanted)) return wanted
    const page = await ports.readModels.find(retailCampaigns, wanted.right)
    const settings = await readSettings(ports.readModels, accountId)
    // statuses are compared with other documents (decision 20), so items are made before the page is written
    const documents = await Promise.all(
      page.documents.map(async d => ({
        ...d,
        json: JSON.stringify(await campaignReply(ports.readModels, JSON.parse(d.json) as RetailCampaignView, settings)),
      })),
    )
    return E.right(campaignList.reply({ ...page, documents }, asked, scope, ports.secrets, now))
  },
})
