import type { ApprovalCommand } from '../../../src/domain/approval/approval.ts'
import type { ApprovalEvent, Decision } from '../../../src/domain/approval/events.ts'

type Requested = Extract<ApprovalEvent, { type: 'ApprovalRequested' }>

export const ann = { approverId: 'ann', sealedEmail: 'sealed-ann', sealedUserName: 'sealed-ann-ashby' }
export const bob = { approverId: 'bob', sealedEmail: 'sealed-bob' }
export const day = '2026-05-01T10:00:00.000Z'
export const later = '2026-05-01T11:00:00.000Z'

/** Two approvers were asked; both must approve. */
export const requested = (over: Partial<Requested['data']> = {}): Requested => ({
  type: 'ApprovalRequested',
  data: {
    approvalIdx: 7,
    contentHash: 'content-1',
    requiredApprovals: 2,
    sealedRequesterName: 'sealed-rob-reed',
    sealedRequesterEmail: 'sealed-rob',
    approvers: [ann, bob],
    origin: 'http://localhost',
    at: day,
    ...over,
  },
})

export const ask = (over: Partial<Requested['data']> = {}): ApprovalCommand => {
  const { at, ...request } = requested(over).data
  return { kind: 'RequestApproval', request, at }
}

type Decide = Extract<ApprovalCommand, { kind: 'Decide' }>
export const decideAs = (
  who: { readonly approverId: string },
  decision: Decision,
  over: Partial<Decide> = {},
): Decide => ({
  kind: 'Decide',
  approvalIdx: 7,
  approverId: who.approverId,
  decision,
  contentHash: 'content-1',
  at: later,
  ...over,
})

export const decisionRecorded = (
  who: { readonly approverId: string },
  decision: Decision = 'Approved',
  over = {},
): ApprovalEvent => ({
  type: 'ApprovalDecisionRecorded',
  data: { approvalIdx: 7, approverId: who.approverId, decision, at: later, ...over },
})
export const decided = (decision: Decision): ApprovalEvent => ({
  type: 'ApprovalDecided',
  data: { approvalIdx: 7, decision, at: later },
})
export const mailStarted: ApprovalEvent = { type: 'ApprovalMailStarted', data: { attempt: 1, at: day } }
export const mailSent = (who: { readonly approverId: string }): ApprovalEvent => ({
  type: 'ApprovalMailSent',
  data: { approvalIdx: 7, approverId: who.approverId, at: day },
})
export const mailBounced = (who: { readonly approverId: string }): ApprovalEvent => ({
  type: 'ApprovalMailBounced',
  data: { approvalIdx: 7, approverId: who.approverId, reason: 'the server knows no such mailbox', at: day },
})
export const requestRepeated = (...approverIds: readonly string[]): ApprovalEvent => ({
  type: 'ApprovalRequestRepeated',
  data: { approvalIdx: 7, approverIds: [...approverIds], at: later },
})
export const mailsDeferred = (retryAt: string, at: string, ...approverIds: readonly string[]): ApprovalEvent => ({
  type: 'ApprovalMailsDeferred',
  data: { approvalIdx: 7, approverIds: [...approverIds], reason: 'the server is busy', retryAt, at },
})
export const mailsGivenUp = (at: string, ...approverIds: readonly string[]): ApprovalEvent => ({
  type: 'ApprovalMailsGivenUp',
  data: { approvalIdx: 7, approverIds: [...approverIds], reason: 'the server is busy', at },
})
export const requesterMailDeferred = (retryAt: string, at = later): ApprovalEvent => ({
  type: 'RequesterMailDeferred',
  data: { approvalIdx: 7, reason: 'the server is busy', retryAt, at },
})
export const requesterNotified = (failure?: string): ApprovalEvent => ({
  type: 'RequesterNotified',
  data: { approvalIdx: 7, at: later, ...(failure === undefined ? {} : { failure }) },
})
export const mailFinished: ApprovalEvent = { type: 'ApprovalMailFinished', data: { attempt: 1, at: day } }
export const mailAttemptFailed: ApprovalEvent = {
  type: 'ApprovalMailAttemptFailed',
  data: { attempt: 1, reason: 'the mail server does not answer', retryAt: later, at: day },
}
/** Both approved. */
export const approved = (): readonly ApprovalEvent[] => [
  requested(),
  decisionRecorded(ann),
  decisionRecorded(bob),
  decided('Approved'),
]
