import { approval } from '../../domain/approval/approval.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import { pagesThen } from './past-work.ts'

/** The event of the newest request for approval that had been made; undefined if there was none. */
export const newestRequest = async (
  log: EventLog,
  accountId: string,
  retailCampaignIdx: number,
  had: (event: Recorded) => boolean,
): Promise<Recorded | undefined> => {
  let newest: Recorded | undefined
  for await (const page of pagesThen(log, streamOf(approval, campaignId(accountId, retailCampaignIdx)), had))
    for (const event of page) if (event.type === 'ApprovalRequested') newest = event
  return newest
}
