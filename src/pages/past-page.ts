import { type ApproverShown, approverList } from './approver-list.ts'
import { byHeight, fitted } from './creative-section.ts'
import { type Html, html, oneLine, safeUrl, typed } from './html.ts'
import { pageEnd, pageStart } from './layout.ts'
import { styleSource } from './stylesheet.ts'
import { count, moment, period } from './wording.ts'

/** A creative in an ad unit as it was: its picture, or why it could not be drawn. Sizes in CSS pixels. */
export type PastPreview = {
  readonly adUnitName: string
  readonly width: number
  readonly height: number
  readonly drawn: { readonly png: Buffer } | { readonly fault: string }
}
export type PastCreative = {
  readonly name: string
  readonly clickthroughUrl?: string
  readonly previews: readonly PastPreview[]
}

/** What a request for approval asked for. Timestamps are ISO 8601, addresses are masked. */
export type PastPageData = {
  readonly campaignName: string
  readonly accountName: string
  readonly startDate?: string
  readonly endDate?: string
  readonly requester: { readonly name: string; readonly email: string }
  readonly requestedAt: string
  readonly contentHash: string
  /** Whether the content drawn here has the hash that was approved or rejected. */
  readonly isRequested: boolean
  readonly requiredApprovals: number
  readonly approvers: readonly ApproverShown[]
  readonly creatives: number
  /** Creatives that the approval page did not show either. */
  readonly leftOut: number
}

/** The page is a file, so it brings its policy along: nothing runs, and nothing is loaded. */
const policy = html`<meta http-equiv="Content-Security-Policy" content="${`default-src 'none'; img-src data:; style-src ${styleSource}`}">
`

const facts = (data: PastPageData): Html => {
  const { startDate, endDate, creatives, leftOut, requiredApprovals, approvers } = data
  const more = leftOut > 0 ? `, the first of ${creatives + leftOut}` : ''
  const rows: readonly (readonly [string, Html] | undefined)[] = [
    ['Account', typed(data.accountName)],
    period(startDate, endDate) === undefined ? undefined : ['Runs', html`${period(startDate, endDate)}`],
    ['Requested', html`<time datetime="${data.requestedAt}">${moment(data.requestedAt)}</time>`],
    ['To approve', html`${count(creatives, 'creative')}${more}`],
    ['Approvals needed', html`${requiredApprovals} of ${approvers.length}`],
    ['Content', html`${data.contentHash.slice(0, 16)}…`],
  ]
  return html`<dl class="facts">${rows.map(row => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}</dl>`
}

const warning = html`<p class="lead warning">The content below does not have the hash that was requested: it changed at the same moment.</p>`

/** The page up to the first creative. */
export const pastPageStart = (data: PastPageData): string =>
  pageStart(`What the approvers of ${data.campaignName} saw`, policy) +
  html`<header>
<p class="kicker">As the approvers saw it</p>
<h1>${typed(data.campaignName)}</h1>
<p class="lead">${typed(data.requester.name)} requested approval.</p>
<p class="soft">${typed(data.requester.email)}</p>
${!data.isRequested && warning}
${facts(data)}
</header>
<main>
<section class="others" aria-label="Approvers"><h2>Approvers</h2>${approverList(data.approvers)}</section>
<section aria-label="Creatives">
`.markup

const picture = (creativeName: string, { drawn, ...p }: PastPreview): Html => {
  if ('fault' in drawn) return html`<p class="soft">It cannot be drawn: ${drawn.fault}</p>`
  const { width, height } = fitted(p)
  const alt = oneLine(`${creativeName} as ${p.adUnitName}, ${p.width} × ${p.height}`, 300)
  const source = `data:image/png;base64,${drawn.png.toString('base64')}`
  return html`<img src="${source}" width="${width}" height="${height}" alt="${alt}">`
}

/** A creative in all its sizes. */
export const pastCreativeSection = ({ name, clickthroughUrl, previews }: PastCreative): string =>
  html`<article class="creative">
<h2>${typed(name)}</h2>
${clickthroughUrl !== undefined && html`<p class="soft">Clicks go to <a href="${safeUrl(clickthroughUrl)}" rel="noopener noreferrer">${typed(clickthroughUrl)}</a></p>`}
<ul class="sizes">${byHeight(previews).map(
    p => html`<li><figure class="${fitted(p).width >= 280 ? 'w' : 'n'}">
${picture(name, p)}
<figcaption><strong>${typed(p.adUnitName)}</strong> <span class="soft">${p.width} × ${p.height}</span></figcaption>
</figure></li>`,
  )}</ul>
</article>
`.markup

/** The page after the last creative. */
export const pastPageEnd = `</section>
</main>${pageEnd}`
