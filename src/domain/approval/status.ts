import { wordsOf } from '../../codec/text.ts'
import type { RetailSettings } from '../provisioning/aggregates.ts'
import { isOutOfReach } from './outcome.ts'
import type { ApprovalRequest } from './state.ts'

export const approvalStatuses = ['Pending', 'Approved', 'Rejected', 'Unavailable', 'Invalid'] as const
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** What each status means to readers, of a request and of one approver (APPROVAL-4, APPROVAL-8). */
export const ShownApprovalStatus = wordsOf(approvalStatuses, {
  Pending: 'asked and not decided yet',
  Approved: 'enough approvers approved, or none are configured',
  Rejected: 'enough approvals can no longer be reached',
  Unavailable: 'not asked yet, or the approver cannot be reached',
  Invalid: 'the content changed after the request; ask again',
})

/** The campaign's approval status (APPROVAL-8), from its newest request, the settings and its current content. */
export const approvalStatus = (
  request: ApprovalRequest | undefined,
  settings: Pick<RetailSettings, 'approvers'>,
  contentHash: string,
): ApprovalStatus => {
  if (settings.approvers.length === 0) return 'Approved'
  if (request === undefined) return 'Unavailable'
  if (request.contentHash !== contentHash) return 'Invalid'
  if (request.decision !== undefined) return request.decision
  return isOutOfReach(request, settings) ? 'Rejected' : 'Pending'
}

/** The status of one approver (APPROVAL-8). `superseded`: a newer request or other content has replaced the request. */
export const approverStatus = (
  request: ApprovalRequest,
  approverId: string,
  settings: Pick<RetailSettings, 'approvers'>,
  superseded: boolean,
): ApprovalStatus => {
  if (superseded) return 'Invalid'
  const vote = request.votes[approverId]
  if (vote) return vote.decision
  const gone = !settings.approvers.some(a => a.approverId === approverId)
  const failed = request.undelivered[approverId]
  const unreached = request.bounced.includes(approverId) || (failed !== undefined && failed.retryAt === undefined)
  return gone || unreached ? 'Unavailable' : 'Pending'
}
