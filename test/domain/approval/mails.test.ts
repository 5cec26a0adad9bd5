import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type ApprovalCommand, approval } from '../../../src/domain/approval/approval.ts'
import { deliveryOf } from '../../../src/domain/approval/delivery.ts'
import type { ApprovalEvent } from '../../../src/domain/approval/events.ts'
import { unsentMails } from '../../../src/domain/approval/mails-due.ts'
import { nextTry } from '../../../src/domain/approval/undelivered.ts'
import {
  ann,
  approved,
  ask,
  bob,
  day,
  decisionRecorded,
  later,
  mailAttemptFailed,
  mailBounced,
  mailFinished,
  mailSent,
  mailStarted,
  mailsDeferred,
  mailsGivenUp,
  requested,
  requesterMailDeferred,
  requesterNotified,
  requestRepeated,
} from '../../support/examples/approval.ts'
import { given } from '../../support/given/decider.ts'

const campaign = given(approval)
const minute = 60_000
const plus = (ms: number, at = day) => new Date(Date.parse(at) + ms).toISOString()

const defer = (at: string, ...approverIds: readonly string[]): ApprovalCommand => ({
  kind: 'DeferMails',
  attempt: 1,
  approvalIdx: 7,
  failed: approverIds.map(approverId => ({ approverId, reason: 'the server is busy' })),
  at,
})
const record = (approverId: string): ApprovalCommand => ({
  kind: 'RecordMail',
  attempt: 1,
  approvalIdx: 7,
  approverId,
  at: day,
})
const notify: ApprovalCommand = { kind: 'NotifyRequester', attempt: 1, approvalIdx: 7, at: later }
const deferNotification: ApprovalCommand = {
  kind: 'DeferNotification',
  attempt: 1,
  approvalIdx: 7,
  reason: 'the server is busy',
  at: later,
}

test('mails that failed alike are deferred in one event', () =>
  campaign(requested(), mailStarted)
    .when(defer(day, 'ann', 'bob'))
    .then(mailsDeferred(plus(5_000), day, 'ann', 'bob')))

test('each mail has its own pauses', () => {
  const failed = campaign(requested(), mailStarted, mailsDeferred(plus(5_000), day, 'ann'))
  failed
    .when(defer(plus(5_000), 'ann', 'bob'))
    .then(mailsDeferred(plus(20_000), plus(5_000), 'ann'), mailsDeferred(plus(10_000), plus(5_000), 'bob'))
})

test('only mails that are still wanted are deferred', () => {
  campaign(requested(), mailStarted, mailSent(ann), decisionRecorded(bob))
    .when(defer(later, 'ann', 'bob'))
    .thenNothing()
  campaign(requested(), mailStarted, mailsGivenUp(day, 'ann'))
    .when(defer(later, 'ann', 'eve'))
    .thenNothing()
})

test('a mail is recorded once, and only for an approver of the newest request', () => {
  campaign(requested(), mailStarted).when(record('ann')).then(mailSent(ann))
  campaign(requested(), mailStarted, mailSent(ann)).when(record('ann')).thenNothing()
  campaign(requested(), mailStarted, mailBounced(ann)).when(record('ann')).thenNothing()
  campaign(requested(), mailStarted).when(record('eve')).thenNothing()
  campaign(requested(), mailStarted)
    .when({ ...record('ann'), approvalIdx: 6 } as ApprovalCommand)
    .thenNothing()
})

test('the requester is notified of a decision, once', () => {
  campaign(requested(), mailStarted).when(notify).thenNothing()
  campaign(...approved(), mailStarted)
    .when(notify)
    .then(requesterNotified())
  campaign(...approved(), mailStarted, requesterNotified())
    .when(notify)
    .thenNothing()
  campaign(...approved(), mailStarted)
    .when({ ...notify, approvalIdx: 6 })
    .thenNothing()
})

test('a mail to the requester is deferred while there is something to tell', () => {
  campaign(requested(), mailStarted).when(deferNotification).thenNothing()
  campaign(...approved(), mailStarted)
    .when(deferNotification)
    .then(requesterMailDeferred(plus(5_000, later)))
  campaign(...approved(), mailStarted, requesterNotified())
    .when(deferNotification)
    .thenNothing()
})

