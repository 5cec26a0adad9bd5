/** What an approver's link stands for (decision 22). */
export type LinkTarget = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly approvalIdx: number
  readonly approverId: string
}

const signatureLength = 43

const payload = (l: LinkTarget): string => [l.accountId, l.retailCampaignIdx, l.approvalIdx, l.approverId].join(':')

/**
 * The token of an approver's link: what it stands for and an HMAC over it, in `[A-Za-z0-9_-]`. It is derived, never stored,
 * so that a repeated mail carries the same link (decision 22). `sign` answers 43 characters.
 */
export const approvalToken = (link: LinkTarget, sign: (text: string) => string): string =>
  Buffer.from(payload(link)).toString('base64url') + sign(payload(link))

/** What a token stands for; undefined when it was not made by us. */
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
