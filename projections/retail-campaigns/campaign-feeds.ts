import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The product feed of a retail campaign, and the column of its brands, as far as it has them. */
export const CampaignFeed = fields(
  { accountId: t.string, retailCampaignIdx: t.number },
  { productAssetSourceId: t.number, brandColumn: t.string },
)

export const campaignFeeds = projectionOf(retailCampaign, {
  name: 'campaign-feeds',
  version: 1,
  codec: CampaignFeed,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['retailCampaignIdx'], filters: [] }],
  evolve(kept, event) {
    switch (event.type) {
      case 'RetailCampaignCreated': {
        const { accountId, retailCampaignIdx, productAssetSourceId, brandColumn } = event.data.campaign
        return {
          accountId,
          retailCampaignIdx,
          ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
          ...(brandColumn === undefined ? {} : { brandColumn }),
        }
      }
      case 'RetailCampaignUpdated': {
        const { productAssetSourceId, brandColumn } = event.data.changes
        return (
          kept && {
            ...kept,
            ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
            ...(brandColumn === undefined ? {} : { brandColumn }),
          }
        )
      }
    }
  },
})