test('only the attempt under way records anything about mails, even if there is nothing to record', () => {
  for (const command of [defer(day, 'ann'), record('ann'), record('eve'), notify, deferNotification])
    campaign(requested(), mailStarted, mailFinished).when(command).thenRejected('claim-lost')
})

test('a repeated request renews the mails that did not arrive', () => {
  const again = ask({ approvalIdx: 8, at: later })
  const repeats = (...events: readonly ApprovalEvent[]) => campaign(requested(), mailStarted, ...events).when(again)
  repeats(mailBounced(ann), mailFinished).then(requestRepeated('ann'))
  repeats(mailsGivenUp(day, 'ann'), mailSent(bob), mailFinished).then(requestRepeated('ann'))
  repeats(mailsDeferred(plus(1, later), day, 'ann'), mailFinished).then(requestRepeated('ann'))
  repeats(mailSent(ann), { type: 'ApprovalMailAttemptFailed', data: { attempt: 1, reason: 'old', at: day } }).then(
    requestRepeated('bob'),
  )
})

test('a repeated request renews nothing that arrived, is due, or is not wanted any more', () => {
  const again = ask({ approvalIdx: 8, at: later })
  const repeats = (...events: readonly ApprovalEvent[]) => campaign(requested(), mailStarted, ...events).when(again)
  repeats(mailSent(ann)).thenNothing()
  repeats(mailsDeferred(later, day, 'ann')).thenNothing()
  repeats(mailAttemptFailed).thenNothing()
  repeats(mailBounced(ann), decisionRecorded(ann)).thenNothing()
  repeats(mailBounced(ann), mailFinished, requestRepeated('ann')).thenNothing()
})

test('a repeated request leaves an attempt that sends mails alone', () => {
  const { state } = campaign(requested(), mailStarted, mailBounced(ann), requestRepeated('ann'))
  assert.equal([state.mailing, state.sending], [{ attempt: 0, failures: 0 }, 1])
  assert.equal(unsentMails(state), [
    { approverId: 'ann', from: day },
    { approverId: 'bob', from: day },
  ])
})

test('the same content can be requested anew when the links have expired', () => {
  const after = '2026-05-15T10:00:00.001Z'
  campaign(requested(), mailStarted, mailSent(ann), mailSent(bob), mailFinished)
    .when(ask({ approvalIdx: 8, at: after }))
    .then(requested({ approvalIdx: 8, at: after }))
})

test('the delivery to an approver follows from the events about their mail', () => {
  const of = (...events: readonly ApprovalEvent[]) => {
    const { state } = campaign(requested(), ...events)
    return state.request && deliveryOf(state, state.request, 'ann')
  }
  const reason = 'the server is busy'
  assert.equal(of(), { status: 'Waiting', failures: 0, nextTryOn: day })
  assert.equal(of(mailStarted, mailSent(ann)), { status: 'Sent', failures: 0, updatedOn: day })
  assert.equal(of(mailStarted, mailBounced(ann)), {
    status: 'Bounced',
    failures: 1,
    updatedOn: day,
    reason: 'the server knows no such mailbox',
  })
  const deferred = mailsDeferred(plus(5_000), day, 'ann')
  assert.equal(of(mailStarted, deferred), {
    status: 'Deferred',
    failures: 1,
    updatedOn: day,
    reason,
    nextTryOn: plus(5_000),
  })
  assert.equal(of(mailStarted, deferred, mailsGivenUp(later, 'ann')), {
    status: 'GivenUp',
    failures: 2,
    updatedOn: later,
    reason,
  })
  assert.equal(of(mailStarted, deferred, mailsGivenUp(later, 'ann'), mailFinished, requestRepeated('ann')), {
    status: 'Waiting',
    failures: 0,
    nextTryOn: day,
  })
  assert.equal(of(decisionRecorded(ann)), { status: 'NotNeeded', failures: 0 })
})

test('the delivery shows failed attempts at all mails', () => {
  const of = (retryAt?: string) => {
    const data = { attempt: 1, reason: 'no answer', at: day, ...(retryAt ? { retryAt } : {}) }
    const { state } = campaign(requested(), mailStarted, { type: 'ApprovalMailAttemptFailed', data })
    return state.request && deliveryOf(state, state.request, 'ann')
  }
  assert.equal(of(later), { status: 'Deferred', failures: 1, nextTryOn: later })
  assert.equal(of(), { status: 'GivenUp', failures: 1 })
})

