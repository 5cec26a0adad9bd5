import { type Delivery, deliveryOf } from '../../domain/approval/delivery.ts'
import type { ApprovalRequest } from '../../domain/approval/request.ts'
import type { Approval } from '../../domain/approval/state.ts'
import { type ApprovalStatus, approvalStatus, approverStatus } from '../../domain/approval/status.ts'
import type { Approver, RetailSettings } from '../../domain/provisioning/aggregates.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { isSamePerson } from '../people/same-person.ts'
import type { AuditReader } from '../reader.ts'

/** An approver of a request as it was: the answer, and how the mail fared. As auditors read it: `email` is masked or `erased`. */
export type PastApprover = {
  readonly name: string
  readonly email: string
  readonly status: ApprovalStatus
  readonly at?: string
  readonly comment?: string
  readonly mail: Delivery
  /** The approver is the person who asked. */
  readonly isRequester: boolean
}

/** The newest request for approval as it was. */
export type PastRequest = {
  readonly approvalIdx: number
  readonly requestedAt: string
  readonly requester: { readonly name: string; readonly email: string }
  readonly contentHash: string
  readonly requiredApprovals: number
  readonly decision: 'Approved' | 'Rejected' | null
  readonly approvers: readonly PastApprover[]
}

/** `approvedHash`: the hash of the content that was approved by the newest request; null if none was. */
export type PastApproval = {
  readonly status: ApprovalStatus
  readonly approvedHash: string | null
  readonly request: PastRequest | null
}

type Members = Readonly<Record<string, unknown>>

const textOf = (members: Members, name: string): string | undefined => {
  const text = members[name]
  return typeof text === 'string' ? text : undefined
}

type Reading = {
  /** Members that name a person, as auditors read them. */
  readonly shown: (members: Members) => Promise<Members>
  /** Whether two sealed addresses are of one person. */
  readonly isSame: (...sealed: readonly [string, string]) => Promise<boolean>
}

const requesterOf = async (request: ApprovalRequest, { shown }: Reading): Promise<PastRequest['requester']> => {
  const { sealedRequesterName, sealedRequesterEmail } = request
  const members = await shown({ sealedRequesterName, sealedRequesterEmail })
  return { name: textOf(members, 'requesterName') ?? '', email: textOf(members, 'sealedRequesterEmail') ?? '' }
}

const pastRequest = async (
  state: Approval,
  settings: RetailSettings,
  isInvalid: boolean,
  reading: Reading,
): Promise<PastRequest | null> => {
  const { request } = state
  if (request === undefined) return null
  const { approvalIdx, createdOn, contentHash, requiredApprovals } = request
  const pastApprover = async (approver: Approver): Promise<PastApprover> => {
    const { approverId } = approver
    const vote = request.votes[approverId]
    const members = await reading.shown({ ...approver, ...vote })
    return {
      name: textOf(members, 'userName') ?? 'External User',
      email: textOf(members, 'sealedEmail') ?? '',
      // an answer was given, whatever became of the content later
      status: vote?.decision ?? approverStatus(request, approverId, settings, isInvalid),
      ...(vote ? { at: vote.at, comment: textOf(members, 'comment') ?? '' } : {}),
      mail: deliveryOf(state, request, approverId),
      isRequester: await reading.isSame(approver.sealedEmail, request.sealedRequesterEmail),
    }
  }
  return {
    approvalIdx,
    requestedAt: createdOn,
    requester: await requesterOf(request, reading),
    contentHash,
    requiredApprovals,
    decision: request.decision ?? null,
    approvers: await Promise.all(request.approvers.map(pastApprover)),
  }
}

/** The approval of a campaign as it was, with this content and these settings (APPROVAL-8), as auditors read it now. */
export const pastApproval = async (
  state: Approval,
  settings: RetailSettings,
  { accountId, contentHash }: { readonly accountId: string; readonly contentHash: string },
  { reader, secrets }: { readonly reader: AuditReader; readonly secrets: Secrets },
): Promise<PastApproval> => {
  const status = approvalStatus(state.request, settings, contentHash)
  const { request } = state
  const reading: Reading = {
    shown: async members => (await reader.shown(accountId, members)) as Members,
    isSame: (...sealed) => isSamePerson(accountId, sealed, secrets),
  }
  return {
    status,
    approvedHash: request?.decision === 'Approved' ? request.contentHash : null,
    request: await pastRequest(state, settings, status === 'Invalid', reading),
  }
}
