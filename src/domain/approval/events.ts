import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { Approver } from '../provisioning/aggregates.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { because, count } from '../shared/wording.ts'

export const decisions = ['Approved', 'Rejected'] as const
export type Decision = (typeof decisions)[number]

/**
 * These approvers were asked to approve this content. Earlier requests of the campaign are void from now on. What is known of
 * the requester is sealed under the person's key.
 */
export const ApprovalRequested = fact(
  'ApprovalRequested',
  fields({
    approvalIdx: integer(1),
    contentHash: t.string,
    requiredApprovals: integer(1),
    sealedRequesterName: t.string,
    sealedRequesterEmail: t.string,
    approvers: t.array(Approver),
    origin: t.string,
    at: At,
  }),
  ({ approvers, requesterName, requiredApprovals }) =>
    `${requesterName} asked ${count(approvers.length, 'approver')} for approval; ${count(requiredApprovals, 'approval is', 'approvals are')} needed.`,
  { shown: t.type({ requesterName: t.string, approvers: t.array(t.unknown), requiredApprovals: integer(1) }) },
)
/** The request was made again for the same content: mails to these approvers that did not arrive are tried again from now on. */
export const ApprovalRequestRepeated = fact(
  'ApprovalRequestRepeated',
  fields({ approvalIdx: integer(1), approverIds: t.array(t.string), at: At }),
  ({ approverIds }) =>
    `The request was repeated; mails to ${count(approverIds.length, 'approver')} that could not be sent are tried again.`,
)
/** An approver voted; the vote is final. `sealedComment`: absent without a comment. */
export const ApprovalDecisionRecorded = fact(
  'ApprovalDecisionRecorded',
  fields(
    { approvalIdx: integer(1), approverId: t.string, decision: oneOf(...decisions), at: At },
    { sealedComment: t.string },
  ),
  ({ decision, comment }) => `An approver answered ${decision}${comment === undefined ? '' : `: “${comment}”`}.`,
  { shown: fields({ decision: oneOf(...decisions) }, { comment: t.string }) },
)
/** The votes decided the request: enough approvals, or too many rejections. */
export const ApprovalDecided = fact(
  'ApprovalDecided',
  fields({ approvalIdx: integer(1), decision: oneOf(...decisions), at: At }),
  ({ decision }) => `The request was decided: ${decision}.`,
)
/** An attempt begins to send the due mails: the mails that follow without an outcome may have been sent by it. */
export const ApprovalMailStarted = fact('ApprovalMailStarted', fields({ attempt: integer(1), at: At }), routine)
/** The mail server accepted the mail to this approver. */
export const ApprovalMailSent = fact(
  'ApprovalMailSent',
  fields({ approvalIdx: integer(1), approverId: t.string, at: At }),
  () => 'A mail was sent to an approver.',
)
/** The mail server permanently refused this approver's address. */
export const ApprovalMailBounced = fact(
  'ApprovalMailBounced',
  fields({ approvalIdx: integer(1), approverId: t.string, reason: t.string, at: At }),
  ({ reason }) => `A mail to an approver bounced${because(reason)}`,
)
/** The mail server did not accept the mails to these approvers for now. They are tried again at retryAt. */
export const ApprovalMailsDeferred = fact(
  'ApprovalMailsDeferred',
  fields({ approvalIdx: integer(1), approverIds: t.array(t.string), reason: t.string, retryAt: At, at: At }),
  ({ approverIds, reason }) =>
    `Mails to ${count(approverIds.length, 'approver')} could not be sent yet and are tried again${because(reason)}`,
)
/** The mails to these approvers could not be sent for too long and are not tried any more. */
export const ApprovalMailsGivenUp = fact(
  'ApprovalMailsGivenUp',
  fields({ approvalIdx: integer(1), approverIds: t.array(t.string), reason: t.string, at: At }),
  ({ approverIds, reason }) =>
    `Mails to ${count(approverIds.length, 'approver')} could not be sent and are not tried any more${because(reason)}`,
)
/** The mail server did not accept the mail about the decision for now. It is tried again at retryAt. */
export const RequesterMailDeferred = fact(
  'RequesterMailDeferred',
  fields({ approvalIdx: integer(1), reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `The requester could not be notified yet; the mail is tried again${because(reason)}`,
)
/** The requester was notified of the decision, or could not be (`failure` gives the reason). */
export const RequesterNotified = fact(
  'RequesterNotified',
  fields({ approvalIdx: integer(1), at: At }, { failure: t.string }),
  ({ failure }) =>
    failure === undefined
      ? 'The requester was notified of the decision.'
      : `The requester could not be notified${because(failure)}`,
)
/** All due mails were sent. */
export const ApprovalMailFinished = fact('ApprovalMailFinished', fields({ attempt: integer(1), at: At }), routine)
/** An attempt failed; without retryAt for the last time. */
export const ApprovalMailAttemptFailed = fact(
  'ApprovalMailAttemptFailed',
  fields({ attempt: integer(1), reason: t.string, at: At }, { retryAt: At }),
  ({ reason }) => `Mails could not be sent${because(reason)}`,
)

export const ApprovalEvent = t.union([
  ApprovalRequested,
  ApprovalRequestRepeated,
  ApprovalDecisionRecorded,
  ApprovalDecided,
  ApprovalMailStarted,
  ApprovalMailSent,
  ApprovalMailBounced,
  ApprovalMailsDeferred,
  ApprovalMailsGivenUp,
  RequesterMailDeferred,
  RequesterNotified,
  ApprovalMailFinished,
  ApprovalMailAttemptFailed,
])
export type ApprovalEvent = t.TypeOf<typeof ApprovalEvent>
