import { type ApproverShown, approverList } from './approver-list.ts'
import { type CreativeShown, creativeSection } from './creative-section.ts'
import { type Html, html, typed } from './html.ts'
import { page } from './layout.ts'
import { count, moment, period } from './wording.ts'

/** Maximum length of a comment, in characters. */
export const commentMax = 2000

export type Person = { readonly name: string; readonly email: string }

/** A campaign as shown on approval pages and in mails; dates are ISO days. */
export type CampaignShown = {
  readonly name: string
  readonly accountName: string
  readonly mediaChannelName?: string
  readonly startDate?: string
  readonly endDate?: string
}

/** What an approver is asked to approve. All texts are plain; timestamps are ISO 8601. */
export type ApprovalPageData = {
  readonly requester: Person
  /** The approver whom the link was issued to. */
  readonly approver: Person
  readonly campaign: CampaignShown
  readonly requestedAt: string
  readonly expiresAt: string
  readonly requiredApprovals: number
  /** All approvers of the request, this one included. */
  readonly approverCount: number
  readonly creatives: readonly CreativeShown[]
  /** All that the decision covers, if the page shows only the first creatives of it. */
  readonly partOf?: { readonly total: number; readonly of: 'creative' | 'product' }
  readonly others: readonly ApproverShown[]
  /** Why the form is shown again, for example because the comment is too long. The comment is kept. */
  readonly warning?: string
  readonly comment?: string
}

const needed = ({ requiredApprovals, approverCount }: ApprovalPageData): string => {
  if (requiredApprovals < approverCount) return `${requiredApprovals} of ${approverCount}`
  return approverCount === 1 ? 'Yours' : `All ${approverCount}`
}

/** What the decision covers: `10,000 creatives`. */
const wholeOf = ({ total, of }: NonNullable<ApprovalPageData['partOf']>): string =>
  `${total.toLocaleString('en')} ${of}s`

const partly = ({ creatives, partOf }: ApprovalPageData): Html | false =>
  partOf !== undefined &&
  html`<p class="warning">The first ${creatives.length.toLocaleString('en')} of ${wholeOf(partOf)} are shown. Your decision covers all of them.</p>`

const facts = (data: ApprovalPageData): Html => {
  const { campaign, creatives } = data
  const runs = period(campaign.startDate, campaign.endDate)
  const sizes = creatives.reduce((sum, c) => sum + c.previews.length, 0)
  const rows: readonly (readonly [string, Html] | undefined)[] = [
    ['Account', typed(campaign.accountName)],
    campaign.mediaChannelName === undefined ? undefined : ['Channel', typed(campaign.mediaChannelName)],
    runs === undefined ? undefined : ['Runs', html`${runs}`],
    [
      'To approve',
      data.partOf === undefined
        ? html`${count(creatives.length, 'creative')}, ${count(sizes, 'preview')}`
        : html`${wholeOf(data.partOf)}; the first ${creatives.length} are shown`,
    ],
    ['Approvals needed', html`${needed(data)}`],
  ]
  return html`<dl class="facts">${rows.map(row => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}</dl>`
}

// The HTML parser drops a line break right after <textarea>, so the template adds one.
const form = (data: ApprovalPageData): Html => html`<form class="sheet" method="post" id="decision">
<h2>Your decision</h2>
${data.warning !== undefined && html`<p class="warning" role="alert">${typed(data.warning)}</p>`}
${partly(data)}
<p class="soft">You are answering as ${typed(data.approver.name)}. You can answer once, and you cannot change your answer.</p>
<label for="comment">Comment <span>(optional, at most ${commentMax.toLocaleString('en')} characters)</span></label>
<textarea id="comment" name="comment" maxlength="${commentMax}" rows="4" dir="auto">
${data.comment}</textarea>
<div class="buttons">
<button class="yes" name="decision" value="Approved">Approve campaign</button>
<button class="no" name="decision" value="Rejected">Reject campaign</button>
</div>
</form>`

/**
 * The page behind the link in an approval mail (APPROVAL-9): the requester, the campaign, every creative in every
 * size, the other approvers' answers, and a form that posts `decision` and `comment` to the page's own path. Works
 * without scripts. Serve it with `approvalPageHeaders`.
 */
export const approvalPage = (data: ApprovalPageData): string =>
  page(
    `Approve ${data.campaign.name}`,
    html`<header>
<p class="kicker">Approval request</p>
<h1>${typed(data.campaign.name)}</h1>
<p class="lead">${typed(data.requester.name)} has requested your approval.</p>
<p class="soft">${typed(data.requester.email)}, <time datetime="${data.requestedAt}">${moment(data.requestedAt)}</time></p>
${facts(data)}
</header>
<main class="columns">
<div>
${partly(data)}
<section aria-label="Creatives">${data.creatives.map(creativeSection)}</section>
<p class="jump"><a class="button" href="#decision">Go to your decision</a></p>
</div>
<div class="aside">
${form(data)}
${data.others.length > 0 && html`<section class="others" aria-label="Other approvers"><h2>Other approvers</h2>${approverList(data.others)}</section>`}
</div>
</main>
<footer>This link is for you only and is valid until ${moment(data.expiresAt)}.</footer>`,
  )
