import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { assetData, Creative } from '../../src/domain/creatives/creative.ts'
import { creatives as aggregate } from '../../src/domain/creatives/creatives.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A creative, for the list (CREATIVE-2) and the details. */
export const CreativeView = fields(
  {
    campaignKey: t.string,
    creativeName: t.string,
    assetData: t.record(t.string, t.string),
    creative: Creative,
  },
  { clickthroughUrl: t.string },
)
export type CreativeView = t.TypeOf<typeof CreativeView>

/** The id of a creative's document. */
export const creativeId = (accountId: string, retailCampaignIdx: number, creativeName: string): string =>
  `${accountId}:${retailCampaignIdx}:${creativeName}`

export const creatives = projectionOf(aggregate, {
  name: 'creatives',
  version: 1,
  codec: CreativeView,
  indexes: [],
  lists: [{ scope: ['campaignKey'], sort: ['creativeName'], filters: [['clickthroughUrl']] }],
  anew: true,
  idOf: ({ data }, stream) => {
    const { accountId, retailCampaignIdx } = campaignOfId(stream)
    return creativeId(accountId, retailCampaignIdx, data.creative.creativeName)
  },
  evolve: (_, { data: { creative } }, stream) => ({
    campaignKey: stream,
    creativeName: creative.creativeName,
    assetData: assetData(creative),
    creative,
    ...(creative.clickthroughUrl === undefined ? {} : { clickthroughUrl: creative.clickthroughUrl }),
  }),
})
