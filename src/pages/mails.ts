import type { CampaignShown, Person } from './approval-page.ts'
import { html, oneLine, safeUrl } from './html.ts'
import { about, button, framed, inkStyle, type MailContent, paragraphs, previewRow, softStyle } from './mail-layout.ts'
import { pickInline } from './pick-inline.ts'
import { count, moment } from './wording.ts'

/** A rendered preview, as PNG; sizes in CSS pixels. */
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
  /** The approver's own link (decision 22). */
  readonly link: string
  readonly expiresAt: string
  /** Those that may be shown; `pickInline` chooses among them. */
  readonly previews: readonly MailPreview[]
  /** Previews on the page in all, when not all of them came as `previews`. */
  readonly previewCount?: number
}

/** The pictures that go along, by content id. */
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
 * The mail that asks an approver (decision 22): HTML in tables with the chosen previews inside it by `cid:`, one button,
 * and a text part with the whole link.
 */
export const approvalRequestMail = (data: ApprovalRequestMailData): MailContent => {
  const campaign = oneLine(data.campaign.name, 120)
  const { shown } = pickInline(data.previews.map(p => ({ ...p, size: p.png.length })))
  const inline = inlineOf(shown)
  const rest = restOf(data, shown.length)
  const link = safeUrl(data.link)
  const hello = `Hello ${oneLine(data.approver.name)},`
  const asks = `${oneLine(data.requester.name)} (${oneLine(data.requester.email)}) asks for your approval of this campaign.`
  const until = `This link is yours alone, good for one answer, until ${moment(data.expiresAt)}. Please do not forward it.`
  const facts = about(data.campaign)
  const body = html`<p style="${inkStyle}">${hello}<br>${asks}</p>
${paragraphs(facts)}
${button(link, 'See it and decide')}
${shown.map((p, i) => previewRow(inline[i]!.cid, p))}
${rest !== '' && html`<p style="${inkStyle}"><a href="${link}" style="color:inherit">${rest}</a></p>`}
<p style="${softStyle}">${until}</p>`
  const text = [hello, `${asks}\n\n${campaign}\n${facts.join('\n')}`, `See it and decide:\n${link}`, until]
  return {
    subject: `Please approve: ${campaign}`,
    inline,
    html: framed(campaign, body),
    text: `${text.join('\n\n')}\n`,
  }
}

export { type DecisionMailData, decisionMail } from './decision-mail.ts'
export type { MailContent } from './mail-layout.ts'
