import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { Approver } from '../provisioning/aggregates.ts'
import { decisions } from './events.ts'
import { Undelivered } from './undelivered.ts'

const Vote = fields({ decision: oneOf(...decisions), at: t.string }, { sealedComment: t.string })

const requestFields = {
  approvalIdx: integer(1),
  contentHash: t.string,
  requiredApprovals: integer(1),
  sealedRequesterName: t.string,
  sealedRequesterEmail: t.string,
  approvers: t.array(Approver),
  origin: t.string,
  votes: t.record(t.string, Vote),
  bounced: t.array(t.string),
  /** Mails that failed for now or were given up, by approver. */
  undelivered: t.record(t.string, Undelivered),
  createdOn: t.string,
  updatedOn: t.string,
}
/** A request without a decision yet; its requester has not been notified. */
const PendingRequest = fields({ ...requestFields, requesterNotified: t.literal(false) }, { decision: t.undefined })
export type PendingRequest = t.TypeOf<typeof PendingRequest>
const DecidedRequest = fields(
  { ...requestFields, requesterNotified: t.boolean, decision: oneOf(...decisions) },
  { requesterUndelivered: Undelivered },
)
export type DecidedRequest = t.TypeOf<typeof DecidedRequest>

/** A request for approval and its votes. */
export const ApprovalRequest = t.union([PendingRequest, DecidedRequest])
export type ApprovalRequest = t.TypeOf<typeof ApprovalRequest>
