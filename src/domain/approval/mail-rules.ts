import type * as E from 'fp-ts/lib/Either.js'
import { ifHeld } from '../shared/claim.ts'
import type { Rejection } from '../shared/decider.ts'
import type { FailedMail, MailCommand } from './commands.ts'
import type { ApprovalEvent } from './events.ts'
import { linkEnd } from './link.ts'
import { requestToAnswer, unsentMails } from './mails-due.ts'
import { type Approval, isSending } from './state.ts'
import { nextTry } from './undelivered.ts'

type Command<K extends MailCommand['kind']> = Extract<MailCommand, { kind: K }>
type Events = readonly ApprovalEvent[]

/** A mail is recorded once, and only for an approver of the newest request who has none yet. */
const recorded = ({ approvalIdx, approverId, bounced, at }: Command<'RecordMail'>, state: Approval): Events => {
  const { request, lastMails } = state
  const isApprover = request?.approvers.some(a => a.approverId === approverId)
  if (request?.approvalIdx !== approvalIdx || !isApprover || lastMails[approverId]?.approvalIdx === approvalIdx)
    return []
  const mail = { approvalIdx, approverId, at }
  return bounced === undefined
    ? [{ type: 'ApprovalMailSent', data: mail }]
    : [{ type: 'ApprovalMailBounced', data: { ...mail, reason: bounced } }]
}

/** The approvers of mails that failed for the same reason and are tried again at the same time go into one event. */
const deferred = ({ approvalIdx, failed, at }: Command<'DeferMails'>, state: Approval): Events => {
  const { request } = state
  if (request?.approvalIdx !== approvalIdx) return []
  const unsent = new Set(unsentMails(state).map(mail => mail.approverId))
  const latest = linkEnd(request)
  const mails = failed
    .filter(mail => unsent.has(mail.approverId))
    .map(({ isUnsure = false, ...mail }) => ({
      ...mail,
      retryAt: nextTry(request.undelivered[mail.approverId], at, { latest, isUnsure }),
    }))
  const alike = Map.groupBy(mails, ({ reason, retryAt }: FailedMail & { retryAt?: string }) => `${retryAt} ${reason}`)
  return [...alike.values()].flatMap((group): Events => {
    const [first] = group
    if (first === undefined) return []
    const { reason, retryAt } = first
    const data = { approvalIdx, approverIds: group.map(mail => mail.approverId), reason, at }
    return retryAt === undefined
      ? [{ type: 'ApprovalMailsGivenUp', data }]
      : [{ type: 'ApprovalMailsDeferred', data: { ...data, retryAt } }]
  })
}

/** The requester of a decided request is notified once. */
const notified = ({ approvalIdx, failure, at }: Command<'NotifyRequester'>, state: Approval): Events =>
  requestToAnswer(state)?.approvalIdx === approvalIdx
    ? [{ type: 'RequesterNotified', data: { approvalIdx, at, ...(failure === undefined ? {} : { failure }) } }]
    : []

/** A mail to the requester that was tried for too long ends as a failed notification. */
const notifiedLater = (
  { approvalIdx, reason, isUnsure = false, at }: Command<'DeferNotification'>,
  state: Approval,
): Events => {
  const request = requestToAnswer(state)
  if (request?.approvalIdx !== approvalIdx) return []
  const retryAt = nextTry(request.requesterUndelivered, at, { isUnsure })
  return retryAt === undefined
    ? [{ type: 'RequesterNotified', data: { approvalIdx, at, failure: reason } }]
    : [{ type: 'RequesterMailDeferred', data: { approvalIdx, reason, retryAt, at } }]
}

const eventsOf = (command: MailCommand, state: Approval): Events => {
  switch (command.kind) {
    case 'BeginMail':
      return isSending(state)
        ? []
        : [{ type: 'ApprovalMailStarted', data: { attempt: command.attempt, at: command.at } }]
    case 'RecordMail':
      return recorded(command, state)
    case 'DeferMails':
      return deferred(command, state)
    case 'NotifyRequester':
      return notified(command, state)
    case 'DeferNotification':
      return notifiedLater(command, state)
    case 'FinishMail':
      return [{ type: 'ApprovalMailFinished', data: { attempt: command.attempt, at: command.at } }]
  }
}

/** Decides what a worker records about mails: only the attempt under way may, and only what is not recorded yet. */
export const decideMail = (command: MailCommand, state: Approval): E.Either<Rejection, Events> =>
  ifHeld(state.mailing, command.attempt, ...eventsOf(command, state))
