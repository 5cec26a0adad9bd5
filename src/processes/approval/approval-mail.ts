import { type ApprovalMailsToDo, approvalMailsToDo } from '../../../projections/approval/approval-mails-to-do.ts'
import { approval } from '../../domain/approval/approval.ts'
import { requestToAnswer, unsentMails } from '../../domain/approval/mails-due.ts'
import type { Approval } from '../../domain/approval/state.ts'
import { leased } from '../../engine/react/leased.ts'
import { process } from '../../engine/react/process.ts'
import { timeOf } from '../../ports/clock.ts'
import { approvalIdOf, record } from './mailing.ts'
import { makePreviewExport } from './make-preview-export.ts'
import { notifyRequester } from './notify-requester.ts'
import { writeToApprovers } from './write-to-approvers.ts'

export type ApprovalMailAction =
  | { readonly do: 'begin' }
  | { readonly do: 'notify-requester'; readonly approvalIdx: number }
  | { readonly do: 'write-to-approvers'; readonly approvalIdx: number; readonly approverIds: readonly string[] }
  | { readonly do: 'make-preview-export' }
  | { readonly do: 'finish' }

/** The most approvers that one attempt writes to, so that a slow mail server does not keep a worker for long. */
const mostMails = 10

/** The mails due for a request: to the requester once it is decided, to its approvers until then, the seldom tried first. */
const dueNow = (state: Approval, now: string): readonly ApprovalMailAction[] => {
  const { request } = state
  if (request === undefined) return []
  const { approvalIdx, undelivered } = request
  const answered = requestToAnswer(state)
  if (answered) {
    const isDue = (answered.requesterUndelivered?.retryAt ?? now) <= now
    return isDue ? [{ do: 'notify-requester', approvalIdx }] : []
  }
  const tries = (approverId: string) => undelivered[approverId]?.tries ?? 0
  const due = unsentMails(state)
    .filter(mail => mail.from <= now)
    .map(mail => mail.approverId)
    .sort((a, b) => tries(a) - tries(b))
  return due.length === 0 ? [] : [{ do: 'write-to-approvers', approvalIdx, approverIds: due.slice(0, mostMails) }]
}

/** Sends mails to approvers, and to the requester after the deciding vote (APPROVAL-4, APPROVAL-9), and makes the preview export. */
export const approvalMail = process({
  name: 'approval-mail',
  todo: approvalMailsToDo,
  concurrency: 2,
  claim: leased(approval, approvalIdOf, state => state.mailing),
  nextActions: (state: Approval, _: ApprovalMailsToDo, now: string): readonly ApprovalMailAction[] => [
    { do: 'begin' },
    ...dueNow(state, now),
    { do: 'make-preview-export' },
    { do: 'finish' },
  ],
  async perform(action, step) {
    switch (action.do) {
      case 'begin':
        return record(step, { kind: 'BeginMail', attempt: step.claim.attempt, at: timeOf(step.ports) })
      case 'notify-requester':
        return notifyRequester(action.approvalIdx, step)
      case 'write-to-approvers':
        return writeToApprovers(action.approvalIdx, action.approverIds, step)
      case 'make-preview-export':
        return makePreviewExport(step)
      case 'finish':
        return record(step, { kind: 'FinishMail', attempt: step.claim.attempt, at: timeOf(step.ports) })
    }
  },
})
