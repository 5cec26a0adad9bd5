import type * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Decision } from '../domain/approval/events.ts'
import type { LinkTarget } from '../domain/approval/link.ts'
import { isOutOfReach, outcome } from '../domain/approval/outcome.ts'
import type { ApprovalRequest } from '../domain/approval/state.ts'
import type { Rejection } from '../domain/shared/decider.ts'
import { fairSlots } from '../engine/fair-slots.ts'
import { keptBy } from '../engine/kept-by.ts'
import type { RawReply } from '../engine/operation.ts'
import { rawReply } from '../engine/reply.ts'
import * as TE from '../engine/task-either.ts'
import { othersFirst } from '../engine/write/fold.ts'
import { readCampaign, readSettings } from '../lookups/campaign-from-views.ts'
import {
  type ApprovalProblemCode,
  type ApprovalProblemData,
  approvalConfirmationPage,
  approvalProblemPage,
} from '../pages/approval-answer-pages.ts'
import { approvalPage } from '../pages/approval-page.ts'
import { approvalPageHeaders } from '../pages/layout.ts'
import type { Ports } from '../ports/ports.ts'
import { approvalPageData, campaignShown } from './approval-shown.ts'
import { type OpenApproval, openApproval } from './open-approval.ts'
import { commentOf } from './opened-approval.ts'

/** A page for approvers. */
export const htmlReply = (html: string, status = 200): E.Either<Rejection, RawReply> =>
  rawReply({ raw: html, status, contentType: 'text/html; charset=utf-8', headers: approvalPageHeaders })

/** Why a link no longer leads to a vote; 404 for a link that this service did not create. */
export const problemReply = (problem: ApprovalProblemData): E.Either<Rejection, RawReply> =>
  htmlReply(approvalProblemPage(problem), problem.code === 'approval-link-unknown' ? 404 : 200)

/** Errors of a submitted form, and the comment to keep in it. */
export type Warned = { readonly warning: string; readonly comment: string }

/** For how many public requests a page counts: a large one takes as long (HTTP-19). */
export const pageCountsFor = 50
/** Pages that a node makes at a time, whatever number anyone asks for at once. */
const pages = keptBy(() => fairSlots({ inAll: 8, perAccount: 2 }))

/** Other requests have their turn between two pages, though all that a page shows may be in memory. */
const pageOf = async (open: OpenApproval, ports: Ports, warned: Warned | undefined): Promise<string> => {
  await othersFirst()
  const data = await approvalPageData(open, ports)
  await othersFirst()
  return approvalPage({ ...data, ...warned })
}

/** The form behind a link, or why the link cannot be used; with a warning if the submitted form had errors. */
export const formReply = (
  target: LinkTarget | undefined,
  ports: Ports,
  warned?: Warned,
): TE.TaskEither<Rejection, RawReply> => {
  const made = pipe(
    openApproval(target, ports),
    TE.flatMapTask(open => () => pageOf(open, ports, warned)),
    TE.match(problemReply, page => htmlReply(page, warned ? 400 : 200)),
  )
  return target === undefined ? made : () => pages(ports).run(target.accountId, made)
}

/** The page shown in place of the confirmation; a step of the vote refuses with it. */
export type Instead = TE.TaskEither<Rejection, RawReply>
export type Vote = { readonly decision: Decision; readonly comment: string }

export const problemInstead = (code: ApprovalProblemCode): Instead => TE.fromEither(problemReply({ code }))
export const unknownLink = problemInstead('approval-link-unknown')

const shownCodes = [
  'approval-link-expired',
  'approval-superseded',
  'approval-already-decided',
  'approval-content-changed',
] as const

/** Refusals of a vote that the approver sees as a page, with what else is known about the link. */
export const refusedVote = (target: LinkTarget, vote: Vote, why: Rejection, ports: Ports): Instead => {
  const code = shownCodes.find(c => c === why.code)
  return code === undefined ? TE.left(why) : pageInstead(target, vote, code, ports)
}

/** Why a link cannot decide, with what is known about it; `code` if the read models do not know the reason yet. */
export const pageInstead = (
  target: LinkTarget,
  { comment: unrecorded }: Vote,
  code: ApprovalProblemCode,
  ports: Ports,
): Instead =>
  pipe(
    openApproval(target, ports),
    TE.match(
      problem => problemReply({ ...problem, unrecorded }),
      () => problemReply({ code, unrecorded }),
    ),
  )

/** The page shown once the vote is recorded. */
export const confirmationReply = (
  { accountId, retailCampaignIdx, approverId }: LinkTarget,
  { decision, comment }: Vote,
  request: ApprovalRequest,
  ports: Ports,
): TE.TaskEither<Instead, RawReply> => {
  const { votes } = request
  return pipe(
    readCampaign(ports.readModels, accountId, retailCampaignIdx),
    TE.flatMapTask(view => () => campaignShown(view, ports)),
    TE.bindTo('campaign'),
    TE.bind('recorded', () =>
      TE.fromTask(async () => votes[approverId] && commentOf(accountId, votes[approverId], ports.secrets)),
    ),
    TE.bind('settings', () => TE.fromTask(() => readSettings(ports.readModels, accountId))),
    TE.flatMapEither(({ campaign: { name: campaignName, accountName }, recorded = comment, settings }) => {
      const { requiredApprovals } = request
      const shown = { campaignName, accountName, decision, comment: recorded }
      const approvals = Object.values(votes).filter(v => v.decision === 'Approved').length
      const status = outcome(request) ?? (isOutOfReach(request, settings) ? 'OutOfReach' : 'Pending')
      return htmlReply(approvalConfirmationPage({ ...shown, approvals, requiredApprovals, status }))
    }),
    TE.mapLeft(() => unknownLink),
  )
}
