import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { assetData, Creative } from '../../src/domain/creatives/creative.ts'
import { creatives as aggregate } from '../../src/domain/creatives/creatives.ts'
import type { CreativeSaved } from '../../src/domain/creatives/events.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { campaignKey, isOf, streamId } from '../../src/engine/read/streams.ts'

/** A creative as the list (2.7) and the details need it. */
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

export const creatives = projection<CreativeView>({
  name: 'creatives',
  version: 1,
  codec: CreativeView,
  indexes: [],
  lists: [{ scope: ['campaignKey'], sort: ['creativeName'], filters: [['clickthroughUrl']] }],
  categories: [aggregate.category],
  anew: true,
  idOf: event => {
    if (!isOf(aggregate.category, event)) return undefined
    const { accountId, retailCampaignIdx } = campaignKey(streamId(aggregate.category, event))
    return creativeId(accountId, retailCampaignIdx, (event as unknown as CreativeSaved).data.creative.creativeName)
  },
  evolve: (_, event) => {
    const { creative } = (event as unknown as CreativeSaved).data
    return {
      campaignKey: streamId(aggregate.category, event),
      creativeName: creative.creativeName,
      assetData: assetData(creative),
      creative,
      ...(creative.clickthroughUrl === undefined ? {} : { clickthroughUrl: creative.clickthroughUrl }),
    }
  },
})
