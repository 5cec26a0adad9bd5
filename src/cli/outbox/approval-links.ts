import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Decodes quoted-printable text. */
const unwrapped = (eml: string): string =>
  eml
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The approval link in a mail file; undefined if there is none. */
export const approvalLinkIn = (eml: string): string | undefined =>
  unwrapped(eml)
    .match(/https?:\/\/[^\s"<>]+/g)
    ?.flatMap(address => /^.*?\/approvals\/[\w-]+/.exec(address)?.[0] ?? [])[0]

/** The approval links of the mails about a campaign in an outbox, one per approver. */
export const approvalLinks = async (
  outbox: string,
  accountId: string,
  retailCampaignIdx: number,
): Promise<readonly string[]> => {
  const names = await readdir(outbox).catch(() => [] as string[])
  const mails = await Promise.all(
    names
      .filter(n => n.startsWith(`approval-${accountId}-${retailCampaignIdx}-`) && n.endsWith('.eml'))
      .map(n => readFile(join(outbox, n), 'utf8')),
  )
  return mails.flatMap(mail => approvalLinkIn(mail) ?? [])
}
