/** The target of an approver's link (APPROVAL-9). */
export type LinkTarget = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly approvalIdx: number
  readonly approverId: string
}

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
