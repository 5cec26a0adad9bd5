import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cloudCopy } from '../../../src/domain/cloud/copy.ts'
import type { CloudCopyEvent } from '../../../src/domain/cloud/copy-events.ts'
import { cursorOf } from '../../../src/domain/cloud/copy-state.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('copies')
const one = given(cloudCopy)
const at = '2026-05-01T10:00:00.000Z'
const started = (attempt: number): CloudCopyEvent => ({
  type: 'CloudCopyStarted',
  data: { worker: `w${attempt}`, attempt, at },
})
const fault = { item: 'a.png', code: 'not-found', detail: 'There is no such object.' }
const progressed = (attempt: number, done: number): CloudCopyEvent => ({
  type: 'CloudCopyProgressed',
  data: { attempt, total: 9, done, failed: 1, faults: [fault], cursor: { source: 1, after: 'k' }, at },
})
const attemptFailed = (attempt: number): CloudCopyEvent => ({
  type: 'CloudCopyAttemptFailed',
  data: { attempt, reason: 'away', retryAt: at, at },
})

test('one worker holds a copy, and one that lost it records nothing', () => {
  one().when({ kind: 'StartAttempt', worker: 'w1', attempt: 1, at }).then(started(1))
  one(started(1)).when({ kind: 'StartAttempt', worker: 'w2', attempt: 1, at }).thenRejected('claim-lost')
  one(started(1)).when({ kind: 'StartAttempt', worker: 'w2', attempt: 2, at }).then(started(2))
  const late = { total: 9, done: 9, failed: 0, faults: [], at }
  one(started(1), started(2))
    .when({ kind: 'Finish', attempt: 1, ...late })
    .thenRejected('claim-lost')
  one(started(1), started(2))
    .when({ kind: 'Progress', attempt: 1, ...late, cursor: { source: 1 } })
    .thenRejected('claim-lost')
})

test('whoever goes on knows how far it was: counts, faults and place', () => {
  const { state } = one(started(1), progressed(1, 3), attemptFailed(1), started(2))
  assert.equal(
    [state.status, state.done, state.failed, state.faults, cursorOf(state)],
    ['PROCESSING', 3, 1, [fault], { source: 1, after: 'k' }],
  )
})

test('a copy is given up after five attempts without progress, not after five hindrances', () => {
  const hindered = [1, 2, 3, 4].flatMap(n => [started(n), attemptFailed(n)])
  const fail = { kind: 'FailAttempt', attempt: 5, reason: 'away', at } as const
  one(...hindered, started(5))
    .when(fail)
    .thenTypes('CloudCopyFailed')
  one(...hindered, started(5), progressed(5, 3))
    .when(fail)
    .thenTypes('CloudCopyAttemptFailed')
})

test('a copy that could copy nothing has failed; one that could copy something is done', () => {
  const counts = { total: 2, faults: [fault], at }
  one(started(1))
    .when({ kind: 'Finish', attempt: 1, ...counts, done: 0, failed: 2 })
    .thenTypes('CloudCopyFailed')
  one(started(1))
    .when({ kind: 'Finish', attempt: 1, ...counts, done: 1, failed: 1 })
    .thenTypes('CloudCopyCompleted')
})

test('what is over is not begun again', () => {
  const over: CloudCopyEvent = { type: 'CloudCopyCompleted', data: { total: 0, done: 0, failed: 0, faults: [], at } }
  one(started(1), over).when({ kind: 'StartAttempt', worker: 'w', attempt: 2, at }).thenRejected('claim-lost')
})

test('at most a thousand faults are named, however many there are', () => {
  const many = Array.from({ length: 20 }, () => ({
    type: 'CloudCopyProgressed' as const,
    data: { attempt: 1, total: 2000, done: 0, failed: 1, faults: Array(100).fill(fault), cursor: { source: 1 }, at },
  }))
  assert.is(one(started(1), ...many).state.faults.length, 1000)
})

test.run()
