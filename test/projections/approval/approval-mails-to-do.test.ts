import { test } from 'uvu'
import { approvalMailsToDo } from '../../../projections/approval/approval-mails-to-do.ts'
import type { ApprovalEvent } from '../../../src/domain/approval/events.ts'
import { approved, day, requested } from '../../support/examples/approval.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const after = (...events: readonly ApprovalEvent[]) =>
  givenEvents(approvalMailsToDo)(...inStream('approval-acme:12', events))
const sent = (approverId: string, at = day, approvalIdx = 7): ApprovalEvent => ({
  type: 'ApprovalMailSent',
  data: { approvalIdx, approverId, at },
})
const started: ApprovalEvent = { type: 'ApprovalMailStarted', data: { attempt: 1, at: day } }
const finished: ApprovalEvent = { type: 'ApprovalMailFinished', data: { attempt: 1, at: day } }

test('mails about a new request are due immediately', () =>
  after(requested()).thenIn('acme:12', { todo: 'open', attempt: 0, notBefore: day, retailCampaignIdx: 12 }))
test('mails are due until every approver was written to', () => {
  after(requested(), started, sent('ann')).thenIn('acme:12', { todo: 'open', attempt: 0 })
  after(requested(), started, sent('ann'), sent('bob'), finished).thenIn('acme:12', { todo: 'done', attempt: 1 })
})
test('an attempt that has begun is open until it ends, with the preview export after its mails (APPROVAL-15)', () => {
  const begun = [requested(), started, sent('ann'), sent('bob')]
  after(...begun).thenIn('acme:12', { todo: 'open', attempt: 0 })
  const stopped = { attempt: 1, reason: 'stopped', at: day, retryAt: day } as const
  after(...begun, { type: 'ApprovalMailAttemptFailed', data: stopped }).thenIn('acme:12', { todo: 'open', attempt: 1 })
  const last: ApprovalEvent = { type: 'ApprovalMailAttemptFailed', data: { attempt: 1, reason: 'no', at: day } }
  after(...begun, last).thenIn('acme:12', { todo: 'done' })
})
test('an approver whose address bounced is not written to again', () =>
  after(
    requested(),
    started,
    sent('ann'),
    { type: 'ApprovalMailBounced', data: { approvalIdx: 7, approverId: 'bob', reason: 'no such box', at: day } },
    finished,
  ).thenIn('acme:12', { todo: 'done' }))
test('a newer request within ten minutes waits until they have passed (APPROVAL-13)', () =>
  after(
    requested(),
    started,
    sent('ann'),
    sent('bob', '2026-05-01T10:01:00.000Z'),
    finished,
    requested({ approvalIdx: 8, contentHash: 'content-2', at: '2026-05-01T10:05:00.000Z' }),
  ).thenIn('acme:12', { todo: 'open', notBefore: '2026-05-01T10:10:00.000Z' }))
test('after the deciding vote the requester is notified once', () => {
  after(...approved()).thenIn('acme:12', { todo: 'open', notBefore: undefined } as never)
  after(...approved(), started, { type: 'RequesterNotified', data: { approvalIdx: 7, at: day } }, finished).thenIn(
    'acme:12',
    { todo: 'done' },
  )
})
test('a failed attempt is retried after its pause; the last one is not retried', () => {
  const failed = (retryAt?: string): ApprovalEvent => ({
    type: 'ApprovalMailAttemptFailed',
    data: { attempt: 1, reason: 'no answer', at: day, ...(retryAt ? { retryAt } : {}) },
  })
  after(requested(), started, failed('2026-05-01T10:00:05.000Z')).thenIn('acme:12', {
    todo: 'open',
    notBefore: '2026-05-01T10:00:05.000Z',
  })
  after(requested(), started, failed()).thenIn('acme:12', { todo: 'failed', notBefore: '9999-12-31T00:00:00.000Z' })
})

test.run()
