import type { RetailSettings } from '../provisioning/aggregates.ts'
import type { Decision } from './events.ts'
import type { ApprovalRequest } from './state.ts'

type Voting = Pick<ApprovalRequest, 'votes' | 'requiredApprovals' | 'approvers'>

/** The decision that the votes give: made as soon as the required number is reached, or out of reach (APPROVAL-4). */
export const outcome = (r: Voting): Decision | undefined => {
  const votes = Object.values(r.votes)
  const approvals = votes.filter(v => v.decision === 'Approved').length
  if (approvals >= r.requiredApprovals) return 'Approved'
  const open = r.approvers.length - votes.length
  return approvals + open < r.requiredApprovals ? 'Rejected' : undefined
}

/**
 * Whether the approvers who may still answer are too few: the others left the settings (APPROVAL-4). One whose mail did not arrive may still
 * answer, as a repeated request writes to them again under the same link (APPROVAL-6).
 */
export const isOutOfReach = (request: Voting, { approvers }: Pick<RetailSettings, 'approvers'>): boolean => {
  const stays = new Set(approvers.map(one => one.approverId))
  const counting = request.approvers.filter(({ approverId: id }) => request.votes[id] || stays.has(id))
  return outcome({ ...request, approvers: counting }) === 'Rejected'
}
