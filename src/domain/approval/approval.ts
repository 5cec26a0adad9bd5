import * as E from 'fp-ts/lib/Either.js'
import { type AttemptEvents, decideAttempt } from '../shared/claim.ts'
import type { Aggregate } from '../shared/decider.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import type { ApprovalCommand, NewRequest } from './commands.ts'
import { ApprovalEvent } from './events.ts'
import { linkDays, linkEnd } from './link.ts'
import { decideMail } from './mail-rules.ts'
import { isRepeat, renewable } from './mails-due.ts'
import { outcome } from './outcome.ts'
import { type Approval, evolveApproval, noApproval } from './state.ts'

export type { ApprovalCommand } from './commands.ts'

type Decided = E.Either<Rejection, readonly ApprovalEvent[]>

/**
 * A repeated request to the same approvers for the same content changes nothing while Pending, except that mails that did not arrive are tried
 * again at once (APPROVAL-6).
 */
const request = (requested: NewRequest, at: string, state: Approval): Decided => {
  if (!isRepeat(state, requested, at)) return E.right([{ type: 'ApprovalRequested', data: { ...requested, at } }])
  const approverIds = renewable(state, at)
  const approvalIdx = state.request?.approvalIdx ?? 0
  return E.right(
    approverIds.length === 0
      ? []
      : [{ type: 'ApprovalRequestRepeated', data: { approvalIdx, approverIds: [...approverIds], at } }],
  )
}

const decide = (c: Extract<ApprovalCommand, { kind: 'Decide' }>, state: Approval): Decided => {
  const r = state.request
  if (!r || r.approvalIdx !== c.approvalIdx || !r.approvers.some(a => a.approverId === c.approverId))
    return E.left(
      rejection('approval-superseded', 'A newer request has replaced this one. Use the link in the newest mail.'),
    )
  if (Date.parse(c.at) > linkEnd(r))
    return E.left(
      rejection('approval-link-expired', `This link was valid for ${linkDays} days. Ask the requester for a new one.`),
    )
  const own = r.votes[c.approverId]
  if (own?.decision === c.decision) return E.right([])
  if (own) return E.left(rejection('approval-already-decided', `You have already answered: ${own.decision}.`))
  if (r.decision)
    return E.left(rejection('approval-already-decided', `This request has already been decided: ${r.decision}.`))
  if (r.contentHash !== c.contentHash)
    return E.left(
      rejection(
        'approval-content-changed',
        'The campaign was changed after the approval request. A new request is needed.',
      ),
    )
  const { approvalIdx, approverId, decision, sealedComment, at } = c
  const vote = { decision, ...(sealedComment === undefined ? {} : { sealedComment }), at }
  const result = outcome({ ...r, votes: { ...r.votes, [approverId]: vote } })
  return E.right([
    { type: 'ApprovalDecisionRecorded', data: { approvalIdx, approverId, ...vote } },
    ...(result ? [{ type: 'ApprovalDecided' as const, data: { approvalIdx, decision: result, at } }] : []),
  ])
}

const attempts: AttemptEvents<ApprovalEvent> = {
  repeated: data => ({ type: 'ApprovalMailAttemptFailed', data }),
  failed: data => ({ type: 'ApprovalMailAttemptFailed', data }),
}

/** A campaign's approval; its stream is `approval-<account>:<retailCampaignIdx>` (APPROVAL-4, APPROVAL-9). */
export const approval: Aggregate<ApprovalCommand, Approval, ApprovalEvent> = {
  category: 'approval',
  subject: 'campaign',
  events: ApprovalEvent,
  initialState: noApproval,
  evolve: evolveApproval,
  decide(command, state) {
    switch (command.kind) {
      case 'RequestApproval':
        return request(command.request, command.at, state)
      case 'Decide':
        return decide(command, state)
      case 'FailAttempt':
        return decideAttempt(command, state.mailing, attempts)
      case 'BeginMail':
      case 'RecordMail':
      case 'DeferMails':
      case 'NotifyRequester':
      case 'DeferNotification':
      case 'FinishMail':
        return decideMail(command, state)
    }
  },
}
