import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, EmailAddress, Name } from '../../src/codec/names.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import type { RetailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Work } from '../../src/engine/write/execute.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'
import { type CampaignContent, contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { settingsFromLog } from '../../src/lookups/settings-from-log.ts'
import type { Ports } from '../../src/ports/ports.ts'

/** POST …/approvalRequest (APPROVAL-1, APPROVAL-4): asks every configured approver; a process sends the mails. */
export const submitApprovalRequest = command({
  summary: 'Ask the configured approvers to approve the campaign preview',
  problems: ['nothing-to-approve'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({ userName: Name, userEmail: EmailAddress }),
  reply: fields({ message: t.string }),
  newIds: { approvalIdx: 'approval' },
  example: { body: { userName: 'Rob Reed', userEmail: 'rob@example.com' } },
  run: ({ params: { accountId, retailCampaignIdx }, body, newIds, origin }, work, ports) =>
    pipe(
      contentFromLog(work, accountId, retailCampaignIdx),
      TE.bindTo('content'),
      TE.bind('settings', () => TE.fromTask(() => settingsFromLog(work, accountId))),
      TE.flatMap(({ content, settings }) =>
        settings.approvers.length === 0
          ? TE.fromEither(reply({ message: notNeeded }))
          : requestApproval(content, settings, { ...newIds, ...body, origin }, work, ports),
      ),
    )(),
})

const notNeeded = 'No approvers are configured, so no approval is needed: the campaign counts as approved.'

type Asked = {
  readonly approvalIdx: number
  readonly userName: string
  readonly userEmail: string
  readonly origin: string
}

const requestApproval = (
  { campaign: { accountId, retailCampaignIdx }, creatives, contentHash }: CampaignContent,
  { approvers, allApproversRequired }: RetailSettings,
  { approvalIdx, userName, userEmail, origin }: Asked,
  work: Work,
  { clock, secrets }: Ports,
) => {
  const requiredApprovals = allApproversRequired ? approvers.length : 1
  const known = { approvalIdx, contentHash, requiredApprovals, requesterName: userName, approvers, origin }
  return pipe(
    TE.fromEither(creatives.creatives.size === 0 ? E.left(nothingToApprove) : E.right(userEmail)),
    TE.flatMapTask(email => () => secrets.sealForAccount(accountId, email)),
    TE.flatMap(sealedRequesterEmail => {
      const request = { ...known, sealedRequesterEmail }
      const asked = { kind: 'RequestApproval', request, at: clock.now().toISOString() } as const
      return executed(work, approval, campaignId(accountId, retailCampaignIdx), asked)
    }),
    TE.flatMapEither(done => reply({ message: messageOf(hasChanged(done), approvers.length) })),
  )
}

const nothingToApprove = rejection('nothing-to-approve', 'The campaign has no creative yet. Save one first.')

const messageOf = (asked: boolean, approvers: number): string =>
  asked
    ? `Approval was requested from ${approvers} approver${approvers === 1 ? '' : 's'}.`
    : 'Approval of this content was already requested and is pending.'
