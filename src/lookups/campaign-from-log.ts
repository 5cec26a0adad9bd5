import { pipe } from 'fp-ts/lib/function.js'
import { asset } from '../domain/assets/asset.ts'
import { assetId } from '../domain/assets/asset-id.ts'
import { creatives } from '../domain/creatives/creatives.ts'
import type { CreativesState } from '../domain/creatives/state.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { contentHash } from '../domain/retail-campaigns/content.ts'
import { ownContentHash, type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'
import { requireState } from '../engine/write/steps.ts'

export const noCampaign: Rejection = rejection('not-found', 'There is no such retail campaign on this account.')

export type CampaignContent = {
  readonly campaign: RetailCampaign
  readonly creatives: CreativesState
  /** CAMPAIGN-9. */
  readonly contentHash: string
  /** Library paths that the content names but that have no file. */
  readonly missingAssets: readonly string[]
}

/** A campaign's record from the log. */
export const campaignFromLog = (work: Work, accountId: string, idx: number): TE.TaskEither<Rejection, RetailCampaign> =>
  requireState(work, retailCampaign, campaignId(accountId, idx), noCampaign)

/** The paths without a file in the account's library, from the log. */
export const missingInLog = async (
  work: Work,
  accountId: string,
  paths: readonly string[],
): Promise<readonly string[]> => {
  const found = await Promise.all(paths.map(path => work.load(asset, assetId(accountId, path))))
  return paths.filter((_, i) => found[i]?.state === undefined)
}

/** The full content of a campaign, from the log: the basis of decisions on approval, activation and export. */
export const contentFromLog = (work: Work, accountId: string, idx: number): TE.TaskEither<Rejection, CampaignContent> =>
  pipe(
    campaignFromLog(work, accountId, idx),
    TE.flatMapTask(campaign => () => contentOf(work, campaign)),
  )

const contentOf = async (work: Work, campaign: RetailCampaign): Promise<CampaignContent> => {
  const { accountId, retailCampaignIdx, adUnits } = campaign
  const { state } = await work.load(creatives, campaignId(accountId, retailCampaignIdx))
  const named = adUnits.flatMap(u => u.assets ?? [])
  const missingAssets = await missingInLog(work, accountId, [...new Set([...named, ...state.missingAssets])])
  const campaignHash = ownContentHash(campaign)
  const hash = contentHash({ campaignHash, creativesHash: state.creativesHash, missingAssets })
  return { campaign, creatives: state, contentHash: hash, missingAssets }
}