test('how the mail to an approver fared is found without the other approvers', () => {
  const { state } = campaign(requested())
  if (state.request === undefined) return assert.unreachable()
  const { approvers, ...others } = state.request
  let asked = 0
  const request = {
    ...others,
    get approvers() {
      asked++
      return approvers
    },
  }
  assert.is(deliveryOf({ ...state, request }, request, 'ann').status, 'Waiting')
  assert.is(asked, 0)
})

test('tries of a mail are later and later, the last one after three days', () => {
  let before: Parameters<typeof nextTry>[0]
  let at = day
  let last = 0
  for (let tries = 1; ; tries++) {
    const retryAt = nextTry(before, at)
    if (retryAt === undefined) break
    const pause = Date.parse(retryAt) - Date.parse(at)
    assert.ok(pause >= last || retryAt === plus(3 * 1440 * minute), `${pause} after ${last}`)
    last = pause
    before = { tries, since: day, at, reason: '', retryAt }
    at = retryAt
  }
  assert.is(at, plus(3 * 1440 * minute))
})

test('of a mail that may have arrived each time there are six copies at most', () => {
  let before: Parameters<typeof nextTry>[0]
  let at: string | undefined = day
  let copies = 0
  for (; at !== undefined; copies++) {
    const retryAt = nextTry(before, at, { isUnsure: true })
    before = { tries: copies + 1, since: day, at, reason: '' }
    at = retryAt
  }
  assert.is(copies, 6)
})

test('a mail is not tried again after its link has expired', () => {
  const latest = Date.parse(plus(minute))
  const before = { tries: 3, since: day, at: day, reason: '' }
  assert.is(nextTry(before, day, { latest }), plus(minute))
  assert.is(nextTry(before, plus(minute), { latest }), undefined)
  const end = 14 * 86_400_000
  campaign(requested(), mailStarted)
    .when(defer(plus(end - 1), 'ann'))
    .then(mailsDeferred(plus(end), plus(end - 1), 'ann'))
  campaign(requested(), mailStarted)
    .when(defer(plus(end), 'ann'))
    .then(mailsGivenUp(plus(end), 'ann'))
})

test('in any sequence of outcomes and repeats, each approver is written to once for a request, or still due or given up', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          who: fc.constantFrom('ann', 'bob'),
          outcome: fc.constantFrom('sent', 'bounced', 'failed', 'repeat'),
          pass: fc.constantFrom(0, 5_000, minute, 1440 * minute),
        }),
        { maxLength: 60 },
      ),
      steps => {
        let state = [requested(), mailStarted].reduce(approval.evolve, approval.initialState)
        let now = day
        const sent: string[] = []
        for (const { who, outcome, pass } of steps) {
          now = plus(pass, now)
          const isDue = unsentMails(state).some(mail => mail.approverId === who && mail.from <= now)
          const command: ApprovalCommand =
            outcome === 'repeat'
              ? ask({ approvalIdx: 8, at: now })
              : outcome === 'failed'
                ? defer(now, who)
                : ({ ...record(who), ...(outcome === 'bounced' ? { bounced: 'no' } : {}), at: now } as ApprovalCommand)
          if (outcome !== 'repeat' && !isDue) continue
          const decided = approval.decide(command, state)
          if (E.isLeft(decided)) return assert.unreachable(decided.left.detail)
          if (decided.right.some(e => e.type === 'ApprovalRequested')) return
          for (const event of decided.right) if (event.type === 'ApprovalMailSent') sent.push(event.data.approverId)
          state = decided.right.reduce(approval.evolve, state)
          const { request } = state
          if (request === undefined) return assert.unreachable()
          for (const { approverId } of [ann, bob]) {
            const { status } = deliveryOf(state, request, approverId)
            assert.is(status === 'Sent', sent.includes(approverId))
            const due = unsentMails(state).some(mail => mail.approverId === approverId)
            assert.is(due, status === 'Waiting' || status === 'Deferred')
          }
        }
        assert.is(new Set(sent).size, sent.length)
      },
    ),
  ))

test.run()
