import * as E from 'fp-ts/lib/Either.js'
import { asset } from '../domain/assets/asset.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import { creatives } from '../domain/creatives/creatives.ts'
import type { CreativesState } from '../domain/creatives/state.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { contentHash } from '../domain/retail-campaigns/content.ts'
import { ownContentHash, type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Work } from '../engine/write/execute.ts'

export const noCampaign: Rejection = rejection('not-found', 'There is no such retail campaign on this account.')

export type CampaignContent = {
  readonly campaign: RetailCampaign
  readonly creatives: CreativesState
  /** Decision 20. */
  readonly contentHash: string
  /** Library paths that the content names and that hold nothing. */
  readonly missingAssets: readonly string[]
}

/** A campaign's record from the log. */
export const campaignFromLog = async (
  work: Work,
  accountId: string,
  idx: number,
): Promise<E.Either<Rejection, RetailCampaign>> => {
  const { state } = await work.load(retailCampaign, campaignId(accountId, idx))
  return state === undefined ? E.left(noCampaign) : E.right(state)
}

/** Which of the paths hold nothing in the account's library, from the log. */
export const missingInLog = async (
  work: Work,
  accountId: string,
  paths: readonly string[],
): Promise<readonly string[]> => {
  const found = await Promise.all(paths.map(path => work.load(asset, assetId(accountId, path))))
  return paths.filter((_, i) => found[i]?.state === undefined)
}

/** All that a campaign shows, from the log: what approval, activation and export decide on. */
export const contentFromLog = async (
  work: Work,
  accountId: string,
  idx: number,
): Promise<E.Either<Rejection, CampaignContent>> => {
  const found = await campaignFromLog(work, accountId, idx)
  if (E.isLeft(found)) return found
  const campaign = found.right
  const { state } = await work.load(creatives, campaignId(accountId, idx))
  const named = campaign.adUnits.flatMap(u => u.assets ?? [])
  const missingAssets = await missingInLog(work, accountId, [...new Set([...named, ...state.missingAssets])])
  const hash = contentHash({
    campaignHash: ownContentHash(campaign),
    creativesHash: state.creativesHash,
    missingAssets,
  })
  return E.right({ campaign, creatives: state, contentHash: hash, missingAssets })
}
