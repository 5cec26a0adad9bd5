import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { wordsOf } from '../../codec/text.ts'
import { never } from '../shared/claim.ts'
import { dueFrom, dueMails } from './mails-due.ts'
import type { Approval, ApprovalRequest } from './state.ts'

/** Delivery of the newest mail to an approver (APPROVAL-17). */
export const Delivery = fields(
  {
    status: wordsOf(['Waiting', 'Sent', 'Deferred', 'Bounced', 'GivenUp', 'NotNeeded'], {
      Waiting: 'not tried yet',
      Sent: 'the mail server accepted the mail',
      Deferred: 'the last try failed; the next is at `nextTryOn`',
      Bounced: 'the mail server refused the address or the mail for good',
      GivenUp: 'it could not be sent for three days, or not before the link expired',
      NotNeeded: 'the approver or the others decided before it was sent',
    }),
    /** Tries that failed. */
    failures: integer(0),
  },
  {
    /** When the status was reached; for Deferred, when the last try failed. */
    updatedOn: t.string,
    nextTryOn: t.string,
    reason: t.string,
  },
)
export type Delivery = t.TypeOf<typeof Delivery>

const later = (a: string, b: string | undefined): string => (b !== undefined && b > a ? b : a)

/** A mail that is not settled. The whole attempt at the mails of the request may have failed, too. */
const unsettled = (state: Approval, request: ApprovalRequest, approverId: string): Delivery => {
  const { failures: failedAttempts, notBefore } = state.mailing
  const failed = request.undelivered[approverId]
  const failures = (failed?.tries ?? 0) + failedAttempts
  const why = failed ? { updatedOn: failed.at, reason: failed.reason } : {}
  const from = dueFrom(request, state.lastMails, approverId)
  if (from === undefined || notBefore === never) return { status: 'GivenUp', failures, ...why }
  return { status: failures > 0 ? 'Deferred' : 'Waiting', failures, ...why, nextTryOn: later(from, notBefore) }
}

/** How the mail of a request to an approver fared. */
export const deliveryOf = (state: Approval, request: ApprovalRequest, approverId: string): Delivery => {
  const mail = state.lastMails[approverId]
  if (mail?.approvalIdx === request.approvalIdx) {
    const { at: updatedOn, bounced: reason } = mail
    return reason === undefined
      ? { status: 'Sent', failures: 0, updatedOn }
      : { status: 'Bounced', failures: 1, updatedOn, reason }
  }
  return request.votes[approverId] || request.decision !== undefined
    ? { status: 'NotNeeded', failures: 0 }
    : unsettled(state, request, approverId)
}

/** Whether mails about the newest request were given up, and no other is outstanding. */
export const mailsGivenUp = (state: Approval): boolean => {
  const { request, mailing } = state
  if (request === undefined) return false
  if (dueMails(state).open) return mailing.notBefore === never
  return request.approvers.some(({ approverId }) => deliveryOf(state, request, approverId).status === 'GivenUp')
}
