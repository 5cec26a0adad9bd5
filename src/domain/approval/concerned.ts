import type { ApprovalEvent } from './events.ts'

/** Whom an event of an approval is about. `ids`: approvers of the request; `requester`: as what its requester is. */
export type Concerned = {
  readonly approvalIdx: number
  readonly role: 'approver' | 'recipient'
  readonly ids: readonly string[]
  readonly requester?: 'requester' | 'recipient'
}

/** Whom an event of an approval is about; undefined if nobody. */
export const concernedBy = ({ type, data }: ApprovalEvent): Concerned | undefined => {
  switch (type) {
    case 'ApprovalRequested': {
      const { approvalIdx, approvers } = data
      return { approvalIdx, role: 'approver', ids: approvers.map(a => a.approverId), requester: 'requester' }
    }
    case 'ApprovalDecisionRecorded':
      return { approvalIdx: data.approvalIdx, role: 'approver', ids: [data.approverId] }
    case 'ApprovalMailSent':
    case 'ApprovalMailBounced':
      return { approvalIdx: data.approvalIdx, role: 'recipient', ids: [data.approverId] }
    case 'ApprovalRequestRepeated':
    case 'ApprovalMailsDeferred':
    case 'ApprovalMailsGivenUp':
      return { approvalIdx: data.approvalIdx, role: 'recipient', ids: data.approverIds }
    case 'RequesterMailDeferred':
    case 'RequesterNotified':
      return { approvalIdx: data.approvalIdx, role: 'recipient', ids: [], requester: 'recipient' }
    case 'ApprovalDecided':
    case 'ApprovalMailStarted':
    case 'ApprovalMailFinished':
    case 'ApprovalMailAttemptFailed':
      return undefined
  }
}
