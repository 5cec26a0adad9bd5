import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { columnSettings } from '../../src/domain/retail-campaigns/product-columns.ts'
import {
  assetSourceTypes,
  type RetailCampaignEvent,
  retailCampaign,
} from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/**
 * The product feed that a retail campaign names, which it shows unless its assets are uploaded, the columns that it names, and whether it has
 * ended for good.
 */
export const CampaignFeed = fields(
  { accountId: t.string, retailCampaignIdx: t.number, assetSourceType: oneOf(...assetSourceTypes) },
  {
    productAssetSourceId: t.number,
    productNameColumn: t.string,
    categoryColumn: t.string,
    brandColumn: t.string,
    productImageColumn: t.string,
    rotationWeightColumn: t.string,
    ended: t.literal(true),
  },
)
export type CampaignFeed = t.TypeOf<typeof CampaignFeed>

type Columns = Readonly<Partial<Record<(typeof columnSettings)[number], string | null>>>

/** The columns that settings name; null is none. */
const columnsIn = (settings: Columns) =>
  Object.fromEntries(
    columnSettings.flatMap(setting => {
      const column = settings[setting]
      return typeof column === 'string' ? [[setting, column]] : []
    }),
  )

const ofCampaign = (kept: CampaignFeed | undefined, event: RetailCampaignEvent): CampaignFeed | undefined => {
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
      const { accountId, retailCampaignIdx, assetSourceType, ended } = kept
      const { productAssetSourceId = kept.productAssetSourceId } = changes
      return {
        accountId,
        retailCampaignIdx,
        assetSourceType,
        ...(productAssetSourceId === undefined ? {} : { productAssetSourceId }),
        ...columnsIn({ ...kept, ...changes }),
        ...(ended && { ended }),
      }
    }
  }
}

export const campaignFeeds = projectionOn<CampaignFeed>(
  {
    name: 'campaign-feeds',
    version: 1,
    codec: CampaignFeed,
    indexes: [],
    lists: [{ scope: ['accountId'], sort: ['retailCampaignIdx'], filters: [['productAssetSourceId']] }],
  },
  [
    on(retailCampaign, { evolve: ofCampaign }),
    on(activation, {
      evolve: (kept, event) => kept && (event.type === 'CampaignEnded' ? { ...kept, ended: true } : kept),
    }),
  ],
)
