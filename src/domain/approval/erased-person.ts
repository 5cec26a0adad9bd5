import { withoutApprover } from '../provisioning/erased-approver.ts'
import { erased } from '../shared/erased.ts'
import type { ApprovalRequest } from './request.ts'

/** The parts of a request that name an erased person: these approvers, and the requester of these requests. */
export type PersonInApproval = { readonly approverIds: readonly string[]; readonly approvalIdxs: readonly number[] }

type Votes = ApprovalRequest['votes']

const withoutComments = (votes: Votes, approverIds: readonly string[]): Votes =>
  Object.fromEntries(
    Object.entries(votes).map(([id, { decision, comment, at, ...sealed }]) =>
      approverIds.includes(id)
        ? [id, { decision, comment: comment === '' && sealed.sealedComment === undefined ? '' : erased, at }]
        : [id, { decision, comment, at, ...sealed }],
    ),
  )

/** A request without what it says about an erased person; votes still count (APPROVAL-20). */
export const withoutPerson = (request: ApprovalRequest, person: PersonInApproval): ApprovalRequest => {
  const { approvers, votes, approvalIdx } = request
  const { approverIds, approvalIdxs } = person
  const left = {
    ...request,
    approvers: approvers.map(one => (approverIds.includes(one.approverId) ? withoutApprover(one) : one)),
    votes: withoutComments(votes, approverIds),
  }
  if (!approvalIdxs.includes(approvalIdx)) return left
  const { sealedRequesterName: _, ...others } = left
  return { ...others, requesterName: erased, sealedRequesterEmail: '' }
}
