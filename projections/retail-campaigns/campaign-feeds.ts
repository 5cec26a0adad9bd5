import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { columnSettings } from '../../src/domain/retail-campaigns/product-columns.ts'
import { assetSourceTypes, retailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The product feed that a retail campaign names, which it shows unless its assets are uploaded, and the columns that it names. */
export const CampaignFeed = fields(
  { accountId: t.string, retailCampaignIdx: t.number, assetSourceType: oneOf(...assetSourceTypes) },
  {
    productAssetSourceId: t.number,
    productNameColumn: t.string,
    categoryColumn: t.string,
    brandColumn: t.string,
    productImageColumn: t.string,
    rotationWeightColumn: t.string,
  },
)

type Columns = Readonly<Partial<Record<(typeof columnSettings)[number], string | null>>>

/** The columns that settings name; null is none. */
const columnsIn = (settings: Columns) =>
  Object.fromEntries(
    columnSettings.flatMap(setting => {
      const column = settings[setting]
      return typeof column === 'string' ? [[setting, column]] : []
    }),
  )

export const campaignFeeds = projectionOf(retailCampaign, {
  name: 'campaign-feeds',
  version: 3,
  codec: CampaignFeed,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['retailCampaignIdx'], filters: [['productAssetSourceId']] }],
  evolve(kept, event) {
    switch (event.type) {
      case 'RetailCampaignCreated': {
        const { campaign } = event.data
        const { accountId, retailCampaignIdx, assetSourceType, productAssetSourceId } = campaign
        return {
          accountId,
          retailCampaignIdx,
          assetSourceType,
          ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
          ...columnsIn(campaign),
        }
      }
      case 'RetailCampaignUpdated': {
        if (kept === undefined) return undefined
        const { changes } = event.data
        const { accountId, retailCampaignIdx, assetSourceType } = kept
        const { productAssetSourceId = kept.productAssetSourceId } = changes
        return {
          accountId,
          retailCampaignIdx,
          assetSourceType,
          ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
          ...columnsIn({ ...kept, ...changes }),
        }
      }
    }
  },
})
