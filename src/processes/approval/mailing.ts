import type { ApprovalMailsToDo } from '../../../projections/approval/approval-mails-to-do.ts'
import { type ApprovalCommand, approval } from '../../domain/approval/approval.ts'
import type { Approval } from '../../domain/approval/state.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'

export type MailStep = Step<ApprovalMailsToDo>

/** The id of the approval of an item. */
export const approvalIdOf = ({ accountId, retailCampaignIdx }: ApprovalMailsToDo): string =>
  campaignId(accountId, retailCampaignIdx)

/** The current approval: a vote or a newer request may have arrived since the claim. */
export const approvalNow = async ({ item, work }: MailStep): Promise<Approval> =>
  (await work.load(approval, approvalIdOf(item))).state

/** Records the outcome of mails. */
export const record = async ({ item, work }: MailStep, command: ApprovalCommand): Promise<void> =>
  void settled(await work.execute(approval, approvalIdOf(item), command))
