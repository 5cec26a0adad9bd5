import { campaignFeeds } from '../../projections/retail-campaigns/campaign-feeds.ts'
import { everyDocument } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Campaigns of an account that are looked through. */
const mostCampaigns = 10_000

/** The product feed of a campaign, and its column of brands. */
type FeedOfCampaign = { readonly productAssetSourceId: number; readonly brandColumn?: string }

/** The product feeds of an account's campaigns. */
export async function* feedsOfCampaigns(
  readModels: Pick<ReadModels, 'find'>,
  accountId: string,
): AsyncGenerator<FeedOfCampaign> {
  const ofAccount = { field: ['accountId'], is: '=', value: accountId } as const
  const query = { where: ofAccount, sort: { field: ['retailCampaignIdx'] } } as const
  let seen = 0
  for await (const { productAssetSourceId, ...campaign } of everyDocument(readModels, campaignFeeds, query)) {
    if (++seen > mostCampaigns) return
    if (productAssetSourceId !== undefined) yield { ...campaign, productAssetSourceId }
  }
}
