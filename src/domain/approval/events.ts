import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { Approver } from '../provisioning/aggregates.ts'
import { At, fact } from '../shared/fact.ts'

export const decisions = ['Approved', 'Rejected'] as const
export type Decision = (typeof decisions)[number]

/** These approvers were asked to approve this content. An earlier request of the campaign is void from here on. */
export const ApprovalRequested = fact(
  'ApprovalRequested',
  fields({
    approvalIdx: integer(1),
    contentHash: t.string,
    requiredApprovals: integer(1),
    requesterName: t.string,
    sealedRequesterEmail: t.string,
    approvers: t.array(Approver),
    origin: t.string,
    at: At,
  }),
)
/** An approver answered; that vote stands. */
export const ApprovalDecisionRecorded = fact(
  'ApprovalDecisionRecorded',
  fields({ approvalIdx: integer(1), approverId: t.string, decision: oneOf(...decisions), comment: t.string, at: At }),
)
/** The votes decide the request: enough approvals, or too many rejections. */
export const ApprovalDecided = fact(
  'ApprovalDecided',
  fields({ approvalIdx: integer(1), decision: oneOf(...decisions), at: At }),
)
/** A worker has begun to write the mails that are due. */
export const ApprovalMailStarted = fact(
  'ApprovalMailStarted',
  fields({ worker: t.string, attempt: integer(1), at: At }),
)
/** That worker is alive. */
export const ApprovalMailHeartbeat = fact('ApprovalMailHeartbeat', fields({ attempt: integer(1), at: At }))
/** The mail server accepted the mail to this approver. */
export const ApprovalMailSent = fact(
  'ApprovalMailSent',
  fields({ approvalIdx: integer(1), approverId: t.string, at: At }),
)
/** The mail server refused this approver's address for good. */
export const ApprovalMailBounced = fact(
  'ApprovalMailBounced',
  fields({ approvalIdx: integer(1), approverId: t.string, reason: t.string, at: At }),
)
/** The requester was told of the decision, or cannot be (the reason says why). */
export const RequesterNotified = fact(
  'RequesterNotified',
  fields({ approvalIdx: integer(1), at: At }, { failure: t.string }),
)
/** That worker has done what was due. */
export const ApprovalMailFinished = fact('ApprovalMailFinished', fields({ attempt: integer(1), at: At }))
/** An attempt ended without a result: it failed (without retryAt it was the last), or its node stopped (released). */
export const ApprovalMailAttemptFailed = fact(
  'ApprovalMailAttemptFailed',
  fields({ attempt: integer(1), reason: t.string, at: At }, { retryAt: At, released: t.literal(true) }),
)

export const ApprovalEvent = t.union([
  ApprovalRequested,
  ApprovalDecisionRecorded,
  ApprovalDecided,
  ApprovalMailStarted,
  ApprovalMailHeartbeat,
  ApprovalMailSent,
  ApprovalMailBounced,
  RequesterNotified,
  ApprovalMailFinished,
  ApprovalMailAttemptFailed,
])
export type ApprovalEvent = t.TypeOf<typeof ApprovalEvent>
