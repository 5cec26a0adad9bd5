import type * as t from 'io-ts'
import { type CampaignFeed, campaignFeeds } from '../../projections/retail-campaigns/campaign-feeds.ts'
import { everyDocument } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Campaigns of an account that are looked through. */
const mostCampaigns = 10_000

/** A campaign with the product feed that it shows, if it shows one, and its column of brands. */
type CampaignWithFeed = Omit<t.TypeOf<typeof CampaignFeed>, 'assetSourceType'>
type FeedOfCampaign = CampaignWithFeed & { readonly productAssetSourceId: number }

/** The campaigns of an account with their product feeds; one with uploaded assets shows none, although it may name one. */
export async function* campaignsWithFeeds(
  readModels: Pick<ReadModels, 'find'>,
  accountId: string,
): AsyncGenerator<CampaignWithFeed> {
  const ofAccount = { field: ['accountId'], is: '=', value: accountId } as const
  const query = { where: ofAccount, sort: { field: ['retailCampaignIdx'] } } as const
  let seen = 0
  for await (const { assetSourceType, productAssetSourceId, ...own } of everyDocument(
    readModels,
    campaignFeeds,
    query,
  )) {
    if (++seen > mostCampaigns) return
    const showsFeed = assetSourceType !== 'uploadAsset' && productAssetSourceId !== undefined
    yield showsFeed ? { ...own, productAssetSourceId } : own
  }
}

/** The product feeds of an account's campaigns. */
export async function* feedsOfCampaigns(
  readModels: Pick<ReadModels, 'find'>,
  accountId: string,
): AsyncGenerator<FeedOfCampaign> {
  for await (const { productAssetSourceId, ...campaign } of campaignsWithFeeds(readModels, accountId))
    if (productAssetSourceId !== undefined) yield { ...campaign, productAssetSourceId }
}
