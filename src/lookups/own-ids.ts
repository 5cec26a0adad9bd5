import * as E from 'fp-ts/lib/Either.js'
import { creatives } from '../domain/creatives/creatives.ts'
import { mustHaveOwnIds, type SentAssets } from '../domain/creatives/foreign-ids.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'

/** Refuses ids in the save of a creative that neither the campaign nor the creative has (CREATIVE-3). The creative is read only if there are any. */
export const mustBeOwnIds =
  (
    work: Pick<Work, 'load'>,
    campaign: RetailCampaign,
    sent: { readonly creativeName: string; readonly dataServiceId?: number },
    lists: readonly SentAssets[],
  ): TE.TaskEither<Rejection, void> =>
  async () => {
    const ofCampaign = mustHaveOwnIds(sent, lists, campaign)
    if (E.isRight(ofCampaign)) return ofCampaign
    const { state } = await work.load(creatives, campaignId(campaign.accountId, campaign.retailCampaignIdx))
    return mustHaveOwnIds(sent, lists, campaign, state.creatives.get(sent.creativeName))
  }
