import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import {
  confirmationReply,
  formReply,
  type Instead,
  pageCountsFor,
  pageInstead,
  problemInstead,
  refusedVote,
  unknownLink,
  type Vote,
  type Warned,
} from '../../src/approval/approval-replies.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { text } from '../../src/codec/text.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { decisions } from '../../src/domain/approval/events.ts'
import type { LinkTarget } from '../../src/domain/approval/link.ts'
import type { ApprovalRequest } from '../../src/domain/approval/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { approvalTarget } from '../../src/links/approval-link.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { hasEnded } from '../../src/lookups/has-ended.ts'
import { settingsFromLog } from '../../src/lookups/settings-from-log.ts'
import { commentMax } from '../../src/pages/approval-page.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** The longest comment takes 180,000 bytes. */
const maxFormBytes = 262_144
const Form = fields(
  {},
  {
    decision: about(text({ max: 20 }), 'Approved or Rejected.'),
    comment: about(text({ max: 20_000, multiline: true }), 'What the requester should know, at most 2,000 characters.'),
  },
)

/** POST /approvals/{token}: records an approver's decision, from the form of the page (APPROVAL-10). */
export const recordApprovalDecision = command({
  summary: "Record an approver's decision",
  extension: true,
  noStore: true,
  countsFor: pageCountsFor,
  form: true,
  maxBytes: maxFormBytes,
  params: t.type({ token: text({ max: 600 }) }),
  body: Form,
  reply: { media: 'text/html' },
  run: ({ params: { token }, body }, work, ports) =>
    pipe(
      TE.fromNullable(unknownLink)(approvalTarget(token, ports.secrets)),
      TE.bindTo('target'),
      TE.bind('vote', ({ target }) => voteOf(body, target, ports)),
      TE.tap(({ target, vote }) => mustBeApprover(target, vote, work, ports)),
      TE.tap(({ target, vote }) => mustNotHaveEnded(target, vote, work, ports)),
      TE.bind('request', ({ target, vote }) => recorded(target, vote, work, ports)),
      TE.flatMap(({ target, vote, request }) => confirmationReply(target, vote, request, ports)),
      TE.orElse(instead => instead),
    )(),
})

const voteOf = (
  { decision: sent, comment: typed = '' }: t.TypeOf<typeof Form>,
  target: LinkTarget,
  ports: Ports,
): TE.TaskEither<Instead, Vote> => {
  const again = (warned: Warned) => TE.left(formReply(target, ports, warned))
  const decision = decisions.find(d => d === sent)
  const comment = typed.replace(/\r\n?/g, '\n').trim()
  if (decision === undefined) return again({ warning: 'Please choose: approve or reject.', comment })
  if (comment.length <= commentMax) return TE.right({ decision, comment })
  return again({
    warning: `Please keep the comment to ${commentMax} characters; it has ${comment.length}.`,
    comment,
  })
}

/** An approver who was removed from the settings can no longer decide (APPROVAL-8). */
const mustBeApprover = (target: LinkTarget, vote: Vote, work: Work, ports: Ports): TE.TaskEither<Instead, unknown> =>
  pipe(
    TE.fromTask(() => settingsFromLog(work, target.accountId)),
    TE.filterOrElse(
      ({ approvers }) => approvers.some(a => a.approverId === target.approverId),
      () => pageInstead(target, vote, 'approver-left', ports),
    ),
  )

/** An answer about a campaign that has ended would count for nothing (APPROVAL-11). */
const mustNotHaveEnded = (target: LinkTarget, vote: Vote, work: Work, ports: Ports): TE.TaskEither<Instead, unknown> =>
  pipe(
    TE.fromTask(() => hasEnded(work, target)),
    TE.filterOrElse(
      ended => !ended,
      () => pageInstead(target, vote, 'campaign-ended', ports),
    ),
  )

/** The comment, sealed under the key of the approver. An approver who was erased can no longer decide (APPROVAL-20). */
const sealedComment = (
  { accountId, retailCampaignIdx, approverId }: LinkTarget,
  comment: string,
  work: Work,
  { secrets }: Ports,
): TE.TaskEither<Instead, { readonly sealedComment?: string }> =>
  pipe(
    TE.fromTask(() => work.load(approval, campaignId(accountId, retailCampaignIdx))),
    TE.flatMapTask(({ state }) => async () => {
      const approver = state.request?.approvers.find(one => one.approverId === approverId)
      // whoever is not asked is refused by the domain
      return approver === undefined ? '' : secrets.sealBeside(accountId, approver.sealedEmail, comment)
    }),
    TE.flatMap(TE.fromNullable(problemInstead('approver-left'))),
    TE.map(sealed => (comment === '' ? {} : { sealedComment: sealed })),
  )

const recorded = (
  target: LinkTarget,
  vote: Vote,
  work: Work,
  ports: Ports,
): TE.TaskEither<Instead, ApprovalRequest> => {
  const { decision, comment } = vote
  const { accountId, retailCampaignIdx, approvalIdx, approverId } = target
  const at = ports.clock.now().toISOString()
  const decide = { kind: 'Decide', approvalIdx, approverId, decision, at } as const
  return pipe(
    contentFromLog(work, accountId, retailCampaignIdx, ports),
    TE.mapLeft(() => unknownLink),
    TE.bind('sealed', () => sealedComment(target, comment, work, ports)),
    TE.flatMap(({ contentHash, sealed }) =>
      pipe(
        executed(work, approval, campaignId(accountId, retailCampaignIdx), { ...decide, ...sealed, contentHash }),
        TE.mapLeft(why => refusedVote(target, vote, why, ports)),
        TE.map(({ state }) => state.request),
        TE.flatMap(TE.fromNullable(unknownLink)),
        // only an answer that was recorded before the campaign changed comes so far
        TE.filterOrElse(
          request => request.contentHash === contentHash,
          () => pageInstead(target, vote, 'approval-content-changed', ports),
        ),
      ),
    ),
  )
}
