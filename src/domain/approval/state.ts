import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Attempts, ended, nextAttempt, notDone, renewed, untouched } from '../shared/claim.ts'
import type { ApprovalEvent } from './events.ts'
import { ApprovalRequest, type PendingRequest } from './request.ts'
import { failedAgain } from './undelivered.ts'

export { ApprovalRequest, type DecidedRequest } from './request.ts'

const Mailed = fields({ at: t.string, approvalIdx: integer(1) }, { bounced: t.string })

/**
 * A campaign's approval: its newest request, and the last mail to each approver about the campaign. `sending`: the last attempt that began to
 * send mails.
 */
export const Approval = fields(
  { lastMails: t.record(t.string, Mailed), mailing: Attempts },
  { request: ApprovalRequest, sending: integer(1) },
)
export type Approval = t.TypeOf<typeof Approval>

export const noApproval: Approval = { lastMails: {}, mailing: untouched }

/** The entries of a record without these keys. */
const without = <V>(record: Readonly<Record<string, V>>, keys: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))

type DataOf<N extends ApprovalEvent['type']> = Extract<ApprovalEvent, { type: N }>['data']

const inRequest = (state: Approval, approvalIdx: number, change: (r: ApprovalRequest) => ApprovalRequest): Approval =>
  state.request?.approvalIdx === approvalIdx ? { ...state, request: change(state.request) } : state

/** Whether the attempt that is under way has begun to send mails. */
export const isSending = ({ mailing, sending }: Approval): boolean => sending === nextAttempt(mailing)

/** Other mails are due: the attempt that sends those of before is over, so that they do not wait for it. */
const otherMails = (state: Approval): Attempts => (isSending(state) ? ended(state.mailing) : renewed(state.mailing))

/** Mails that did not arrive are due again. An attempt that is sending mails goes on. */
const repeated = (state: Approval, { approvalIdx, approverIds }: DataOf<'ApprovalRequestRepeated'>): Approval => {
  const bounced = approverIds.filter(id => state.lastMails[id]?.bounced !== undefined)
  const mailing = isSending(state) ? state.mailing : renewed(state.mailing)
  return inRequest({ ...state, mailing, lastMails: without(state.lastMails, bounced) }, approvalIdx, r => ({
    ...r,
    bounced: r.bounced.filter(id => !approverIds.includes(id)),
    undelivered: without(r.undelivered, approverIds),
  }))
}

/** A mail to this approver is settled: it was accepted, or refused for good. */
const settledMail = (
  state: Approval,
  { approvalIdx, approverId, at, reason }: DataOf<'ApprovalMailSent'> & { readonly reason?: string },
): Approval => {
  const mailed = { at, approvalIdx, ...(reason === undefined ? {} : { bounced: reason }) }
  const lastMails = { ...state.lastMails, [approverId]: mailed }
  return inRequest({ ...state, lastMails }, approvalIdx, r => ({
    ...r,
    bounced: reason === undefined ? r.bounced : [...r.bounced, approverId],
    undelivered: without(r.undelivered, [approverId]),
  }))
}

/** Mails to these approvers failed: they are tried again at `retryAt`, or given up without it. */
const undelivered = (
  state: Approval,
  { approvalIdx, approverIds, ...failure }: DataOf<'ApprovalMailsGivenUp'> & { readonly retryAt?: string },
): Approval =>
  inRequest(state, approvalIdx, r => ({
    ...r,
    undelivered: {
      ...r.undelivered,
      ...Object.fromEntries(approverIds.map(id => [id, failedAgain(r.undelivered[id], failure)])),
    },
  }))

/** The approval after an event; shared by the aggregate and the read model. */
export const evolveApproval = (state: Approval, event: ApprovalEvent): Approval => {
  switch (event.type) {
    case 'ApprovalRequested': {
      const { at, ...request } = event.data
      const pending: PendingRequest = {
        ...request,
        votes: {},
        bounced: [],
        undelivered: {},
        createdOn: at,
        updatedOn: at,
        requesterNotified: false,
      }
      return { ...state, request: pending, mailing: otherMails(state) }
    }
    case 'ApprovalDecisionRecorded': {
      const { approvalIdx, approverId, ...vote } = event.data
      return inRequest(state, approvalIdx, r => ({
        ...r,
        votes: { ...r.votes, [approverId]: vote },
        updatedOn: vote.at,
      }))
    }
    case 'ApprovalDecided': {
      const { approvalIdx, decision, at } = event.data
      return inRequest({ ...state, mailing: otherMails(state) }, approvalIdx, r => ({
        ...r,
        decision,
        updatedOn: at,
      }))
    }
    case 'ApprovalMailStarted':
      return { ...state, sending: event.data.attempt }
    case 'ApprovalRequestRepeated':
      return repeated(state, event.data)
    case 'ApprovalMailSent':
    case 'ApprovalMailBounced':
      return settledMail(state, event.data)
    case 'ApprovalMailsDeferred':
    case 'ApprovalMailsGivenUp':
      return undelivered(state, event.data)
    case 'RequesterMailDeferred':
      return inRequest(state, event.data.approvalIdx, r =>
        r.decision === undefined ? r : { ...r, requesterUndelivered: failedAgain(r.requesterUndelivered, event.data) },
      )
    case 'RequesterNotified':
      return inRequest(state, event.data.approvalIdx, r =>
        r.decision === undefined ? r : { ...r, requesterNotified: true },
      )
    case 'ApprovalMailFinished':
      return { ...state, mailing: ended(state.mailing) }
    case 'ApprovalMailAttemptFailed':
      return { ...state, mailing: notDone(state.mailing, event.data) }
  }
}
