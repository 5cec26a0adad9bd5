import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { activation } from '../../../src/domain/activation/activation.ts'
import { approval } from '../../../src/domain/approval/approval.ts'
import { cloudCopy } from '../../../src/domain/cloud/copy.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import { type AttemptCommand, type Attempts, abandoned } from '../../../src/domain/shared/claim.ts'
import type { Aggregate, DomainEvent } from '../../../src/domain/shared/decider.ts'
import { activationRequested } from '../../support/examples/activation.ts'
import { cloudCopyProgressed } from '../../support/examples/cloud.ts'
import { exportCompleted, exportInitiated } from '../../support/examples/exports.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const silent = (attempt: number): AttemptCommand => ({
  kind: 'FailAttempt',
  attempt,
  reason: 'its node ended',
  isSilent: true,
  at,
})
const fail = (attempt: number): AttemptCommand => ({ kind: 'FailAttempt', attempt, reason: 'no paper', at })

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
const four = [1, 2, 3, 4].map(silent)

test('work on which five workers fell silent ends with a reason', () => {
  const exported = worked(exportOf, s => s.attempts, [exportInitiated()], ...four)
  assert.equal(exported.attempts, { attempt: 4, failures: 4, notBefore: at })
  const initiated = exportInitiated()
  const queueId = initiated.type === 'ExportInitiated' ? initiated.data.queueId : ''
  given(exportOf)(...exported.events)
    .when(silent(5))
    .then({ type: 'ExportFailed', data: { queueId, reason: abandoned, failed: 0, faults: [], at } })

  const activated = worked(activation, s => s.attempts, [activationRequested()], ...four)
  given(activation)(...activated.events)
    .when(silent(5))
    .then({ type: 'ActivationFailed', data: { message: abandoned, at } })

  const copied = worked(cloudCopy, s => s.attempts, [], ...four)
  given(cloudCopy)(...copied.events)
    .when(silent(5))
    .then({ type: 'CloudCopyFailed', data: { total: 0, done: 0, failed: 0, faults: [], reason: abandoned, at } })

  const mailed = worked(approval, s => s.mailing, [], ...four)
  given(approval)(...mailed.events)
    .when(silent(5))
    .then({ type: 'ApprovalMailAttemptFailed', data: { attempt: 5, reason: abandoned, at } })
})

test('silent workers and failed attempts count together, and a silent one is replaced without a pause', () => {
  const commands = [silent(1), fail(2), silent(3), fail(4)]
  const { events, attempts } = worked(exportOf, s => s.attempts, [exportInitiated()], ...commands)
  assert.equal(attempts, { attempt: 4, failures: 4, notBefore: '2026-05-01T10:05:00.000Z' })
  for (const last of [fail(5), silent(5)])
    given(exportOf)(...events)
      .when(last)
      .thenTypes('ExportFailed')
  assert.is(worked(exportOf, s => s.attempts, [exportInitiated()], silent(1)).attempts.notBefore, at)
})

test('of two workers at the same attempt, the first outcome counts', () => {
  for (const outcome of [exportCompleted(), worked(exportOf, s => s.attempts, [exportInitiated()], fail(1)).last]) {
    if (outcome === undefined) throw new Error('there is no outcome')
    given(exportOf)(exportInitiated(), outcome).when(fail(1)).thenRejected('claim-lost')
  }
})

test('a copy that goes on after each silent worker is not given up', () => {
  let events = worked(cloudCopy, s => s.attempts, []).events
  for (let n = 1; n <= 8; n++) {
    events = [...events, cloudCopyProgressed(n, n)]
    events = worked(cloudCopy, s => s.attempts, events, silent(n)).events
  }
  given(cloudCopy)(...events)
    .when(silent(9))
    .thenTypes('CloudCopyAttemptFailed')
})

test.run()
