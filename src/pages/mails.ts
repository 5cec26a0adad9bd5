import type { CampaignShown, Person } from './approval-page.ts'
import { html, oneLine, safeUrl } from './html.ts'
import { about, button, framed, inkStyle, type MailContent, paragraphs, previewRow, softStyle } from './mail-layout.ts'
import { pickInline } from './pick-inline.ts'
import { count, moment } from './wording.ts'

/** A preview rendered as PNG; sizes in CSS pixels. */
export type MailPreview = {
  readonly creativeName: string
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  readonly png: Buffer
}

export type ApprovalRequestMailData = {
  readonly requester: Person
  readonly approver: Pick<Person, 'name'>
  readonly campaign: CampaignShown
  /** The approver's own link (APPROVAL-9). */
  readonly link: string
  readonly expiresAt: string
  /** Candidates for the mail; `pickInline` chooses among them. */
  readonly previews: readonly MailPreview[]
  /** Total number of previews on the page, if `previews` does not contain all of them. */
  readonly previewCount?: number
}

/** The inline images, by content id. */
const inlineOf = (shown: readonly MailPreview[]): MailContent['inline'] =>
  shown.map((p, i) => ({
    cid: `preview-${i + 1}@endcap`,
    filename: `preview-${i + 1}.png`,
    contentType: 'image/png',
    content: p.png,
  }))

const restOf = (data: ApprovalRequestMailData, shown: number): string => {
  const more = Math.max(data.previewCount ?? 0, data.previews.length) - shown
  if (more <= 0) return ''
  return shown > 0 ? `and ${more} more on the page` : `${count(more, 'preview')} on the page`
}

/**
 * The mail that asks for approval (APPROVAL-9): table-based HTML with the chosen previews inline (`cid:`), one button,
 * and a text part with the full link.
 */
export const approvalRequestMail = (data: ApprovalRequestMailData): MailContent => {
  const campaign = oneLine(data.campaign.name, 120)
  const { shown } = pickInline(data.previews.map(p => ({ ...p, size: p.png.length })))
  const inline = inlineOf(shown)
  const rest = restOf(data, shown.length)
  const link = safeUrl(data.link)
  const hello = `Hello ${oneLine(data.approver.name)},`
  const request = `${oneLine(data.requester.name)} (${oneLine(data.requester.email)}) has requested your approval of this campaign.`
  const until = `This link is for you only. It is valid for one answer, until ${moment(data.expiresAt)}. Please do not forward it.`
  const facts = about(data.campaign)
  const body = html`<p style="${inkStyle}">${hello}<br>${request}</p>
${paragraphs(facts)}
${button(link, 'Review and decide')}
${shown.map((p, i) => previewRow(inline[i]!.cid, p))}
${rest !== '' && html`<p style="${inkStyle}"><a href="${link}" style="color:inherit">${rest}</a></p>`}
<p style="${softStyle}">${until}</p>`
  const text = [hello, `${request}\n\n${campaign}\n${facts.join('\n')}`, `Review and decide:\n${link}`, until]
  return {
    subject: `Please approve: ${campaign}`,
    inline,
    html: framed(campaign, body),
    text: `${text.join('\n\n')}\n`,
  }
}

export { type DecisionMailData, decisionMail } from './decision-mail.ts'
export type { MailContent } from './mail-layout.ts'
