import type { Decision } from '../domain/approval/events.ts'
import type { ApprovalStatus } from '../domain/approval/status.ts'
import { type Html, html, typed } from './html.ts'
import { page } from './layout.ts'
import { count, moment } from './wording.ts'

/** What an approver reads after their vote. */
export type ApprovalConfirmationData = {
  readonly campaignName: string
  readonly accountName: string
  readonly decision: Decision
  readonly comment: string
  /** Of the whole request, this vote included. */
  readonly status: ApprovalStatus
  readonly approvals: number
  readonly requiredApprovals: number
}

/** The refusals of the approval's decider (`approval.ts`), and a link that means nothing. */
export type ApprovalProblemCode =
  | 'approval-link-expired'
  | 'approval-superseded'
  | 'approval-already-decided'
  | 'approval-content-changed'
  | 'approval-link-unknown'

export type ApprovalProblemData = {
  readonly code: ApprovalProblemCode
  /** Left out where the link does not prove that its holder may know. */
  readonly campaignName?: string
  readonly requesterName?: string
  /** This approver's own vote, when there is one. */
  readonly ownVote?: { readonly decision: Decision; readonly at: string; readonly comment: string }
  /** The decision of the whole request, when others made it. */
  readonly decided?: Decision
}

const notice = (title: string, tone: string, above: Html | false, heading: Html, body: Html): string =>
  page(
    title,
    html`<main class="notice"><span class="mark ${tone}" aria-hidden="true"></span>
${above && html`<p class="kicker">${above}</p>`}
<h1>${heading}</h1>
${body}</main>`,
  )

const quoted = (comment: string): Html | false => comment !== '' && html`<blockquote dir="auto">${comment}</blockquote>`

const standing = (data: ApprovalConfirmationData): string => {
  if (data.status === 'Approved') return 'With that the campaign is approved and can be activated.'
  if (data.status === 'Rejected') return 'With that the campaign is rejected. The requester has been told.'
  return `So far ${data.approvals} of ${count(data.requiredApprovals, 'needed approval')}. The others have been asked too.`
}

/** The page after a vote (decision 22). Serve it with `approvalPageHeaders`. */
export const approvalConfirmationPage = (data: ApprovalConfirmationData): string =>
  notice(
    `${data.decision}: ${data.campaignName}`,
    data.decision,
    false,
    html`You ${data.decision === 'Approved' ? 'approved' : 'rejected'} ${typed(data.campaignName)}`,
    html`<p class="lead">Thank you. Your answer is recorded for ${typed(data.accountName)}. ${standing(data)}</p>
${quoted(data.comment)}
<p class="soft">You can close this page.</p>`,
  )

const problems: Readonly<
  Record<ApprovalProblemCode, { readonly heading: string; readonly text: string; readonly next?: string }>
> = {
  'approval-link-expired': {
    heading: 'This link has expired',
    text: 'Approval links work for 14 days.',
    next: 'to ask for approval again',
  },
  'approval-superseded': {
    heading: 'There is a newer request',
    text: 'This campaign was sent for approval again. Please use the link in the newest mail.',
  },
  'approval-already-decided': {
    heading: 'This is already decided',
    text: 'No further answer is needed.',
  },
  'approval-content-changed': {
    heading: 'The campaign has changed',
    text: 'What you were asked to approve is not what the campaign shows now, so an answer would count for nothing.',
    next: 'to send the new version for approval',
  },
  'approval-link-unknown': {
    heading: 'This link does not work',
    text: 'It may have been cut in two by the mail program. Please open it from the mail again.',
  },
}

const made = (data: ApprovalProblemData): Html | false => {
  if (data.ownVote)
    return html`<p class="lead">You <strong class="${data.ownVote.decision}">${data.ownVote.decision === 'Approved' ? 'approved' : 'rejected'}</strong> it on ${moment(data.ownVote.at)}.</p>${quoted(data.ownVote.comment)}`
  return (
    data.decided !== undefined &&
    html`<p class="lead">The other approvers have <strong class="${data.decided}">${data.decided === 'Approved' ? 'approved' : 'rejected'}</strong> the campaign.</p>`
  )
}

/** Why a link cannot be used for a vote, with the vote that stands, if any. Serve it with `approvalPageHeaders`. */
export const approvalProblemPage = (data: ApprovalProblemData): string => {
  const { heading, text, next } = problems[data.code]
  return notice(
    heading,
    data.ownVote?.decision ?? data.decided ?? 'Pending',
    data.campaignName !== undefined && typed(data.campaignName),
    html`${heading}`,
    html`${made(data)}
<p class="lead">${text}${next !== undefined && html` Please ask ${data.requesterName === undefined ? 'the requester' : typed(data.requesterName)} ${next}.`}</p>`,
  )
}
