import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { assetData, Creative } from '../../src/domain/creatives/creative.ts'
import { creatives as aggregate } from '../../src/domain/creatives/creatives.ts'
import type { CreativesEvent } from '../../src/domain/creatives/events.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { digestOf } from '../../src/domain/shared/digest.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A creative, for the list (CREATIVE-2) and the details. */
export const CreativeView = fields(
  {
    campaignKey: t.string,
    creativeName: t.string,
    assetData: t.record(t.string, t.string),
    /** Equal for creatives that have the same columns, in whatever order: the SHA-256 of their names. */
    columnSet: t.string,
    creative: Creative,
  },
  { clickthroughUrl: t.string },
)
export type CreativeView = t.TypeOf<typeof CreativeView>

/** The id of a creative's document. */
export const creativeId = (accountId: string, retailCampaignIdx: number, creativeName: string): string =>
  `${accountId}:${retailCampaignIdx}:${creativeName}`

const nameIn = (data: CreativesEvent['data']): string =>
  'creative' in data ? data.creative.creativeName : data.creativeName

const viewOf = (creative: Creative, campaignKey: string): CreativeView => ({
  campaignKey,
  creativeName: creative.creativeName,
  assetData: assetData(creative),
  columnSet: digestOf(creative.columns.map(({ columnName }) => columnName).sort()),
  creative,
  ...(creative.clickthroughUrl === undefined ? {} : { clickthroughUrl: creative.clickthroughUrl }),
})

export const creatives = projectionOf(aggregate, {
  name: 'creatives',
  version: 1,
  codec: CreativeView,
  indexes: [],
  lists: [
    { scope: ['campaignKey'], sort: ['creativeName'], filters: [['clickthroughUrl']] },
    { scope: ['campaignKey'], sort: ['columnSet'] },
  ],
  anew: true,
  idOf: ({ data }, stream) => {
    const { accountId, retailCampaignIdx } = campaignOfId(stream)
    return creativeId(accountId, retailCampaignIdx, nameIn(data))
  },
  evolve(_, { type, data }, stream) {
    switch (type) {
      case 'CreativeSaved':
        return viewOf(data.creative, stream)
      case 'CreativeDeleted':
        return undefined
    }
  },
})
