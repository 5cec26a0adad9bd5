import * as E from 'fp-ts/lib/Either.js'
import { approversShown, campaignShown } from '../../approval/approval-shown.ts'
import { countRecipient } from '../../approval/mail-limit.ts'
import { type OpenedRequest, openedRequest, openedRequester } from '../../approval/opened-approval.ts'
import { requestToAnswer } from '../../domain/approval/mails-due.ts'
import type { DecidedRequest } from '../../domain/approval/state.ts'
import type { RetailSettings } from '../../domain/provisioning/aggregates.ts'
import { settled } from '../../engine/react/settled.ts'
import { readCampaign, readSettings } from '../../lookups/campaign-from-views.ts'
import { hasEnded } from '../../lookups/has-ended.ts'
import type { ApproverShown } from '../../pages/approver-list.ts'
import { decisionMail } from '../../pages/mails.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Mail } from '../../ports/mailer.ts'
import { addressErased, deliver, logFailed } from './deliver.ts'
import { approvalNow, type MailStep, record } from './mailing.ts'

/** The approvers with the address of those who have no name in the settings, so that the requester knows who answered (APPROVAL-14). */
const named = (opened: OpenedRequest, settings: RetailSettings): readonly ApproverShown[] =>
  approversShown(opened, settings).map(one => {
    const approver = opened.approvers.find(a => a.approverId === one.approverId)
    return approver === undefined || approver.userName !== undefined ? one : { ...one, name: approver.userEmail }
  })

/** The mail about the decision, or why there is none. */
const mailOf = async (request: DecidedRequest, step: MailStep): Promise<E.Either<string, Mail>> => {
  const { item, ports } = step
  const { accountId, retailCampaignIdx } = item
  const { name, address } = await openedRequester(accountId, request, ports.secrets)
  if (address === undefined) return E.left(addressErased)
  const view = settled(await readCampaign(ports.readModels, accountId, retailCampaignIdx)())
  const settings = await readSettings(ports.readModels, accountId)
  const mail = decisionMail({
    requester: { name },
    campaign: await campaignShown(view, ports),
    decision: request.decision,
    hasEnded: await hasEnded(step.work, item),
    approvers: named(await openedRequest(accountId, request, ports.secrets), settings),
  })
  const messageId = `decision-${accountId}-${retailCampaignIdx}-${request.approvalIdx}`
  return E.right({ ...mail, messageId, to: { name, address } })
}

/** Notifies the requester of the decision. */
export const notifyRequester = async (approvalIdx: number, step: MailStep): Promise<void> => {
  const { claim, ports } = step
  const request = requestToAnswer(await approvalNow(step))
  if (request?.approvalIdx !== approvalIdx) return
  const outcome = await deliver(
    step,
    () => mailOf(request, step),
    state => requestToAnswer(state)?.approvalIdx === approvalIdx,
  )
  const of = { attempt: claim.attempt, approvalIdx, at: timeOf(ports) }
  switch (outcome.is) {
    case 'sent':
      await countRecipient(ports, step.item.accountId)
      return record(step, { kind: 'NotifyRequester', ...of })
    case 'refused':
      return record(step, { kind: 'NotifyRequester', ...of, failure: outcome.reason })
    case 'failed':
      logFailed(step, [outcome.reason])
      return record(step, { kind: 'DeferNotification', ...of, reason: outcome.reason, isUnsure: outcome.isUnsure })
    case 'void':
      return
  }
}
