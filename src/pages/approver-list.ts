import type { ApprovalStatus } from '../domain/approval/status.ts'
import { type Html, html, typed } from './html.ts'
import { moment } from './wording.ts'

/** An approver and their answer. `at` is an ISO timestamp; `comment` may have several lines. */
export type ApproverShown = {
  readonly name: string
  readonly status: ApprovalStatus
  readonly at?: string
  readonly comment?: string
}

/** Label of an approver's status. */
export const statusWords: Readonly<Record<ApprovalStatus, string>> = {
  Pending: 'No answer yet',
  Approved: 'Approved',
  Rejected: 'Rejected',
  Unavailable: 'Cannot be reached',
  Invalid: 'No longer valid',
}

/** Approvers with status, time and comment. */
export const approverList = (approvers: readonly ApproverShown[]): Html =>
  html`<ul class="approvers">${approvers.map(
    a => html`<li><div class="who"><span>${typed(a.name)}</span><span class="${a.status}">${statusWords[a.status]}</span></div>
${a.at !== undefined && html`<time class="soft" datetime="${a.at}">${moment(a.at)}</time>`}
${a.comment !== undefined && a.comment !== '' && html`<blockquote dir="auto">${a.comment}</blockquote>`}</li>`,
  )}</ul>`
