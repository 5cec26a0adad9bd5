import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId, EmailAddress, Name } from '../../src/codec/names.ts'
import { approval } from '../../src/domain/approval/approval.ts'
import { retailSettings } from '../../src/domain/provisioning/aggregates.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'

/** POST …/approvalRequest (4.2, decision 21): asks every configured approver; the mails are written by a process. */
export const submitApprovalRequest = command({
  summary: 'Ask the configured approvers to approve the campaign preview',
  problems: ['nothing-to-approve'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({ userName: Name, userEmail: EmailAddress }),
  reply: fields({ message: t.string }),
  newIds: { approvalIdx: 'approval' },
  example: { body: { userName: 'Rob Reed', userEmail: 'rob@example.com' } },
  async run({ params: { accountId, retailCampaignIdx }, body, newIds, origin }, work, { clock, secrets }) {
    const content = await contentFromLog(work, accountId, retailCampaignIdx)
    if (E.isLeft(content)) return content
    const settings = (await work.load(retailSettings, accountId)).state.value
    if (settings === undefined || settings.approvers.length === 0)
      return reply({
        message: 'No approvers are configured, so no approval is needed: the campaign counts as approved.',
      })
    if (content.right.creatives.creatives.size === 0)
      return refuse('nothing-to-approve', 'The campaign has no creative yet. Save one first.')
    const { approvers, allApproversRequired } = settings
    const request = {
      approvalIdx: newIds.approvalIdx,
      contentHash: content.right.contentHash,
      requiredApprovals: allApproversRequired ? approvers.length : 1,
      requesterName: body.userName,
      sealedRequesterEmail: await secrets.sealForAccount(accountId, body.userEmail),
      approvers,
      origin,
    }
    const asked = { kind: 'RequestApproval', request, at: clock.now().toISOString() } as const
    const done = await work.execute(approval, campaignId(accountId, retailCampaignIdx), asked)
    if (E.isLeft(done)) return done
    return reply({ message: message(done.right.events.length > 0, approvers.length) })
  },
})

const message = (asked: boolean, approvers: number): string =>
  asked
    ? `Approval was requested from ${approvers} approver${approvers === 1 ? '' : 's'}.`
    : 'Approval of this content was requested already and is pending.'
