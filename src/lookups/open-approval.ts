import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { type LinkTarget, linkEnd } from '../domain/approval/link.ts'
import type { ApprovalRequest } from '../domain/approval/state.ts'
import type { Approver, RetailSettings } from '../domain/provisioning/aggregates.ts'
import * as TE from '../engine/task-either.ts'
import type { ApprovalProblemData } from '../pages/approval-answer-pages.ts'
import type { Ports } from '../ports/ports.ts'
import { contentHashNow, readCampaign, readSettings } from './campaign-from-views.ts'

/** An approval request that the holder of a link can still decide. */
export type OpenApproval = {
  readonly view: RetailCampaignView
  readonly request: ApprovalRequest
  readonly approver: Approver
  readonly settings: RetailSettings
}

type Known = {
  readonly target: LinkTarget
  readonly view: RetailCampaignView
  readonly settings: RetailSettings
  readonly contentHash: string
}

const unknownLink: ApprovalProblemData = { code: 'approval-link-unknown' }

/** Refuses a link that is no longer valid: newer request, vote cast, request decided, link expired, content changed (APPROVAL-9). */
const stillOpen = (
  { target, view, settings, contentHash }: Known,
  now: Date,
): E.Either<ApprovalProblemData, OpenApproval> => {
  const { approvalIdx, approverId } = target
  const { request } = view.approval
  const campaignName = view.retailCampaignName
  const approver = request?.approvers.find(a => a.approverId === approverId)
  if (!request || request.approvalIdx !== approvalIdx || !approver)
    return E.left({ code: 'approval-superseded', campaignName })
  const known = { campaignName, requesterName: request.requesterName }
  const ownVote = request.votes[approverId]
  if (ownVote) return E.left({ code: 'approval-already-decided', ...known, ownVote })
  if (request.decision) return E.left({ code: 'approval-already-decided', ...known, decided: request.decision })
  if (now.getTime() > linkEnd(request)) return E.left({ code: 'approval-link-expired', ...known })
  if (request.contentHash !== contentHash) return E.left({ code: 'approval-content-changed', ...known })
  if (!settings.approvers.some(a => a.approverId === approverId))
    return E.left({ code: 'approval-superseded', campaignName })
  return E.right({ view, request, approver, settings })
}

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
    TE.bind('settings', ({ target }) => TE.fromTask(() => readSettings(ports.readModels, target.accountId))),
    TE.bind('contentHash', ({ view }) => TE.fromTask(() => contentHashNow(ports, view))),
    TE.flatMapEither(known => stillOpen(known, ports.clock.now())),
  )
