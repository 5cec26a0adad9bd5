import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cloudCopy } from '../../../src/domain/cloud/copy.ts'
import type { CloudCopyEvent } from '../../../src/domain/cloud/copy-events.ts'
import { cursorOf } from '../../../src/domain/cloud/copy-state.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('copies')
const one = given(cloudCopy)
const at = '2026-05-01T10:00:00.000Z'
const fault = { item: 'a.png', code: 'not-found', detail: 'There is no such object.' }
const progressed = (attempt: number, done: number): CloudCopyEvent => ({
  type: 'CloudCopyProgressed',
  data: { attempt, total: 9, done, failed: 1, faults: [fault], cursor: { source: 1, after: 'k' }, at },
})
const attemptFailed = (attempt: number): CloudCopyEvent => ({
  type: 'CloudCopyAttemptFailed',
  data: { attempt, reason: 'unavailable', retryAt: at, at },
})

test('a worker whose attempt is over records nothing', () => {
  const late = { total: 9, done: 9, failed: 0, faults: [], at }
  one(attemptFailed(1))
    .when({ kind: 'Finish', attempt: 1, ...late })
    .thenRejected('claim-lost')
  one(attemptFailed(1))
    .when({ kind: 'Progress', attempt: 1, ...late, cursor: { source: 1 } })
    .thenRejected('claim-lost')
})

test('a resumed copy continues with counts, faults and cursor', () => {
  const { state } = one(progressed(1, 3), attemptFailed(1))
  assert.equal(
    [state.status, state.done, state.failed, state.faults, cursorOf(state)],
    ['PROCESSING', 3, 1, [fault], { source: 1, after: 'k' }],
  )
})

test('a copy fails after five attempts without progress, not after any five failures', () => {
  const failures = [1, 2, 3, 4].flatMap(n => [attemptFailed(n)])
  const fail = { kind: 'FailAttempt', attempt: 5, reason: 'unavailable', at } as const
  one(...failures)
    .when(fail)
    .thenTypes('CloudCopyFailed')
  one(...failures, progressed(5, 3))
    .when(fail)
    .thenTypes('CloudCopyAttemptFailed')
})

test('a copy fails if no file could be copied, and completes otherwise', () => {
  const counts = { total: 2, faults: [fault], at }
  one()
    .when({ kind: 'Finish', attempt: 1, ...counts, done: 0, failed: 2 })
    .thenTypes('CloudCopyFailed')
  one()
    .when({ kind: 'Finish', attempt: 1, ...counts, done: 1, failed: 1 })
    .thenTypes('CloudCopyCompleted')
  one()
    .when({ kind: 'Finish', attempt: 1, total: 0, faults: [], at, done: 0, failed: 0 })
    .thenTypes('CloudCopyCompleted')
})

const cancelled: CloudCopyEvent = { type: 'CloudCopyCancelled', data: { at } }
const completed: CloudCopyEvent = { type: 'CloudCopyCompleted', data: { total: 0, done: 0, failed: 0, faults: [], at } }
const cancel = { kind: 'Cancel', at } as const

test('a copy is cancelled before or while it runs, once, and its worker records nothing more', () => {
  one().when(cancel).then(cancelled)
  one(progressed(1, 3)).when(cancel).then(cancelled)
  one(cancelled).when(cancel).thenNothing()
  one(completed).when(cancel).thenNothing()
  const running = one(progressed(1, 3), cancelled)
  const counts = { total: 9, done: 4, failed: 0, faults: [], at }
  running.when({ kind: 'Progress', attempt: 1, ...counts, cursor: { source: 1 } }).thenRejected('claim-lost')
  running.when({ kind: 'Finish', attempt: 1, ...counts }).thenRejected('claim-lost')
  assert.equal([running.state.status, running.state.done, running.state.faults], ['CANCELLED', 3, [fault]])
})

test('a copy that cannot succeed fails at once, whatever the number of its attempt', () => {
  const given = { total: 5, done: 2, failed: 0, faults: [], reason: 'too many files', at }
  one()
    .when({ kind: 'GiveUp', attempt: 1, ...given })
    .then({ type: 'CloudCopyFailed', data: given })
  one(attemptFailed(1))
    .when({ kind: 'GiveUp', attempt: 1, ...given })
    .thenRejected('claim-lost')
})

test('at most a thousand faults are kept', () => {
  const many = Array.from({ length: 20 }, () => ({
    type: 'CloudCopyProgressed' as const,
    data: { attempt: 1, total: 2000, done: 0, failed: 1, faults: Array(100).fill(fault), cursor: { source: 1 }, at },
  }))
  assert.is(one(...many).state.faults.length, 1000)
})

test.run()
