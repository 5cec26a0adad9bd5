import { approvalToken, type LinkTarget, readApprovalToken } from '../domain/approval/link.ts'
import type { Secrets } from '../ports/secrets.ts'

const purpose = 'approval-link'

/** The path of an approver's page (APPROVAL-9). */
export const approvalPath = (link: LinkTarget, secrets: Secrets): string =>
  `/approvals/${approvalToken(link, text => secrets.sign(purpose, text))}`

/** The target of a link's token; undefined if this service did not sign it. */
export const approvalTarget = (token: string, secrets: Secrets): LinkTarget | undefined =>
  readApprovalToken(token, (text, signature) => secrets.verify(purpose, text, signature))
