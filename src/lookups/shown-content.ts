import { mostProductCreatives } from '../domain/creatives/product-creative.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type FeedCreatives, feedCreatives, joinedCreatives, type ProductPorts } from '../products/shown-creatives.ts'
import type { CampaignContent } from './campaign-from-log.ts'

/** A campaign with the creatives that it shows. `leftOut`: rows of its feed that cannot be one. `refused`: why it shows none. */
export type ShownContent = FeedCreatives & {
  readonly campaign: RetailCampaign
  readonly contentHash: string
  readonly refused?: string
}

const tooMany = (rows: number): string =>
  `The product feed has ${rows} rows; a campaign shows at most ${mostProductCreatives}. Use a feed with fewer rows.`

const creativesOf = async (
  { campaign: { accountId, assetSourceType }, creatives, products }: CampaignContent,
  ports: ProductPorts,
): Promise<FeedCreatives & { readonly refused?: string }> => {
  const saved = [...creatives.creatives.values()]
  switch (assetSourceType) {
    case 'uploadAsset':
      return { creatives: saved, leftOut: 0 }
    case 'hybridAsset':
      return { creatives: await joinedCreatives(accountId, products, saved, ports), leftOut: 0 }
    case 'productFeed': {
      if (products === undefined) return { creatives: [], leftOut: 0 }
      const { rows } = products.set
      if (rows > mostProductCreatives) return { creatives: [], leftOut: rows, refused: tooMany(rows) }
      return feedCreatives(products, ports)
    }
  }
}

/** All creatives that a campaign shows (CREATIVE-16): those that were saved, joined with their products, or the rows of a product feed. */
export const shownContent = async (content: CampaignContent, ports: ProductPorts): Promise<ShownContent> => {
  const { campaign, contentHash } = content
  return { campaign, contentHash, ...(await creativesOf(content, ports)) }
}
