import { linkEnd } from './link.ts'
import type { Approval, ApprovalRequest, DecidedRequest } from './state.ts'
import type { Undelivered } from './undelivered.ts'

/** Milliseconds between two mails to one approver about one campaign (APPROVAL-13). */
export const mailGapMs = 10 * 60_000

/** The approvers of the newest request who neither voted nor have a mail about it, accepted or refused for good. */
const unwritten = ({ request, lastMails }: Approval): readonly string[] =>
  request === undefined || request.decision !== undefined
    ? []
    : request.approvers
        .map(a => a.approverId)
        .filter(id => lastMails[id]?.approvalIdx !== request.approvalIdx && !request.votes[id])

/** The time from which an unsent mail to an approver may be sent; undefined: it was given up. */
export const dueFrom = (
  { undelivered, createdOn }: ApprovalRequest,
  lastMails: Approval['lastMails'],
  approverId: string,
): string | undefined => {
  const failed = undelivered[approverId]
  if (failed) return failed.retryAt
  const last = lastMails[approverId]
  return last ? new Date(Date.parse(last.at) + mailGapMs).toISOString() : createdOn
}

/** Approvers who still get a mail about the newest request, each with the time from which it may be sent. */
export const unsentMails = (state: Approval): readonly { readonly approverId: string; readonly from: string }[] =>
  unwritten(state).flatMap(approverId => {
    const from = state.request && dueFrom(state.request, state.lastMails, approverId)
    return from === undefined ? [] : [{ approverId, from }]
  })

/** Mails about the newest request that wait because the approver got one about the campaign a moment ago (APPROVAL-13). */
export const heldBackMails = (state: Approval) => {
  const { request } = state
  return request === undefined ? [] : unsentMails(state).filter(({ from }) => from > request.createdOn)
}

type Asked = Pick<ApprovalRequest, 'contentHash' | 'approvers' | 'requiredApprovals'>

const isSameQuestion = (one: Asked, other: Asked): boolean => {
  const idsOf = ({ approvers }: Asked) => [...new Set(approvers.map(a => a.approverId))].sort().join('\n')
  return (
    one.contentHash === other.contentHash &&
    one.requiredApprovals === other.requiredApprovals &&
    idsOf(one) === idsOf(other)
  )
}

/**
 * Whether a request would repeat the newest one: that is undecided, its links are valid, and it asks the same approvers for as many approvals
 * of the same content (APPROVAL-6).
 */
export const isRepeat = ({ request }: Approval, asked: Asked, at: string): boolean =>
  request !== undefined &&
  request.decision === undefined &&
  isSameQuestion(request, asked) &&
  Date.parse(at) <= linkEnd(request)

/**
 * The approvers whose mails were refused, were given up or wait for another try: a repeat of the request sends them at once
 * (APPROVAL-6).
 */
export const renewable = (state: Approval, at: string): readonly string[] => {
  const { request, mailing } = state
  if (request === undefined || request.decision !== undefined) return []
  const unsent = new Set(unwritten(state))
  const attemptFailed = mailing.notBefore !== undefined && mailing.notBefore > at
  const waits = ({ retryAt }: Undelivered) => retryAt === undefined || retryAt > at
  return request.approvers
    .map(a => a.approverId)
    .filter(id => {
      const failed = request.undelivered[id]
      if (request.votes[id]) return false
      return request.bounced.includes(id) || (failed && waits(failed)) || (attemptFailed && unsent.has(id))
    })
}

/** The decided request whose requester has not been notified. */
export const requestToAnswer = ({ request }: Approval): DecidedRequest | undefined =>
  request?.decision !== undefined && !request.requesterNotified ? request : undefined

/**
 * Whether mails are outstanding, and the time from which the first may be sent. A newer request replaces the mails of an
 * older one: only the newest is sent; it may be delayed but is never dropped (APPROVAL-13).
 */
export const dueMails = (state: Approval): { readonly open: boolean; readonly notBefore?: string } => {
  const answered = requestToAnswer(state)
  const first = answered
    ? answered.requesterUndelivered?.retryAt
    : unsentMails(state)
        .map(m => m.from)
        .sort()[0]
  if (first !== undefined) return { open: true, notBefore: first }
  return { open: answered !== undefined }
}
