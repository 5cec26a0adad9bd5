import { activation } from '../domain/activation/activation.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { Work } from '../engine/write/execute.ts'

/** Whether a campaign has ended by now, as the log has it. */
export const hasEnded = async (
  work: Work,
  { accountId, retailCampaignIdx }: { readonly accountId: string; readonly retailCampaignIdx: number },
): Promise<boolean> => (await work.load(activation, campaignId(accountId, retailCampaignIdx))).state.status === 'ENDED'
