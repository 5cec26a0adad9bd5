import { pipe } from 'fp-ts/lib/function.js'
import { creatives } from '../domain/creatives/creatives.ts'
import type { CreativesState } from '../domain/creatives/state.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { contentHash } from '../domain/retail-campaigns/content.ts'
import { ownContentHash, type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { requireState } from '../engine/write/steps.ts'
import { missingInLog } from '../library/files-in-log.ts'
import type { Ports } from '../ports/ports.ts'
import { type Products, productsFromLog } from '../products/products.ts'
import { productsHash } from '../products/products-hash.ts'

export const noCampaign: Rejection = rejection('not-found', 'There is no such retail campaign on this account.')

export type CampaignContent = {
  readonly campaign: RetailCampaign
  /** Those that were saved; a product feed makes its own (`creativesOf`). */
  readonly creatives: CreativesState
  /** The products that a feed or hybrid campaign shows; undefined without rows. */
  readonly products: Products | undefined
  /** CAMPAIGN-9. */
  readonly contentHash: string
  /** Library paths that the content names but that have no file. */
  readonly missingAssets: readonly string[]
}

/** How many creatives a campaign shows at most: those that were saved, or one for each row of a product feed. */
export const creativeCount = ({ campaign, creatives: { creatives: saved }, products }: CampaignContent): number =>
  campaign.assetSourceType === 'productFeed' ? (products?.set.rows ?? 0) : saved.size

/** A campaign's record from the log. */
export const campaignFromLog = (
  work: Pick<Work, 'load'>,
  accountId: string,
  idx: number,
): TE.TaskEither<Rejection, RetailCampaign> =>
  requireState(work, retailCampaign, campaignId(accountId, idx), noCampaign)

/** The full content of a campaign, from the log: the basis of decisions on approval, activation and export. */
export const contentFromLog = (
  work: Pick<Work, 'load'>,
  accountId: string,
  idx: number,
  ports: Pick<Ports, 'rowIndexes'>,
): TE.TaskEither<Rejection, CampaignContent> =>
  pipe(
    campaignFromLog(work, accountId, idx),
    TE.flatMapTask(campaign => () => contentOf(work, campaign, ports)),
  )

const contentOf = async (
  work: Pick<Work, 'load'>,
  campaign: RetailCampaign,
  { rowIndexes }: Pick<Ports, 'rowIndexes'>,
): Promise<CampaignContent> => {
  const { accountId, retailCampaignIdx, adUnits } = campaign
  // after the campaign: a clone gets its creatives first, so whoever sees it sees all of them
  const { state } = await work.load(creatives, campaignId(accountId, retailCampaignIdx))
  const named = adUnits.flatMap(u => u.assets ?? [])
  const [missingAssets, products] = await Promise.all([
    missingInLog(work, accountId, [...new Set([...named, ...state.missingAssets])]),
    productsFromLog(work, campaign),
  ])
  const campaignHash = ownContentHash(campaign)
  const { creativesHash } = state
  const hashed = { campaign, creativesHash, creatives: () => state.creatives.values() }
  const shown = await productsHash(hashed, products, rowIndexes)
  const hash = contentHash({ campaignHash, creativesHash, missingAssets, productsHash: shown })
  return { campaign, creatives: state, products, contentHash: hash, missingAssets }
}
