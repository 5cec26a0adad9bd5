import type { ApprovalMailsToDo } from '../../../projections/approval/approval-mails-to-do.ts'
import { type ApprovalCommand, approval } from '../../domain/approval/approval.ts'
import type { Approval } from '../../domain/approval/state.ts'
import { campaignId } from '../../domain/retail-campaigns/campaign-id.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import type { Mail } from '../../ports/mailer.ts'
import type { Ports } from '../../ports/ports.ts'

export type MailStep = Step<ApprovalMailsToDo>

/** The id of the approval of an item. */
export const approvalIdOf = ({ accountId, retailCampaignIdx }: ApprovalMailsToDo): string =>
  campaignId(accountId, retailCampaignIdx)

/** The current approval: a vote or a newer request may have arrived since the claim. */
export const approvalNow = async ({ item, work }: MailStep): Promise<Approval> =>
  (await work.load(approval, approvalIdOf(item))).state

/** Records the outcome of a mail. */
export const record = async ({ item, work }: MailStep, command: ApprovalCommand): Promise<void> =>
  void settled(await work.execute(approval, approvalIdOf(item), command))

/** Sends a mail; returns the reason when its address is permanently refused. Throws on a temporary failure. */
export const send = async (mail: Mail, { mailer }: Pick<Ports, 'mailer'>): Promise<string | undefined> => {
  const failure = await mailer.send(mail)
  if (failure && !failure.permanent) throw new Error(`the mail server did not accept the mail: ${failure.reason}`)
  return failure?.reason
}

/** The reason when the keys of an account, and with them its addresses, were erased. */
export const erased = 'the address was erased'
