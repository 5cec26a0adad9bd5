import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { Approver } from '../provisioning/aggregates.ts'
import { Attempts, claimed, notDone, renewed, untouched } from '../shared/claim.ts'
import { type ApprovalEvent, decisions } from './events.ts'

const Vote = fields({ decision: oneOf(...decisions), comment: t.string, at: t.string })
const Mailed = fields({ at: t.string, approvalIdx: integer(1) }, { bounced: t.string })

const requestFields = {
  approvalIdx: integer(1),
  contentHash: t.string,
  requiredApprovals: integer(1),
  requesterName: t.string,
  sealedRequesterEmail: t.string,
  approvers: t.array(Approver),
  origin: t.string,
  votes: t.record(t.string, Vote),
  bounced: t.array(t.string),
  createdOn: t.string,
  updatedOn: t.string,
}
/** A request without a decision yet; its requester has not been notified. */
const PendingRequest = fields({ ...requestFields, requesterNotified: t.literal(false) }, { decision: t.undefined })
type PendingRequest = t.TypeOf<typeof PendingRequest>
const DecidedRequest = fields({ ...requestFields, requesterNotified: t.boolean, decision: oneOf(...decisions) })
export type DecidedRequest = t.TypeOf<typeof DecidedRequest>

/** A request for approval and its votes. */
export const ApprovalRequest = t.union([PendingRequest, DecidedRequest])
export type ApprovalRequest = t.TypeOf<typeof ApprovalRequest>

/** A campaign's approval: its newest request, and the last mail to each approver about the campaign. */
export const Approval = fields(
  { lastMails: t.record(t.string, Mailed), mailing: Attempts },
  { request: ApprovalRequest },
)
export type Approval = t.TypeOf<typeof Approval>

export const noApproval: Approval = { lastMails: {}, mailing: untouched }

const inRequest = (state: Approval, approvalIdx: number, change: (r: ApprovalRequest) => ApprovalRequest): Approval =>
  state.request?.approvalIdx === approvalIdx ? { ...state, request: change(state.request) } : state

/** The approval after an event; shared by the aggregate and the read model. */
export const evolveApproval = (state: Approval, event: ApprovalEvent): Approval => {
  switch (event.type) {
    case 'ApprovalRequested': {
      const { at, ...request } = event.data
      const pending: PendingRequest = {
        ...request,
        votes: {},
        bounced: [],
        createdOn: at,
        updatedOn: at,
        requesterNotified: false,
      }
      return { ...state, request: pending, mailing: renewed(state.mailing) }
    }
    case 'ApprovalDecisionRecorded': {
      const { approvalIdx, approverId, decision, comment, at } = event.data
      return inRequest(state, approvalIdx, r => ({
        ...r,
        votes: { ...r.votes, [approverId]: { decision, comment, at } },
        updatedOn: at,
      }))
    }
    case 'ApprovalDecided': {
      const { approvalIdx, decision, at } = event.data
      return inRequest({ ...state, mailing: renewed(state.mailing) }, approvalIdx, r => ({
        ...r,
        decision,
        updatedOn: at,
      }))
    }
    case 'ApprovalMailStarted':
      return { ...state, mailing: claimed(state.mailing, event.data.worker, event.data.attempt) }
    case 'ApprovalMailSent': {
      const { approverId, approvalIdx, at } = event.data
      return { ...state, lastMails: { ...state.lastMails, [approverId]: { at, approvalIdx } } }
    }
    case 'ApprovalMailBounced': {
      const { approverId, approvalIdx, reason, at } = event.data
      const lastMails = { ...state.lastMails, [approverId]: { at, approvalIdx, bounced: reason } }
      return inRequest({ ...state, lastMails }, approvalIdx, r => ({ ...r, bounced: [...r.bounced, approverId] }))
    }
    case 'RequesterNotified':
      return inRequest(state, event.data.approvalIdx, r =>
        r.decision === undefined ? r : { ...r, requesterNotified: true },
      )
    case 'ApprovalMailFinished':
      return { ...state, mailing: renewed(state.mailing) }
    case 'ApprovalMailAttemptFailed':
      return { ...state, mailing: notDone(state.mailing, event.data) }
    case 'ApprovalMailHeartbeat':
      return state
  }
}
