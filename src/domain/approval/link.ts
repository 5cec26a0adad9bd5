/** The target of an approver's link (APPROVAL-9). */
export type LinkTarget = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly approvalIdx: number
  readonly approverId: string
}

/** Days that a link in an approval mail is valid (APPROVAL-9). */
export const linkDays = 14

/** The time when the links of a request expire, in milliseconds since 1970. */
export const linkEnd = ({ createdOn }: { readonly createdOn: string }): number =>
  Date.parse(createdOn) + linkDays * 86_400_000

const signatureLength = 43

const payload = (l: LinkTarget): string => [l.accountId, l.retailCampaignIdx, l.approvalIdx, l.approverId].join(':')

/**
 * The token of an approver's link: its target and an HMAC of it, in `[A-Za-z0-9_-]`. It is derived, never stored, so that a
 * repeated mail has the same link (APPROVAL-9). `sign` returns 43 characters.
 */
export const approvalToken = (link: LinkTarget, sign: (text: string) => string): string =>
  Buffer.from(payload(link)).toString('base64url') + sign(payload(link))

/** The target of a token; undefined if Endcap did not issue it. */
export const readApprovalToken = (
  token: string,
  verify: (text: string, signature: string) => boolean,
): LinkTarget | undefined => {
  if (!/^[A-Za-z0-9_-]{44,512}$/.test(token)) return undefined
  const text = Buffer.from(token.slice(0, -signatureLength), 'base64url').toString()
  if (!verify(text, token.slice(-signatureLength))) return undefined
  const [accountId = '', campaign = '', approval = '', approverId = ''] = text.split(':')
  return { accountId, retailCampaignIdx: Number(campaign), approvalIdx: Number(approval), approverId }
}
