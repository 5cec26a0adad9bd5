import { pipe } from 'fp-ts/lib/function.js'
import pMap from 'p-map'
import { type Asset, asset } from '../domain/assets/asset.ts'
import { creatives } from '../domain/creatives/creatives.ts'
import type { CreativesState } from '../domain/creatives/state.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { contentHash } from '../domain/retail-campaigns/content.ts'
import { ownContentHash, type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { requireState } from '../engine/write/steps.ts'
import type { Ports } from '../ports/ports.ts'
import { type Products, productsFromLog } from '../products/products.ts'
import { productsHash } from '../products/products-hash.ts'
import { storedFile } from './library-files.ts'

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

/** Files that are looked up at once: more are looked up in turns, between which other work runs. */
const filesAtOnce = 500

/** The content types of files of the account's library by path, from the log; paths without a file are absent. */
export const filesInLog = async (
  work: Pick<Work, 'load'>,
  accountId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await pMap(paths, path => fileInLog(work, accountId, path), { concurrency: filesAtOnce })
  return new Map(paths.flatMap((path, i) => (found[i] ? [[path, found[i].contentType]] : [])))
}

/** The file of the account's library that a path names, from the log (LIBRARY-8). */
export const fileInLog = async (
  work: Pick<Work, 'load'>,
  accountId: string,
  path: string,
): Promise<Asset | undefined> => storedFile(accountId, path, async id => (await work.load(asset, id)).state)

/** The paths without a file in the account's library, from the log. */
export const missingInLog = async (
  work: Pick<Work, 'load'>,
  accountId: string,
  paths: readonly string[],
): Promise<readonly string[]> => {
  const files = await filesInLog(work, accountId, paths)
  return paths.filter(path => !files.has(path))
}

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
  const { state } = await work.load(creatives, campaignId(accountId, retailCampaignIdx))
  const named = adUnits.flatMap(u => u.assets ?? [])
  const missingAssets = await missingInLog(work, accountId, [...new Set([...named, ...state.missingAssets])])
  const campaignHash = ownContentHash(campaign)
  const { creativesHash } = state
  const products = await productsFromLog(work, campaign)
  const hashed = { campaign, creativesHash, creatives: () => state.creatives.values() }
  const shown = await productsHash(hashed, products, rowIndexes)
  const hash = contentHash({ campaignHash, creativesHash, missingAssets, productsHash: shown })
  return { campaign, creatives: state, products, contentHash: hash, missingAssets }
}
