import type { ApprovalMailsToDo } from '../../../projections/approval/approval-mails-to-do.ts'
import { type ApprovalCommand, approval } from '../../domain/approval/approval.ts'
import type { Approval } from '../../domain/approval/state.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { Ports } from '../../ports/ports.ts'

export type MailStep = Step<ApprovalMailsToDo>

/** The id of the approval that an item is about. */
export const approvalIdOf = ({ accountId, retailCampaignIdx }: ApprovalMailsToDo): string =>
  campaignId(accountId, retailCampaignIdx)

/** The approval as it is now: a vote or a newer request may have come since the claim. */
export const approvalNow = async ({ item, work }: MailStep): Promise<Approval> =>
  (await work.load(approval, approvalIdOf(item))).state

/** Records what came of a mail. */
export const record = async ({ item, work }: MailStep, command: ApprovalCommand): Promise<void> =>
  void settled(await work.execute(approval, approvalIdOf(item), command))

/** Sends a mail; answers why its address was refused for good. Throws what may pass. */
export const send = async (mail: Mail, { mailer }: Pick<Ports, 'mailer'>): Promise<string | undefined> => {
  const failure = await mailer.send(mail)
  if (failure && !failure.permanent) throw new Error(`the mail server did not take the mail: ${failure.reason}`)
  return failure?.reason
}

/** The reason when the keys of an account, and so its addresses, were erased. */
export const erased = 'the address was erased'
