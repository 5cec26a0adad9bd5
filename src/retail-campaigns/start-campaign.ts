import * as E from 'fp-ts/lib/Either.js'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { externalId, idOfExternalId } from '../domain/retail-campaigns/external-id.ts'
import { type RetailCampaign, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { refuse, reply } from '../engine/reply.ts'
import type { Work } from '../engine/write/execute.ts'

/** Appends a new campaign, under its external id if it has one; `message` says what it is called. */
export const startCampaign = async (work: Work, campaign: RetailCampaign, at: string) => {
  const reserved = await reserveExternalId(work, campaign, at)
  if (E.isLeft(reserved)) return reserved
  const own = { ...campaign, retailCampaignIdx: reserved.right }
  const done = await work.execute(retailCampaign, campaignId(own.accountId, own.retailCampaignIdx), {
    kind: 'CreateRetailCampaign',
    campaign: own,
    at,
  })
  if (E.isLeft(done)) return done
  return reply(
    { retailCampaignIdx: own.retailCampaignIdx, message: `Retail campaign ${own.retailCampaignIdx} was made.` },
    done.right.revision,
  )
}

/** The id to use: an external id that was taken without a campaign (a crash in between) is used as it was taken. */
const reserveExternalId = async (
  work: Work,
  campaign: RetailCampaign,
  at: string,
): Promise<E.Either<Rejection, number>> => {
  const { accountId, retailCampaignIdx } = campaign
  if (campaign.externalId === undefined) return E.right(retailCampaignIdx)
  const taken = await work.execute(externalId, idOfExternalId(accountId, campaign.externalId), {
    retailCampaignIdx,
    at,
  })
  if (E.isLeft(taken)) return taken
  const owner = taken.right.state ?? retailCampaignIdx
  if (owner === retailCampaignIdx) return E.right(owner)
  const { state } = await work.load(retailCampaign, campaignId(accountId, owner))
  if (state === undefined) return E.right(owner)
  return refuse('external-id-taken', `Retail campaign ${owner} of this account has this externalId.`, {
    extra: { retailCampaignIdx: owner },
  })
}
