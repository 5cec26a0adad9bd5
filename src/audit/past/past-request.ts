import { approval } from '../../domain/approval/approval.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'

/** The event of the newest request for approval that had been made; undefined if there was none. */
export const newestRequest = async (
  log: EventLog,
  accountId: string,
  retailCampaignIdx: number,
  had: (event: Recorded) => boolean,
): Promise<Recorded | undefined> => {
  let newest: Recorded | undefined
  for await (const page of log.readStreamPages(streamOf(approval, campaignId(accountId, retailCampaignIdx))))
    for (const event of page) if (event.type === 'ApprovalRequested' && had(event)) newest = event
  return newest
}
