import type { Decision } from '../domain/approval/events.ts'
import { type Html, html, typed } from './html.ts'
import { notice } from './notice.ts'
import { count, moment } from './wording.ts'

/** The data of the page that confirms an approver's vote. */
export type ApprovalConfirmationData = {
  readonly campaignName: string
  readonly accountName: string
  readonly decision: Decision
  readonly comment: string
  /** Of the whole request, this vote included. OutOfReach: too many of the others have left the settings. */
  readonly status: Decision | 'Pending' | 'OutOfReach'
  readonly approvals: number
  readonly requiredApprovals: number
}

/** The rejections of the approval's decider (`approval.ts`), a campaign that has ended, an approver who left the settings, and a link that is not recognised. */
export type ApprovalProblemCode =
  | 'approval-link-expired'
  | 'approval-superseded'
  | 'approval-already-decided'
  | 'approval-content-changed'
  | 'campaign-ended'
  | 'approver-left'
  | 'approval-link-unknown'

export type ApprovalProblemData = {
  readonly code: ApprovalProblemCode
  /** Absent if the link does not prove that its holder may know the name. */
  readonly campaignName?: string
  readonly requesterName?: string
  /** This approver's own vote, if any. */
  readonly ownVote?: { readonly decision: Decision; readonly at: string; readonly comment: string }
  /** The decision on the whole request, if there is one. */
  readonly decided?: Decision
  /** Whether the campaign has changed since the request, so that no answer to it counts any more. */
  readonly isChanged?: boolean
  /** The comment of an answer that was just sent and does not count, as it is nowhere else. */
  readonly unrecorded?: string
}

const quoted = (comment: string): Html | false => comment !== '' && html`<blockquote dir="auto">${comment}</blockquote>`

const progress = (data: ApprovalConfirmationData): string => {
  if (data.status === 'Approved') return 'The campaign is now approved and can be activated.'
  if (data.status === 'Rejected') return 'The campaign is now rejected. The requester has been notified.'
  if (data.status === 'OutOfReach')
    return `${data.approvals} of ${count(data.requiredApprovals, 'required approval')} so far. Other approvers have left, so the requester has to ask again.`
  return `${data.approvals} of ${count(data.requiredApprovals, 'required approval')} so far. The other approvers have been asked too.`
}

/** The page after a vote (APPROVAL-10). Serve it with `approvalPageHeaders`. */
export const approvalConfirmationPage = (data: ApprovalConfirmationData): string =>
  notice(
    `${data.decision}: ${data.campaignName}`,
    data.decision,
    false,
    html`You ${data.decision === 'Approved' ? 'approved' : 'rejected'} ${typed(data.campaignName)}`,
    html`<p class="lead">Thank you. Your answer is recorded for ${typed(data.accountName)}. ${progress(data)}</p>
${quoted(data.comment)}
<p class="soft">You can close this page.</p>`,
  )

const problems: Readonly<
  Record<ApprovalProblemCode, { readonly heading: string; readonly text: string; readonly next?: string }>
> = {
  'approval-link-expired': {
    heading: 'This link has expired',
    text: 'Approval links are valid for 14 days.',
    next: 'to request approval again',
  },
  'approval-superseded': {
    heading: 'There is a newer request',
    text: 'This campaign was sent for approval again. Please use the link in the most recent email, which may take ten minutes to arrive.',
  },
  'approval-already-decided': {
    heading: 'This request is already decided',
    text: 'No further answer is needed.',
  },
  'approval-content-changed': {
    heading: 'The campaign has changed',
    text: 'The campaign has changed since you were asked to approve it, so your answer would not count.',
    next: 'to send the new version for approval',
  },
  'campaign-ended': {
    heading: 'The campaign has ended',
    text: 'No answer is needed any more.',
  },
  'approver-left': {
    heading: 'Your answer is not needed',
    text: 'The approvers were changed, and you are no longer an approver of this account.',
  },
  'approval-link-unknown': {
    heading: 'This link does not work',
    text: 'Your mail program may have cut it off. Please open it again from the email.',
  },
}

/** The page of an approver who has answered, while the request waits for others. */
const answered = {
  heading: 'You have already answered',
  text: 'The request is not decided yet. You need not do anything more.',
  next: undefined,
}

/** The same when the campaign has changed since, decided or not. */
const answeredBefore = {
  heading: 'The campaign has changed',
  text: 'It has changed since, so that answer does not count any more. If it is sent for approval again, you get a new email.',
  next: undefined,
}

const done = (decision: Decision): Html =>
  html`<strong class="${decision}">${decision === 'Approved' ? 'approved' : 'rejected'}</strong>`

const outcome = ({ decided, ownVote, isChanged }: ApprovalProblemData): Html | false => {
  const [is, have] = isChanged ? ['was', 'had'] : ['is', 'have']
  if (ownVote)
    return html`<p class="lead">You ${done(ownVote.decision)} it on ${moment(ownVote.at)}.</p>${quoted(ownVote.comment)}
${decided !== undefined && html`<p class="lead">The campaign ${is} ${done(decided)}.</p>`}`
  return decided !== undefined && html`<p class="lead">The other approvers ${have} ${done(decided)} the campaign.</p>`
}

const wordingOf = ({ code, ownVote, decided, isChanged }: ApprovalProblemData) => {
  if (isChanged && (ownVote || decided !== undefined)) return answeredBefore
  return ownVote && decided === undefined ? answered : problems[code]
}

const notRecorded = ({ unrecorded = '', ownVote }: ApprovalProblemData): Html | false =>
  unrecorded !== '' &&
  unrecorded !== ownVote?.comment &&
  html`<p class="lead">Your comment was not recorded. Copy it if you need it again.</p>${quoted(unrecorded)}`

/** Why a link cannot be used to vote, with the vote that counts, if any. Serve it with `approvalPageHeaders`. */
export const approvalProblemPage = (data: ApprovalProblemData): string => {
  const { heading, text, next } = wordingOf(data)
  return notice(
    heading,
    (data.isChanged ? undefined : (data.decided ?? data.ownVote?.decision)) ?? 'Pending',
    data.campaignName !== undefined && typed(data.campaignName),
    html`${heading}`,
    html`${outcome(data)}
<p class="lead">${text}${next !== undefined && html` Please ask ${data.requesterName === undefined ? 'the requester' : typed(data.requesterName)} ${next}.`}</p>
${notRecorded(data)}`,
  )
}
