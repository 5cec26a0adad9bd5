import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { activation } from '../../../src/domain/activation/activation.ts'
import { feedRun } from '../../../src/domain/asset-sources/feed-run.ts'
import { motionRun } from '../../../src/domain/asset-sources/motion-run.ts'
import { cloudCopy } from '../../../src/domain/cloud/copy.ts'
import { dspExport } from '../../../src/domain/dsp/export.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import type { AttemptCommand } from '../../../src/domain/shared/claim.ts'
import type { Aggregate, DomainEvent } from '../../../src/domain/shared/decider.ts'
import type { JobCommand } from '../../../src/domain/shared/job.ts'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import { activationRequested } from '../../support/examples/activation.ts'
import { dspExportStarted } from '../../support/examples/dsp-exports.ts'
import { exportCompleted, exportFailed, exportInitiated, exportStarted } from '../../support/examples/exports.ts'
import {
  conversationOpened,
  regenerationRequested,
  versionCreated,
  workflowInitiated,
} from '../../support/examples/templates.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const operator = (kind: JobCommand['kind']): JobCommand => ({ kind, reason: 'the server is back', at })
const fail = (attempt: number): AttemptCommand => ({ kind: 'FailAttempt', attempt, reason: 'away', at })

/** Runs commands one after the other; returns the types of all events. */
const typesAfter = <S, Ev extends DomainEvent>(
  aggregate: Aggregate<AttemptCommand | JobCommand, S, Ev>,
  history: readonly Ev[],
  ...commands: readonly (AttemptCommand | JobCommand)[]
): readonly string[] => {
  let events = history
  for (const command of commands)
    events = [
      ...events,
      ...given(aggregate)(...events)
        .when(command)
        .right(),
    ]
  return events.slice(history.length).map(({ type }) => type)
}

const held = <S, Ev extends DomainEvent>(
  name: string,
  aggregate: Aggregate<AttemptCommand | JobCommand, S, Ev>,
  history: readonly Ev[],
) =>
  test(`${name}: work that an operator ended is tried again by another one, with another attempt`, () => {
    const [ended, retried, failed, ...rest] = typesAfter(
      aggregate,
      history,
      operator('CancelJob'),
      operator('RetryJob'),
      fail(2),
    )
    assert.match(ended ?? '', /Failed$/)
    assert.match(retried ?? '', /Retried$/)
    assert.match(failed ?? '', /AttemptFailed$/)
    assert.equal(rest, [])
    // a pause ends at once, with all attempts
    const four = [1, 2, 3, 4].map(fail)
    const last = typesAfter(aggregate, history, ...four, operator('RetryJob'), fail(5)).at(-1)
    assert.match(last ?? '', /AttemptFailed$/)
    // nothing to do, and done already
    assert.equal(typesAfter(aggregate, history, operator('RetryJob')), [])
    assert.is(typesAfter(aggregate, history, operator('SkipJob'), operator('SkipJob')).length, 1)
  })

held('an export', exportOf, [exportInitiated()])
held('an activation', activation, [activationRequested()])
held('a feed run', feedRun, [])
held('a run of motion assets', motionRun, [])
held('a copy', cloudCopy, [])
held('an export to the DSP', dspExport, [dspExportStarted()])
held('a generation of templates', templateWorkflow, [workflowInitiated()])

held('an edit of a template', templateConversation, [conversationOpened(), versionCreated(), regenerationRequested()])

test('work that goes on is ended, and its worker records nothing more; what is done stays done', () => {
  const running = given(exportOf)(exportInitiated(), exportStarted())
  running.when(operator('CancelJob')).thenTypes('ExportFailed')
  given(exportOf)(exportInitiated(), exportStarted(), exportFailed()).when(fail(1)).thenRejected('claim-lost')
  const done = given(exportOf)(exportInitiated(), exportStarted(), exportCompleted())
  for (const kind of ['RetryJob', 'SkipJob', 'CancelJob'] as const) done.when(operator(kind)).thenRejected('job-over')
})

test.run()
