import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { withRecipients } from '../../src/approval/mail-limit.ts'
import { mustHavePreview } from '../../src/approval/must-have-preview.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, EmailAddress, Name } from '../../src/codec/names.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { type ApprovalCommand, approval } from '../../src/domain/approval/approval.ts'
import type { ApprovalEvent } from '../../src/domain/approval/events.ts'
import { heldBackMails } from '../../src/domain/approval/mails-due.ts'
import { countRecipients, recipientsOf } from '../../src/domain/approval/recipients.ts'
import type { Approval } from '../../src/domain/approval/state.ts'
import type { RetailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { count } from '../../src/domain/shared/wording.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import type { Executed, Work } from '../../src/engine/write/execute.ts'
import { executed, loaded } from '../../src/engine/write/steps.ts'
import { type CampaignContent, contentFromLog, creativeCount } from '../../src/lookups/campaign-from-log.ts'
import { settingsFromLog } from '../../src/lookups/settings-from-log.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** POST …/approvalRequest (APPROVAL-1, APPROVAL-4): asks every configured approver; a process sends the mails. */
export const submitApprovalRequest = command({
  summary: 'Ask the configured approvers to approve the campaign preview',
  problems: ['campaign-ended', 'nothing-to-approve', 'nothing-to-preview', 'too-many-recipients'],
  start: true,
  outlivesKey: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({
    userName: about(Name, 'The name of the person who asks.'),
    userEmail: about(EmailAddress, 'The mail address of that person, who gets the outcome.'),
  }),
  reply: fields({ message: t.string }),
  newIds: { approvalIdx: 'approval' },
  example: { body: { userName: 'Rob Reed', userEmail: 'rob@example.com' } },
  run: ({ params: { accountId, retailCampaignIdx }, body, newIds, origin }, work, ports) =>
    changeOf(
      approval,
      campaignId(accountId, retailCampaignIdx),
      pipe(
        contentFromLog(work, accountId, retailCampaignIdx, ports),
        TE.bindTo('content'),
        TE.apS(
          'settings',
          TE.fromTask(() => settingsFromLog(work, accountId)),
        ),
        TE.flatMap(
          ({ content, settings }): TE.TaskEither<Rejection, Submitted> =>
            settings.approvers.length === 0
              ? TE.right({ notNeeded: true } as const)
              : requestApproval(content, settings, { ...newIds, ...body, origin }, work, ports),
        ),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(done => reply({ message: 'notNeeded' in done ? notNeeded : messageOf(done) })),
        ),
    ),
})

const notNeeded = 'No approvers are configured, so no approval is needed: the campaign counts as approved.'

/** The request, or that none is needed. */
type Submitted = Executed<Approval, ApprovalEvent> | { readonly notNeeded: true }

type CampaignKey = Pick<CampaignContent['campaign'], 'accountId' | 'retailCampaignIdx'>

type Asked = {
  readonly approvalIdx: number
  readonly userName: string
  readonly userEmail: string
  readonly origin: string
}

const requestApproval = (
  content: CampaignContent,
  { approvers, allApproversRequired }: RetailSettings,
  { approvalIdx, userName, userEmail, origin }: Asked,
  work: Work,
  ports: Ports,
) => {
  const { clock, secrets } = ports
  const { campaign, contentHash } = content
  const { accountId, retailCampaignIdx } = campaign
  const requiredApprovals = allApproversRequired ? approvers.length : 1
  const known = { approvalIdx, contentHash, requiredApprovals, approvers: [...approvers], origin }
  const seal = (plain: string) => () => secrets.sealForPerson(accountId, userEmail, plain)
  return pipe(
    mustNotHaveEnded(work, { accountId, retailCampaignIdx }),
    TE.flatMapEither(() => (creativeCount(content) === 0 ? E.left(nothingToApprove) : E.right(known))),
    TE.tap(() => mustHavePreview(content, work, ports)),
    TE.bind('sealedRequesterEmail', () => TE.fromTask(seal(userEmail))),
    TE.bind('sealedRequesterName', () => TE.fromTask(seal(userName))),
    TE.map(request => ({ kind: 'RequestApproval', request, at: clock.now().toISOString() }) as const),
    TE.flatMap(asked => withinLimit(asked, { accountId, retailCampaignIdx }, work, ports)),
  )
}

/** An approval of a campaign that has ended would count for nothing. */
const mustNotHaveEnded = (work: Work, { accountId, retailCampaignIdx }: CampaignKey) =>
  pipe(
    loaded(work, activation, campaignId(accountId, retailCampaignIdx)),
    TE.filterOrElse(
      ({ state }) => state.status !== 'ENDED',
      () => ended,
    ),
  )

/** Requests approval within the limit of recipients of the account (APPROVAL-18). */
const withinLimit = (
  asked: Extract<ApprovalCommand, { kind: 'RequestApproval' }>,
  { accountId, retailCampaignIdx }: CampaignKey,
  work: Work,
  ports: Ports,
) => {
  const id = campaignId(accountId, retailCampaignIdx)
  return pipe(
    loaded(work, approval, id),
    TE.map(({ state }) => recipientsOf(asked, state)),
    TE.flatMap(recipients =>
      withRecipients(ports, { accountId, recipients }, executed(work, approval, id, asked), ({ events }) =>
        countRecipients(events),
      ),
    ),
  )
}

const ended = rejection(
  'campaign-ended',
  'The campaign has ended and cannot be activated again, so it needs no approval. Clone it to run it again.',
)
const nothingToApprove = rejection(
  'nothing-to-approve',
  'The campaign has no creative yet. Save one first, or load rows into its product feed.',
)

const pending = 'Approval of this content was already requested and is pending.'

/** When mails that wait for the pause between two of them are sent (APPROVAL-13). */
const heldBack = (state: Approval): string => {
  const from = heldBackMails(state).map(mail => mail.from)
  const first = from.sort()[0]
  if (first === undefined) return ''
  const when = from.length === 1 ? `at ${first}` : `from ${first} on`
  return ` ${count(from.length, 'mail')} will be sent ${when}, because mails to one approver about one campaign are at least 10 minutes apart.`
}

const messageOf = ({ state, events: [event] }: Executed<Approval, ApprovalEvent>): string => {
  switch (event?.type) {
    case 'ApprovalRequested':
      return `Approval was requested from ${count(state.request?.approvers.length ?? 0, 'approver')}.${heldBack(state)}`
    case 'ApprovalRequestRepeated':
      return `${pending} Mails that could not be sent are tried again for ${count(event.data.approverIds.length, 'approver')}.`
    default:
      return pending
  }
}
