import * as t from 'io-ts'
import { type ClassicCampaignView, classicCampaigns } from '../../projections/campaigns/classic-campaigns.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { exampleCampaign, exampleTimes } from '../../src/domain/campaigns/example.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'

const Item = fields({
  campaignId: integer(1),
  campaignName: t.string,
  defaultURL: t.union([t.string, t.null]),
  lastUpdate: t.string,
  creationDate: t.string,
})

const campaigns = list({
  items: 'campaigns',
  item: Item,
  filters: { lastUpdate: { type: 'classicTime' }, creationDate: { type: 'classicTime' } },
  sort: { field: ['campaignId'] },
})

const { campaignName, defaultURL } = exampleCampaign
const listed = { campaignId: 1, campaignName, defaultURL, ...exampleTimes }

/** GET /v2/accounts/{accountId}/campaigns/ (CLASSIC-1): the account's classic campaigns. */
export const listCampaigns = query({
  summary: 'List the classic campaigns of an account',
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: campaigns.codec,
  reply: campaigns.reply,
  example: { reply: { campaigns: [listed], count: 1, next: null, previous: null } },
  run: ({ params: { accountId }, query: asked }, ports) =>
    campaigns.read(classicCampaigns, asked, { field: ['accountId'], is: '=', value: accountId }, ports, {
      present: ({ campaignId, campaignName, defaultURL, lastUpdate, creationDate }: ClassicCampaignView) => ({
        campaignId,
        campaignName,
        defaultURL: defaultURL ?? null,
        lastUpdate,
        creationDate,
      }),
    })(),
})
