import type { ApprovalStatus } from '../domain/approval/status.ts'
import type { Mail } from '../ports/mailer.ts'
import type { CampaignShown } from './approval-page.ts'
import { type Html, html, oneLine, typed } from './html.ts'
import { period } from './wording.ts'

/** The content of a mail; the sender sets `messageId` and `to`. */
export type MailContent = Pick<Mail, 'subject' | 'html' | 'text' | 'inline'>

// Mail programs drop stylesheets, so every element has inline styles and the layout is a table.
const sans = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const serif = "font-family:'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"

export const inkStyle = `margin:0 0 16px;font-size:17px;line-height:1.5;color:#201d18;${sans}`
export const softStyle = `margin:0 0 6px;font-size:16px;line-height:1.5;color:#645d51;${sans}`

/** Style of a status label. */
export const toneStyle = (status: ApprovalStatus): string =>
  `color:${status === 'Approved' ? '#1d6144' : status === 'Rejected' ? '#9c2f24' : '#7a5a12'}`

/** A large button. The cell has the colour because Outlook ignores an anchor's background. */
export const button = (
  href: string,
  text: string,
): Html => html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 28px"><tr>
<td bgcolor="#1d6144" style="border-radius:6px"><a href="${href}" style="display:inline-block;padding:16px 32px;font-size:18px;font-weight:600;color:#ffffff;text-decoration:none;${sans}">${text}</a></td>
</tr></table>`

const widest = 560

/** A preview, referenced by content id, no wider than the mail. */
export const previewRow = (
  cid: string,
  p: { readonly creativeName: string; readonly adUnitName: string; readonly width: number; readonly height: number },
): Html => {
  const scale = Math.min(1, widest / p.width, 420 / p.height)
  const width = Math.max(1, Math.round(p.width * scale))
  const height = Math.max(1, Math.round(p.height * scale))
  const size = `${p.width} × ${p.height}`
  const label = oneLine(`${p.creativeName}, ${p.adUnitName}, ${size}`)
  const caption = html`${typed(oneLine(p.creativeName))}, ${typed(oneLine(p.adUnitName))}, ${size}`
  return html`<p style="${softStyle}"><img src="cid:${cid}" width="${width}" height="${height}" alt="${label}" style="display:block;max-width:100%;height:auto;border:1px solid #ddd6c8"></p>
<p style="${softStyle};margin-bottom:24px">${caption}</p>`
}

/** A comment with its line breaks. */
export const quote = (comment: string): Html =>
  html`<p dir="auto" style="${inkStyle};padding-left:14px;border-left:3px solid #ddd6c8;white-space:pre-wrap">${comment}</p>`

/** A complete HTML mail with a title and a body. */
export const framed = (title: string, body: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light only"><title>${title}</title></head>
<body style="margin:0;padding:0;background:#f6f3ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f6f3ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fffdf9" style="max-width:640px;border:1px solid #ddd6c8;border-radius:8px"><tr><td style="padding:36px 32px;text-align:left;word-break:break-word">
<h1 style="margin:0 0 20px;font-size:32px;line-height:1.2;font-weight:500;color:#201d18;${serif}"><bdi>${title}</bdi></h1>
${body}
</td></tr></table>
</td></tr></table>
</body></html>
`.markup

/** The facts about a campaign, one per line. */
export const about = (campaign: CampaignShown): readonly string[] => {
  const runs = period(campaign.startDate, campaign.endDate)
  const rows = [`Account: ${oneLine(campaign.accountName)}`]
  if (campaign.mediaChannelName !== undefined) rows.push(`Channel: ${oneLine(campaign.mediaChannelName)}`)
  return runs === undefined ? rows : [...rows, `Runs: ${runs}`]
}

/** Lines of small text. */
export const paragraphs = (lines: readonly string[]): Html =>
  html`<div style="margin:0 0 20px">${lines.map(line => html`<p style="${softStyle}">${line}</p>`)}</div>`
