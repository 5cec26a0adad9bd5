import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approval } from '../../../src/domain/approval/approval.ts'
import type { ApprovalEvent } from '../../../src/domain/approval/events.ts'
import { dueMails, unsentMails } from '../../../src/domain/approval/mails-due.ts'
import { approvalStatus, approverStatus } from '../../../src/domain/approval/status.ts'
import {
  ann,
  approved,
  ask,
  bob,
  day,
  decideAs,
  decided,
  decisionRecorded,
  later,
  mailsDeferred,
  mailsGivenUp,
  requested,
  requestRepeated,
} from '../../support/examples/approval.ts'
import { given } from '../../support/given/decider.ts'

const cyd = { approverId: 'cyd', sealedEmail: 'sealed-cyd' }
const campaign = given(approval)

test('a request is recorded with its content', () => campaign().when(ask()).then(requested()))

test('a repeated request for the same content while pending changes nothing', () =>
  campaign(requested())
    .when(ask({ approvalIdx: 8 }))
    .thenNothing())

test('other approvers, or another number of required approvals, make a new request of the same content', () => {
  for (const over of [
    { approvers: [ann] },
    { approvers: [ann, cyd] },
    { approvers: [ann, bob, cyd] },
    { requiredApprovals: 1 },
  ])
    campaign(requested(), decisionRecorded(ann))
      .when(ask({ approvalIdx: 8, ...over }))
      .then(requested({ approvalIdx: 8, ...over }))
})

test('the same approvers in another order are a repeat', () =>
  campaign(requested())
    .when(ask({ approvalIdx: 8, approvers: [bob, ann] }))
    .thenNothing())

test('changed content creates a new request', () =>
  campaign(requested())
    .when(ask({ approvalIdx: 8, contentHash: 'content-2' }))
    .then(requested({ approvalIdx: 8, contentHash: 'content-2' })))

test('approval can be requested again after a decision', () =>
  campaign(...approved())
    .when(ask({ approvalIdx: 8 }))
    .then(requested({ approvalIdx: 8 })))

test('one of two required votes does not approve', () =>
  campaign(requested({ requiredApprovals: 2 }))
    .when(decideAs(ann, 'Approved'))
    .then(decisionRecorded(ann)))

test('the deciding vote approves', () =>
  campaign(requested(), decisionRecorded(ann))
    .when(decideAs(bob, 'Approved'))
    .then(decisionRecorded(bob), decided('Approved')))

test('one approval is enough where one is required', () =>
  campaign(requested({ requiredApprovals: 1 }))
    .when(decideAs(bob, 'Approved'))
    .then(decisionRecorded(bob), decided('Approved')))

test('a rejection that puts the required number out of reach rejects', () =>
  campaign(requested()).when(decideAs(ann, 'Rejected')).then(decisionRecorded(ann, 'Rejected'), decided('Rejected')))

test('a rejection that leaves the required number in reach does not', () =>
  campaign(requested({ requiredApprovals: 1 }))
    .when(decideAs(ann, 'Rejected'))
    .then(decisionRecorded(ann, 'Rejected')))

test('the same vote twice counts once', () =>
  campaign(requested(), decisionRecorded(ann)).when(decideAs(ann, 'Approved')).thenNothing())

test('a vote cannot be changed', () =>
  campaign(requested(), decisionRecorded(ann)).when(decideAs(ann, 'Rejected')).thenRejected('approval-already-decided'))

test('a decided request accepts no more votes', () =>
  campaign(requested({ requiredApprovals: 1 }), decisionRecorded(ann), decided('Approved'))
    .when(decideAs(bob, 'Rejected'))
    .thenRejected('approval-already-decided'))

test('a link of an older request is invalid', () =>
  campaign(requested(), requested({ approvalIdx: 8 }))
    .when(decideAs(ann, 'Approved'))
    .thenRejected('approval-superseded'))

test('only approvers can vote', () =>
  campaign(requested())
    .when(decideAs({ approverId: 'eve' }, 'Approved'))
    .thenRejected('approval-superseded'))

test('a link is valid for 14 days', () =>
  campaign(requested())
    .when(decideAs(ann, 'Approved', { at: '2026-05-15T10:00:00.001Z' }))
    .thenRejected('approval-link-expired'))

test('content that changed after the request cannot be approved', () =>
  campaign(requested())
    .when(decideAs(ann, 'Approved', { contentHash: 'content-2' }))
    .thenRejected('approval-content-changed'))

test('only the attempt under way may record mails, and it begins once', () => {
  const started = { type: 'ApprovalMailStarted' as const, data: { attempt: 1, at: day } }
  const silent = { attempt: 1, reason: 'silent', retryAt: day, at: day }
  const begin = { kind: 'BeginMail', attempt: 1, at: day } as const
  campaign(requested()).when(begin).then(started)
  campaign(requested(), started).when(begin).thenNothing()
  campaign(requested(), started, { type: 'ApprovalMailAttemptFailed', data: silent })
    .when({ kind: 'RecordMail', attempt: 1, approvalIdx: 7, approverId: 'ann', at: day })
    .thenRejected('claim-lost')
})

test('a worker of an older request cannot record mails of a new one', () => {
  const started = { type: 'ApprovalMailStarted' as const, data: { attempt: 1, at: day } }
  campaign(requested(), started, requested({ approvalIdx: 8 }))
    .when({ kind: 'RecordMail', attempt: 1, approvalIdx: 8, approverId: 'ann', at: day })
    .thenRejected('claim-lost')
})

