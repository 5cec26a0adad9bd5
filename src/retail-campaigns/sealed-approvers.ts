import type * as t from 'io-ts'
import type { Approver } from '../domain/provisioning/aggregates.ts'
import type { ApproverBody } from '../domain/provisioning/settings-body.ts'
import type { Secrets } from '../ports/secrets.ts'

type Sent = t.TypeOf<typeof ApproverBody>

/** The id of an approver, derived from the address; addresses compare case-insensitively (APPROVAL-4). */
export const approverIdOf = (secrets: Secrets, accountId: string, { userEmail }: Sent): string =>
  secrets.sign('approver', `${accountId}:${userEmail.toLowerCase()}`).slice(0, 22)

/** Approvers as stored. A seal differs each time, so existing ones are kept: sending the same settings again changes nothing. */
export const sealedApprovers = async (
  secrets: Secrets,
  accountId: string,
  sent: readonly Sent[],
  before: readonly Approver[],
): Promise<Approver[]> => {
  const approvers: Approver[] = []
  for (const approver of sent) {
    const { userEmail, ...rest } = approver
    const approverId = approverIdOf(secrets, accountId, approver)
    const known = before.find(a => a.approverId === approverId)
    const same = known && (await secrets.unsealForAccount(accountId, known.sealedEmail)) === userEmail
    const sealedEmail = same ? known.sealedEmail : await secrets.sealForAccount(accountId, userEmail)
    approvers.push({ approverId, sealedEmail, ...rest })
  }
  return approvers
}
