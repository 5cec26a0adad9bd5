import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { type LinkTarget, linkEnd } from '../domain/approval/link.ts'
import type { RetailSettings } from '../domain/provisioning/aggregates.ts'
import { erased } from '../domain/shared/erased.ts'
import * as TE from '../engine/task-either.ts'
import { activationStatusOf, contentHashNow, readCampaign, readSettings } from '../lookups/campaign-from-views.ts'
import type { ApprovalProblemData } from '../pages/approval-answer-pages.ts'
import type { Ports } from '../ports/ports.ts'
import { type OpenedApprover, type OpenedRequest, openedRequest } from './opened-approval.ts'

/** An approval request that the holder of a link can still decide. */
export type OpenApproval = {
  readonly view: RetailCampaignView
  readonly opened: OpenedRequest
  readonly approver: OpenedApprover
  readonly settings: RetailSettings
}

type Known = {
  readonly target: LinkTarget
  readonly view: RetailCampaignView
  readonly opened: OpenedRequest | undefined
  readonly settings: RetailSettings
  readonly contentHash: string
}

const unknownLink: ApprovalProblemData = { code: 'approval-link-unknown' }

/** Refuses a link that is no longer valid: newer request, vote cast, request decided, approver left or erased, campaign ended, link expired, content changed (APPROVAL-11). */
const stillOpen = (
  { target, view, opened, settings, contentHash }: Known,
  now: Date,
): E.Either<ApprovalProblemData, OpenApproval> => {
  const { approvalIdx, approverId } = target
  const campaignName = view.retailCampaignName
  const hasLeft = !settings.approvers.some(a => a.approverId === approverId && a.sealedEmail !== '')
  const left = E.left({ code: 'approver-left', campaignName } as const)
  const approver = opened?.approvers.find(a => a.approverId === approverId)
  if (!opened || opened.request.approvalIdx !== approvalIdx || !approver)
    return hasLeft ? left : E.left({ code: 'approval-superseded', campaignName })
  const { request, requesterName, comments } = opened
  const isChanged = request.contentHash !== contentHash
  const known = { campaignName, requesterName, isChanged }
  const vote = request.votes[approverId]
  const ownVote = vote && { ...vote, comment: comments.get(approverId) ?? '' }
  const answered = { code: 'approval-already-decided', ...known, ...(ownVote ? { ownVote } : {}) } as const
  if (request.decision) return E.left({ ...answered, decided: request.decision })
  if (ownVote) return E.left(answered)
  if (hasLeft || approver.userEmail === erased) return left
  if (activationStatusOf(view) === 'ENDED') return E.left({ code: 'campaign-ended', campaignName })
  if (now.getTime() > linkEnd(request)) return E.left({ code: 'approval-link-expired', ...known })
  if (isChanged) return E.left({ code: 'approval-content-changed', ...known })
  return E.right({ view, opened, approver, settings })
}

const openedIn = async ({ accountId, approval }: RetailCampaignView, { secrets }: Ports) =>
  approval.request && openedRequest(accountId, approval.request, secrets)

/** The request that a link can still decide, or why it cannot (APPROVAL-9). */
export const openApproval = (
  target: LinkTarget | undefined,
  ports: Ports,
): TE.TaskEither<ApprovalProblemData, OpenApproval> =>
  pipe(
    TE.fromNullable(unknownLink)(target),
    TE.bindTo('target'),
    TE.bind('view', ({ target: { accountId, retailCampaignIdx } }) =>
      TE.mapLeft(() => unknownLink)(readCampaign(ports.readModels, accountId, retailCampaignIdx)),
    ),
    TE.bind('opened', ({ view }) => TE.fromTask(() => openedIn(view, ports))),
    TE.bind('settings', ({ target }) => TE.fromTask(() => readSettings(ports.readModels, target.accountId))),
    TE.bind('contentHash', ({ view }) => TE.fromTask(() => contentHashNow(ports, view))),
    TE.flatMapEither(known => stillOpen(known, ports.clock.now())),
  )