test('a second mail to one approver waits ten minutes, and only the newest is sent', () => {
  const sent = {
    type: 'ApprovalMailSent' as const,
    data: { approvalIdx: 7, approverId: 'ann', at: '2026-05-01T10:05:00.000Z' },
  }
  const { state } = campaign(requested(), sent, requested({ approvalIdx: 8, at: '2026-05-01T10:06:00.000Z' }))
  assert.equal(unsentMails(state), [
    { approverId: 'ann', from: '2026-05-01T10:15:00.000Z' },
    { approverId: 'bob', from: '2026-05-01T10:06:00.000Z' },
  ])
  assert.equal(dueMails(state), { open: true, notBefore: '2026-05-01T10:06:00.000Z' })
})

test('after the decision only the requester gets a mail', () => {
  assert.equal(dueMails(campaign(...approved()).state), { open: true })
  const notified = { type: 'RequesterNotified' as const, data: { approvalIdx: 7, at: later } }
  assert.equal(dueMails(campaign(...approved(), notified).state), { open: false })
  const byAnn = [requested({ requiredApprovals: 1 }), decisionRecorded(ann), decided('Approved'), notified]
  assert.equal(dueMails(campaign(...byAnn).state), { open: false }, 'bob, who was not asked yet, need not answer')
})

test('the status depends on the settings and the content', () => {
  const both = { approvers: [ann, bob] }
  const { request } = campaign(requested()).state
  assert.is(approvalStatus(undefined, { approvers: [] }, 'x'), 'Approved')
  assert.is(approvalStatus(undefined, both, 'x'), 'Unavailable')
  assert.is(approvalStatus(request, both, 'content-1'), 'Pending')
  assert.is(approvalStatus(request, both, 'content-2'), 'Invalid')
  assert.is(approvalStatus(campaign(...approved()).state.request, both, 'content-1'), 'Approved')
})

test('a request is rejected while approvers who left the settings put the required number out of reach', () => {
  const statusOf = (of: readonly ApprovalEvent[], ...approvers: readonly (typeof bob)[]) =>
    approvalStatus(campaign(...of).state.request, { approvers: [...approvers] }, 'content-1')
  assert.is(statusOf([requested()], ann), 'Rejected')
  assert.is(statusOf([requested(), decisionRecorded(ann)], ann), 'Rejected')
  assert.is(statusOf([requested(), decisionRecorded(bob)], ann), 'Pending', 'an answer counts for ever')
  assert.is(statusOf([requested({ requiredApprovals: 1 })], ann), 'Pending')
  assert.is(statusOf([requested({ requiredApprovals: 1 })], cyd), 'Rejected')
  assert.is(statusOf([...approved()], cyd), 'Approved')
  assert.is(
    statusOf([requested(), mailsGivenUp(later, 'ann', 'bob')], ann, bob),
    'Pending',
    'they may be written to again',
  )
})

test('an approver whose mail bounced, or who was removed, is unavailable', () => {
  const bounced = {
    type: 'ApprovalMailBounced' as const,
    data: { approvalIdx: 7, approverId: 'ann', reason: 'no such box', at: later },
  }
  const { request } = campaign(requested(), bounced).state
  assert.ok(request)
  assert.is(approverStatus(request, 'ann', { approvers: [ann, bob] }, false), 'Unavailable')
  assert.is(approverStatus(request, 'bob', { approvers: [ann] }, false), 'Unavailable')
  assert.is(approverStatus(request, 'bob', { approvers: [ann, bob] }, false), 'Pending')
  assert.is(approverStatus(request, 'bob', { approvers: [ann, bob] }, true), 'Invalid')
})

test('an approver is unavailable once their mail was given up, and until then pending', () => {
  const statusAfter = (...events: readonly ApprovalEvent[]) => {
    const { request } = campaign(requested(), ...events).state
    return request && approverStatus(request, 'ann', { approvers: [ann, bob] }, false)
  }
  assert.is(statusAfter(mailsDeferred('2026-05-01T10:00:05.000Z', day, 'ann')), 'Pending')
  assert.is(statusAfter(mailsGivenUp(later, 'ann')), 'Unavailable')
  assert.is(statusAfter(mailsGivenUp(later, 'ann'), requestRepeated('ann')), 'Pending')
})

const anyCommand = fc.oneof(
  fc
    .record({
      approvalIdx: fc.integer({ min: 1, max: 4 }),
      contentHash: fc.constantFrom('a', 'b'),
      requiredApprovals: fc.integer({ min: 1, max: 2 }),
    })
    .map(ask),
  fc
    .record({
      approvalIdx: fc.integer({ min: 1, max: 4 }),
      contentHash: fc.constantFrom('a', 'b'),
      who: fc.constantFrom(ann, bob),
      decision: fc.constantFrom('Approved' as const, 'Rejected' as const),
    })
    .map(({ who, decision, ...over }) => decideAs(who, decision, over)),
)

test('in any sequence, a decision follows from the votes and never changes', () =>
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 30 }), commands => {
      let state = approval.initialState
      for (const command of commands) {
        const before = state.request
        const result = approval.decide(command, state)
        if (E.isLeft(result)) continue
        state = result.right.reduce(approval.evolve, state)
        const { request } = state
        if (before?.decision && request?.approvalIdx === before.approvalIdx && command.kind === 'Decide')
          assert.is(request.decision, before.decision)
        if (request?.decision === 'Approved')
          assert.ok(
            Object.values(request.votes).filter(v => v.decision === 'Approved').length >= request.requiredApprovals,
          )
        if (request && !request.decision) assert.ok(Object.keys(request.votes).length < 2)
      }
    }),
  ))

test.run()
