import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { activation } from '../../../src/domain/activation/activation.ts'
import { approval } from '../../../src/domain/approval/approval.ts'
import { cloudCopy } from '../../../src/domain/cloud/copy.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import { type AttemptCommand, type Attempts, abandoned } from '../../../src/domain/shared/claim.ts'
import type { Aggregate, DomainEvent } from '../../../src/domain/shared/decider.ts'
import { activationRequested } from '../../support/examples/activation.ts'
import { exportInitiated } from '../../support/examples/exports.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const start = (attempt: number): AttemptCommand => ({ kind: 'StartAttempt', worker: `w${attempt}`, attempt, at })

/** The events of an aggregate after these commands of its workers, and its attempts. */
const worked = <S, Ev extends DomainEvent>(
  aggregate: Aggregate<AttemptCommand, S, Ev>,
  attemptsOf: (state: S) => Attempts,
  history: readonly Ev[],
  ...commands: readonly AttemptCommand[]
) => {
  let events = history
  for (const command of commands) {
    const { right } = given(aggregate)(...events).when(command)
    events = [...events, ...right()]
  }
  return { events, last: events.at(-1), attempts: attemptsOf(given(aggregate)(...events).state) }
}
const five = [1, 2, 3, 4, 5].map(start)

test('the sixth claim of work on which five workers fell silent ends it with a reason', () => {
  const exported = worked(exportOf, s => s.attempts, [exportInitiated()], ...five)
  assert.equal(exported.attempts, { worker: 'w5', attempt: 5, failures: 4 })
  const initiated = exportInitiated()
  const queueId = initiated.type === 'ExportInitiated' ? initiated.data.queueId : ''
  given(exportOf)(...exported.events)
    .when(start(6))
    .then({ type: 'ExportFailed', data: { queueId, reason: abandoned, failed: 0, faults: [], at } })

  const activated = worked(activation, s => s.attempts, [activationRequested()], ...five)
  given(activation)(...activated.events)
    .when(start(6))
    .then({ type: 'ActivationFailed', data: { message: abandoned, at } })

  const copied = worked(cloudCopy, s => s.attempts, [], ...five)
  given(cloudCopy)(...copied.events)
    .when(start(6))
    .then({ type: 'CloudCopyFailed', data: { total: 0, done: 0, failed: 0, faults: [], reason: abandoned, at } })

  const mailed = worked(approval, s => s.mailing, [], ...five)
  given(approval)(...mailed.events)
    .when(start(6))
    .then({ type: 'ApprovalMailAttemptFailed', data: { attempt: 5, reason: abandoned, at } })
})

test('silent workers and failed attempts count together', () => {
  const fail = (attempt: number): AttemptCommand => ({ kind: 'FailAttempt', attempt, reason: 'no paper', at })
  const { events, attempts } = worked(
    exportOf,
    s => s.attempts,
    [exportInitiated()],
    ...[start(1), fail(1), start(2), start(3), fail(3), start(4), start(5)],
  )
  assert.equal(attempts, { worker: 'w5', attempt: 5, failures: 4 })
  given(exportOf)(...events)
    .when(fail(5))
    .thenTypes('ExportFailed')
  given(exportOf)(...events)
    .when(start(6))
    .thenTypes('ExportFailed')
})

test('a node that stops and gives its claim back is no failed attempt', () => {
  const release = (attempt: number): AttemptCommand => ({ kind: 'ReleaseAttempt', attempt, at })
  const often = [1, 2, 3, 4, 5, 6, 7].flatMap(n => [start(n), release(n)])
  const { events, attempts } = worked(exportOf, s => s.attempts, [exportInitiated()], ...often)
  assert.equal(attempts, { attempt: 7, failures: 0 })
  given(exportOf)(...events)
    .when(start(8))
    .thenTypes('ExportStarted')
})

test('a copy that goes on after each silent worker is not given up', () => {
  let events = worked(cloudCopy, s => s.attempts, []).events
  for (let n = 1; n <= 8; n++) {
    const progress = { total: 99, done: n, failed: 0, faults: [], cursor: { source: 0 }, at }
    events = [
      ...events,
      ...given(cloudCopy)(...events)
        .when(start(n))
        .right(),
    ]
    events = [
      ...events,
      ...given(cloudCopy)(...events)
        .when({ kind: 'Progress', attempt: n, ...progress })
        .right(),
    ]
  }
  given(cloudCopy)(...events)
    .when(start(9))
    .thenTypes('CloudCopyStarted')
})

test.run()
