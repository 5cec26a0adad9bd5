import type * as t from 'io-ts'
import type { Approver } from '../domain/provisioning/aggregates.ts'
import type { ApproverBody } from '../domain/provisioning/settings-body.ts'
import type { Secrets } from '../ports/secrets.ts'

type Sent = t.TypeOf<typeof ApproverBody>

/** Addresses compare case-insensitively (APPROVAL-4). */
export const comparable = ({ userEmail }: Sent): string => userEmail.toLowerCase()

/** The id of a new approver, derived from the address. */
const newApproverId = (secrets: Secrets, accountId: string, sent: Sent): string =>
  secrets.sign('approver', `${accountId}:${comparable(sent)}`).slice(0, 22)

/** Stored approvers by address. An erased address is none. */
const byAddress = async (
  secrets: Secrets,
  accountId: string,
  stored: readonly Approver[],
): Promise<ReadonlyMap<string, { readonly approver: Approver; readonly userEmail: string }>> => {
  const found = new Map<string, { approver: Approver; userEmail: string }>()
  for (const approver of stored) {
    const userEmail = await secrets.unsealForAccount(accountId, approver.sealedEmail)
    if (userEmail !== undefined) found.set(comparable({ userEmail }), { approver, userEmail })
  }
  return found
}

/**
 * Approvers as stored. An address that is already among them keeps its id, whatever the signing key is now: votes and links
 * name it. A seal differs each time, so existing ones are kept: sending the same settings again changes nothing.
 */
export const sealedApprovers = async (
  secrets: Secrets,
  accountId: string,
  sent: readonly Sent[],
  before: readonly Approver[],
): Promise<Approver[]> => {
  const known = await byAddress(secrets, accountId, before)
  const approvers: Approver[] = []
  for (const approver of sent) {
    const { userEmail, ...rest } = approver
    const old = known.get(comparable(approver))
    const approverId = old?.approver.approverId ?? newApproverId(secrets, accountId, approver)
    const same = old?.userEmail === userEmail
    const sealedEmail = same ? old.approver.sealedEmail : await secrets.sealForAccount(accountId, userEmail)
    approvers.push({ approverId, sealedEmail, ...rest })
  }
  return approvers
}
