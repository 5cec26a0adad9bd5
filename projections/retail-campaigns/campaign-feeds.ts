import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { assetSourceTypes, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The product feed that a retail campaign names, which it shows unless its assets are uploaded, and the column of its brands. */
export const CampaignFeed = fields(
  { accountId: t.string, retailCampaignIdx: t.number, assetSourceType: oneOf(...assetSourceTypes) },
  { productAssetSourceId: t.number, brandColumn: t.string },
)

export const campaignFeeds = projectionOf(retailCampaign, {
  name: 'campaign-feeds',
  version: 2,
  codec: CampaignFeed,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['retailCampaignIdx'], filters: [] }],
  evolve(kept, event) {
    switch (event.type) {
      case 'RetailCampaignCreated': {
        const { accountId, retailCampaignIdx, assetSourceType, productAssetSourceId, brandColumn } = event.data.campaign
        return {
          accountId,
          retailCampaignIdx,
          assetSourceType,
          ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
          ...(brandColumn === undefined ? {} : { brandColumn }),
        }
      }
      case 'RetailCampaignUpdated': {
        if (kept === undefined) return undefined
        const { brandColumn: before, ...others } = kept
        const { productAssetSourceId, brandColumn = before } = event.data.changes
        return {
          ...others,
          ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
          // null clears it
          ...(brandColumn ? { brandColumn } : {}),
        }
      }
    }
  },
})
