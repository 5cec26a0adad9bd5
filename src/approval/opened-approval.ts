import type { ApprovalRequest } from '../domain/approval/request.ts'
import type { Approver } from '../domain/provisioning/aggregates.ts'
import { erased } from '../domain/shared/erased.ts'
import type { Secrets } from '../ports/secrets.ts'

type Opens = Pick<Secrets, 'unsealForAccount'>

/** An approver as people read it. `userEmail` and `userName` are `erased` where the person was erased (APPROVAL-20). */
export type OpenedApprover = {
  readonly approverId: string
  readonly userEmail: string
  readonly userName?: string
  readonly userId?: number
}

/** A text as people read it: opened, or `erased`. */
const textOf = async (accountId: string, sealed: string, secrets: Opens): Promise<string> =>
  (await secrets.unsealForAccount(accountId, sealed)) ?? erased

/** Opens what is known of an approver. */
export const openedApprover = async (
  accountId: string,
  { approverId, sealedEmail, sealedUserName, sealedUserId }: Approver,
  secrets: Opens,
): Promise<OpenedApprover> => {
  const unseal = (sealed: string) => secrets.unsealForAccount(accountId, sealed)
  const userEmail = await unseal(sealedEmail)
  if (userEmail === undefined) return { approverId, userEmail: erased, userName: erased }
  const userId = sealedUserId === undefined ? undefined : await unseal(sealedUserId)
  return {
    approverId,
    userEmail,
    ...(sealedUserName === undefined ? {} : { userName: await textOf(accountId, sealedUserName, secrets) }),
    ...(userId === undefined ? {} : { userId: Number(userId) }),
  }
}

/** The requester of a request. The address is undefined if it was erased. */
export const openedRequester = async (
  accountId: string,
  request: Pick<ApprovalRequest, 'sealedRequesterName' | 'sealedRequesterEmail'>,
  secrets: Opens,
): Promise<{ readonly name: string; readonly address: string | undefined }> => ({
  name: await textOf(accountId, request.sealedRequesterName, secrets),
  address: await secrets.unsealForAccount(accountId, request.sealedRequesterEmail),
})

type Vote = ApprovalRequest['votes'][string]

/** The comment of a vote; empty if there is none. */
export const commentOf = async (accountId: string, { sealedComment }: Vote, secrets: Opens): Promise<string> =>
  sealedComment === undefined ? '' : textOf(accountId, sealedComment, secrets)

/** A request as people read it: approvers opened, and the comments of votes. */
export type OpenedRequest = {
  readonly request: ApprovalRequest
  readonly requesterName: string
  readonly approvers: readonly OpenedApprover[]
  readonly comments: ReadonlyMap<string, string>
}

/** Opens a request for pages, mails and its status. */
export const openedRequest = async (
  accountId: string,
  request: ApprovalRequest,
  secrets: Opens,
): Promise<OpenedRequest> => {
  const votes = Object.entries(request.votes)
  const comments = await Promise.all(
    votes.map(async ([id, vote]) => [id, await commentOf(accountId, vote, secrets)] as const),
  )
  return {
    request,
    requesterName: (await openedRequester(accountId, request, secrets)).name,
    approvers: await Promise.all(request.approvers.map(one => openedApprover(accountId, one, secrets))),
    comments: new Map(comments),
  }
}
