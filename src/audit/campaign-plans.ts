import * as E from 'fp-ts/lib/Either.js'
import { mediaPlan } from '../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../domain/media-plans/media-plan-id.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { type RetailCampaignEvent, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { streamOf } from '../domain/shared/decider.ts'
import type { EventLog } from '../ports/event-log.ts'

const planIn = ({ type, data }: RetailCampaignEvent): number | undefined =>
  type === 'RetailCampaignCreated' ? data.campaign.mediaPlanId : data.changes.mediaPlanId

/** The streams of the media plans that a campaign has ever named. */
export const plansOfCampaign = async (log: EventLog, accountId: string, idx: number): Promise<ReadonlySet<string>> => {
  const plans = new Set<string>()
  for await (const page of log.readStreamPages(streamOf(retailCampaign, campaignId(accountId, idx))))
    for (const { type, data } of page) {
      const event = retailCampaign.events.decode({ type, data })
      const plan = E.isRight(event) ? planIn(event.right) : undefined
      if (plan !== undefined) plans.add(streamOf(mediaPlan, idOfMediaPlan(accountId, plan)))
    }
  return plans
}
