import type * as t from 'io-ts'
import { type OpenedApprover, openedApprover } from '../approval/opened-approval.ts'
import type { Approver } from '../domain/provisioning/aggregates.ts'
import type { ApproverBody } from '../domain/provisioning/settings-body.ts'
import { mailboxOf } from '../domain/shared/mailbox.ts'
import type { Secrets } from '../ports/secrets.ts'

type Sent = t.TypeOf<typeof ApproverBody>

/** All spellings of a mail address are one approver (APPROVAL-4). */
export const comparable = ({ userEmail }: Pick<Sent, 'userEmail'>): string => mailboxOf(userEmail)

const sealed = async (
  secrets: Secrets,
  accountId: string,
  approverId: string,
  { userEmail, userName, userId }: Sent,
): Promise<Approver> => {
  const seal = (plain: string) => secrets.sealForPerson(accountId, userEmail, plain)
  return {
    approverId,
    sealedEmail: await seal(userEmail),
    ...(userName === undefined ? {} : { sealedUserName: await seal(userName) }),
    ...(userId === undefined ? {} : { sealedUserId: await seal(String(userId)) }),
  }
}

type Known = { readonly approver: Approver; readonly opened: OpenedApprover }

/** Stored approvers by address; those who were erased are all under one that nobody sends. */
const byAddress = async (
  secrets: Secrets,
  accountId: string,
  stored: readonly Approver[],
): Promise<ReadonlyMap<string, Known>> => {
  const found = new Map<string, Known>()
  for (const approver of stored) {
    const opened = await openedApprover(accountId, approver, secrets)
    found.set(comparable(opened), { approver, opened })
  }
  return found
}

const isSame = (sent: Sent, { userEmail, userName, userId }: OpenedApprover): boolean =>
  sent.userEmail === userEmail && sent.userName === userName && sent.userId === userId

/**
 * Approvers as stored. An address that is already among them keeps its id: votes and links name it. A seal differs each
 * time, so existing ones are kept: sending the same settings again changes nothing.
 */
export const sealedApprovers = async (
  secrets: Secrets,
  accountId: string,
  sent: readonly Sent[],
  before: readonly Approver[],
): Promise<Approver[]> => {
  const known = await byAddress(secrets, accountId, before)
  const approvers: Approver[] = []
  for (const one of sent) {
    const old = known.get(comparable(one))
    const isKept = old !== undefined && isSame(one, old.opened)
    const approverId = old?.approver.approverId ?? (await secrets.personOf(accountId, one.userEmail))
    approvers.push(isKept ? old.approver : await sealed(secrets, accountId, approverId, one))
  }
  return approvers
}
