import { test } from 'uvu'
import type { ApprovalEvent } from '../../../src/domain/approval/events.ts'
import { approvalMail } from '../../../src/processes/approval/approval-mail.ts'
import {
  ann,
  approved,
  day,
  decisionRecorded,
  later,
  mailsDeferred,
  requested,
} from '../../support/examples/approval.ts'
import { given } from '../../support/given/process.ts'
import { inStream } from '../../support/given/projection.ts'

const campaign = (...events: readonly ApprovalEvent[]) => given(approvalMail)(...inStream('approval-acme:12', events))
const write = (approvalIdx: number, ...approverIds: readonly string[]) =>
  ({ do: 'write-to-approvers', approvalIdx, approverIds }) as const
const begin = { do: 'begin' } as const
const finish = [{ do: 'make-preview-export' }, { do: 'finish' }] as const
const sent = (approverId: string, at: string, approvalIdx = 7): ApprovalEvent => ({
  type: 'ApprovalMailSent',
  data: { approvalIdx, approverId, at },
})
const notified: ApprovalEvent = { type: 'RequesterNotified', data: { approvalIdx: 7, at: later } }

test('each approver of a new request gets a mail', () =>
  campaign(requested())
    .at(day)
    .thenActions(begin, write(7, 'ann', 'bob'), ...finish))

test('approvers who have voted, or got a mail before the last worker failed, are left out', async () => {
  await campaign(requested(), decisionRecorded(ann))
    .at(later)
    .thenActions(begin, write(7, 'bob'), ...finish)
  await campaign(requested(), sent('ann', day))
    .at(later)
    .thenActions(begin, write(7, 'bob'), ...finish)
})

test('of many approvers ten are written to at a time, those first whose mail failed the least often', async () => {
  const approvers = Array.from({ length: 12 }, (_, i) => ({ approverId: `a${i}`, sealedEmail: `sealed-a${i}` }))
  const ids = approvers.map(({ approverId }) => approverId)
  const asked = campaign(requested({ approvers }), mailsDeferred(day, day, 'a0', 'a1', 'a2'))
  await asked.at(later).thenActions(begin, write(7, ...ids.slice(3), 'a0'), ...finish)
})

test('the newest request waits until ten minutes after the last mail to an approver (APPROVAL-9)', async () => {
  const again = requested({ approvalIdx: 8, contentHash: 'content-2', at: '2026-05-01T10:01:00.000Z' })
  const both = campaign(requested(), sent('ann', day), sent('bob', '2026-05-01T10:05:00.000Z'), again)
  await both.at('2026-05-01T10:09:59.999Z').thenNothing()
  await both.at('2026-05-01T10:10:00.000Z').thenActions(begin, write(8, 'ann'), ...finish)
  await both.at('2026-05-01T10:15:00.000Z').thenActions(begin, write(8, 'ann', 'bob'), ...finish)
})

test('after the decision only the requester gets a mail, once', async () => {
  await campaign(...approved())
    .at(later)
    .thenActions(begin, { do: 'notify-requester', approvalIdx: 7 }, ...finish)
  await campaign(...approved(), notified)
    .at(later)
    .thenNothing()
})

test.run()
