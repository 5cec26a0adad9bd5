import * as E from 'fp-ts/lib/Either.js'
import { type AttemptCommand, type AttemptEvents, decideAttempt, ifHeld } from '../shared/claim.ts'
import type { Aggregate } from '../shared/decider.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { ApprovalEvent, type Decision } from './events.ts'
import { type Approval, type ApprovalRequest, evolveApproval, noApproval } from './state.ts'

type NewRequest = Omit<
  ApprovalRequest,
  'votes' | 'bounced' | 'createdOn' | 'updatedOn' | 'requesterNotified' | 'decision'
>

export type ApprovalCommand =
  | { readonly kind: 'RequestApproval'; readonly request: NewRequest; readonly at: string }
  | {
      readonly kind: 'Decide'
      readonly approvalIdx: number
      readonly approverId: string
      readonly decision: Decision
      readonly comment: string
      /** The current content of the campaign: an approval of other content does not count. */
      readonly contentHash: string
      readonly at: string
    }
  | AttemptCommand
  | {
      readonly kind: 'RecordMail'
      readonly attempt: number
      readonly approvalIdx: number
      readonly approverId: string
      readonly bounced?: string
      readonly at: string
    }
  | {
      readonly kind: 'NotifyRequester'
      readonly attempt: number
      readonly approvalIdx: number
      readonly failure?: string
      readonly at: string
    }
  | { readonly kind: 'FinishMail'; readonly attempt: number; readonly at: string }

type Decided = E.Either<Rejection, readonly ApprovalEvent[]>

/** Days that a link in an approval mail is valid (APPROVAL-9). */
export const linkDays = 14

/** A repeated request for the same content changes nothing while Pending (APPROVAL-4). */
const request = (requested: NewRequest, at: string, state: Approval): Decided => {
  const open = state.request
  if (open && open.decision === undefined && open.contentHash === requested.contentHash) return E.right([])
  return E.right([{ type: 'ApprovalRequested', data: { ...requested, at } }])
}

/** The decision that the votes give: made as soon as the required number is reached, or out of reach (APPROVAL-4). */
export const outcome = (
  r: Pick<ApprovalRequest, 'votes' | 'requiredApprovals' | 'approvers'>,
): Decision | undefined => {
  const votes = Object.values(r.votes)
  const approvals = votes.filter(v => v.decision === 'Approved').length
  if (approvals >= r.requiredApprovals) return 'Approved'
  const open = r.approvers.length - votes.length
  return approvals + open < r.requiredApprovals ? 'Rejected' : undefined
}

const decide = (c: Extract<ApprovalCommand, { kind: 'Decide' }>, state: Approval): Decided => {
  const r = state.request
  if (!r || r.approvalIdx !== c.approvalIdx || !r.approvers.some(a => a.approverId === c.approverId))
    return E.left(
      rejection('approval-superseded', 'A newer request has replaced this one. Use the link in the newest mail.'),
    )
  if (Date.parse(c.at) > Date.parse(r.createdOn) + linkDays * 86_400_000)
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
  const { approvalIdx, approverId, decision, comment, at } = c
  const vote = { decision, comment, at }
  const result = outcome({ ...r, votes: { ...r.votes, [approverId]: vote } })
  return E.right([
    { type: 'ApprovalDecisionRecorded', data: { approvalIdx, approverId, ...vote } },
    ...(result ? [{ type: 'ApprovalDecided' as const, data: { approvalIdx, decision: result, at } }] : []),
  ])
}

const attempts: AttemptEvents<ApprovalEvent> = {
  started: data => ({ type: 'ApprovalMailStarted', data }),
  alive: data => ({ type: 'ApprovalMailHeartbeat', data }),
  repeated: ({ retryAt, ...data }) => ({
    type: 'ApprovalMailAttemptFailed',
    data: data.released ? data : { ...data, retryAt },
  }),
  failed: data => ({ type: 'ApprovalMailAttemptFailed', data }),
}

const held = (state: Approval, attempt: number, event: ApprovalEvent): Decided => ifHeld(state.mailing, attempt, event)

/** A campaign's approval; its stream is `approval-<account>:<retailCampaignIdx>` (APPROVAL-4, APPROVAL-9). */
export const approval: Aggregate<ApprovalCommand, Approval, ApprovalEvent> = {
  category: 'approval',
  subject: 'campaign',
  events: ApprovalEvent,
  initialState: noApproval,
  evolve: evolveApproval,
  decide(command, state) {
    const { at } = command
    switch (command.kind) {
      case 'RequestApproval':
        return request(command.request, at, state)
      case 'Decide':
        return decide(command, state)
      case 'StartAttempt':
      case 'ShowLife':
      case 'ReleaseAttempt':
      case 'FailAttempt':
        return decideAttempt(command, state.mailing, attempts)
      case 'RecordMail': {
        const { approvalIdx, approverId, bounced, attempt } = command
        return held(
          state,
          attempt,
          bounced === undefined
            ? { type: 'ApprovalMailSent', data: { approvalIdx, approverId, at } }
            : { type: 'ApprovalMailBounced', data: { approvalIdx, approverId, reason: bounced, at } },
        )
      }
      case 'NotifyRequester': {
        const { approvalIdx, failure, attempt } = command
        return held(state, attempt, {
          type: 'RequesterNotified',
          data: { approvalIdx, at, ...(failure === undefined ? {} : { failure }) },
        })
      }
      case 'FinishMail':
        return held(state, command.attempt, { type: 'ApprovalMailFinished', data: { attempt: command.attempt, at } })
    }
  },
}
