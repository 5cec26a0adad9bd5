import { requestToAnswer } from '../../domain/approval/mails-due.ts'
import { settled } from '../../engine/react/settled.ts'
import { approversShown, campaignShown } from '../../lookups/approval-shown.ts'
import { readCampaign, readSettings } from '../../lookups/campaign-from-views.ts'
import { decisionMail } from '../../pages/mails.ts'
import { timeOf } from '../../ports/clock.ts'
import { approvalNow, erased, type MailStep, record, send } from './mailing.ts'

/** Notifies the requester of the decision. */
export const notifyRequester = async (approvalIdx: number, step: MailStep): Promise<void> => {
  const { item, claim, ports } = step
  const { accountId, retailCampaignIdx } = item
  const request = requestToAnswer(await approvalNow(step))
  if (request?.approvalIdx !== approvalIdx) return
  const notified = (failure: string | undefined) =>
    record(step, {
      kind: 'NotifyRequester',
      attempt: claim.attempt,
      approvalIdx,
      at: timeOf(ports),
      ...(failure === undefined ? {} : { failure }),
    })
  const address = await ports.secrets.unsealForAccount(accountId, request.sealedRequesterEmail)
  if (address === undefined) return notified(erased)
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const settings = await readSettings(ports.readModels, accountId)
  const mail = decisionMail({
    requester: { name: request.requesterName },
    campaign: await campaignShown(view, ports),
    decision: request.decision,
    approvers: approversShown(request, settings),
  })
  const messageId = `decision-${accountId}-${retailCampaignIdx}-${approvalIdx}`
  await notified(await send({ ...mail, messageId, to: { name: request.requesterName, address } }, ports))
}
