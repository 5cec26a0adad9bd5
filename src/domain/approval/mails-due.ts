import type { Approval, DecidedRequest } from './state.ts'

/** Milliseconds between two mails to one approver about one campaign (APPROVAL-13). */
export const mailGapMs = 10 * 60_000

/** Approvers without a mail about the newest request, each with the time from which a mail may be sent. */
export const unsentMails = (state: Approval): readonly { readonly approverId: string; readonly from: string }[] => {
  const { request } = state
  if (!request || request.decision !== undefined) return []
  return request.approvers.flatMap(({ approverId }) => {
    const last = state.lastMails[approverId]
    if (last?.approvalIdx === request.approvalIdx || request.votes[approverId]) return []
    const from = last ? new Date(Date.parse(last.at) + mailGapMs).toISOString() : request.createdOn
    return [{ approverId, from }]
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
  if (requestToAnswer(state)) return { open: true }
  const froms = unsentMails(state)
    .map(m => m.from)
    .sort()
  const first = froms[0]
  return first === undefined ? { open: false } : { open: true, notBefore: first }
}
