import * as E from 'fp-ts/lib/Either.js'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import { mediaPlan } from '../domain/media-plans/media-plan.ts'
import { idOfMediaPlan } from '../domain/media-plans/media-plan-id.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import { type RetailCampaignEvent, retailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { streamOf } from '../domain/shared/decider.ts'
import { decodedBy } from '../engine/write/known-events.ts'
import type { EventLog } from '../ports/event-log.ts'

const namedIn = ({ type, data }: RetailCampaignEvent) =>
  type === 'RetailCampaignCreated' ? data.campaign : data.changes

/** The streams of the media plans, and of the asset sources of its products, that a campaign has ever named. */
export const streamsNamedBy = async (log: EventLog, accountId: string, idx: number): Promise<ReadonlySet<string>> => {
  const streams = new Set<string>()
  for await (const page of log.readStreamPages(streamOf(retailCampaign, campaignId(accountId, idx))))
    for (const recorded of page) {
      const event = decodedBy(retailCampaign, recorded)
      if (E.isLeft(event)) continue
      const { mediaPlanId, productAssetSourceId } = namedIn(event.right)
      if (mediaPlanId) streams.add(streamOf(mediaPlan, idOfMediaPlan(accountId, mediaPlanId)))
      if (productAssetSourceId !== undefined)
        streams.add(streamOf(assetSource, assetSourceId(accountId, productAssetSourceId)))
    }
  return streams
}
