import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TemplateWorkflowEvent } from '../../../src/domain/templates/workflow/events.ts'
import { nextStage, warningsOf } from '../../../src/domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import { stagesShown } from '../../../src/templates/stages-shown.ts'
import {
  brandRead,
  stageEnded,
  stageStarted,
  templateComposed,
  templateNotComposed,
  workflowAttemptFailed,
  workflowCompleted,
  workflowFailed,
  workflowInitiated,
  workflowRetried,
  workflowStarted,
  workflowTerminated,
} from '../../support/examples/templates.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('workflows of templates')
const one = given(templateWorkflow)
const at = '2026-05-01T10:00:00.000Z'
const initiate = (digest = 'd1') => ({ kind: 'Initiate', ...workflowInitiated({ digest }).data }) as const
const running = [workflowInitiated(), workflowStarted()]

test('a request starts a workflow once, and its id takes no other request', () => {
  one().when(initiate()).then(workflowInitiated())
  one(workflowInitiated()).when(initiate()).thenNothing()
  one(...running, workflowCompleted)
    .when(initiate())
    .thenNothing()
  one(workflowInitiated()).when(initiate('d2')).thenRejected('request-id-reused')
})

test('a workflow has each fact once, of the attempt under way', () => {
  const compose = { kind: 'Compose', ...templateComposed(300, 250).data } as const
  one(...running)
    .when(compose)
    .then(templateComposed(300, 250))
  one(...running, templateComposed(300, 250))
    .when(compose)
    .thenNothing()
  one(...running, templateNotComposed(300, 250))
    .when(compose)
    .thenNothing()
  one(...running, workflowAttemptFailed)
    .when(compose)
    .thenRejected('claim-lost')
  const begin = { kind: 'StartStage', ...stageStarted('compose', 30).data } as const
  one(...running, stageStarted('compose', 30))
    .when(begin)
    .thenNothing()
})

test('a workflow resumes at the first stage that has not ended', () => {
  const stageAfter = (...events: readonly TemplateWorkflowEvent[]) => {
    const { state } = one(...running, ...events)
    return state && nextStage(state)
  }
  assert.is(stageAfter(), 'read-brand')
  assert.is(stageAfter(stageStarted('read-brand')), 'read-brand')
  const read = [stageStarted('read-brand'), brandRead()]
  assert.is(stageAfter(...read), 'compose')
  const made = [...read, stageStarted('compose', 30), templateComposed(300, 250), stageEnded('compose')]
  assert.is(stageAfter(...made), 'check')
  assert.is(stageAfter(...made, stageStarted('check', 90), stageEnded('check', 95)), 'publish')
})

test('progress never falls', () => {
  const { state } = one(...running, brandRead(), templateComposed(300, 250), stageStarted('compose', 30))
  assert.is(state?.percentage, 45)
})

test('termination ends a workflow at every point, and nothing counts after it', () => {
  const terminate = { kind: 'Terminate', at } as const
  const steps = [workflowInitiated(), stageStarted('read-brand'), brandRead(), stageEnded('compose')]
  for (const [i] of steps.entries()) {
    const before = steps.slice(0, i + 1)
    one(...before)
      .when(terminate)
      .then(workflowTerminated)
    const over = one(...before, workflowTerminated)
    assert.is(over.state?.status, 'TERMINATED')
    over.when({ kind: 'Compose', ...templateComposed(300, 250).data }).thenRejected('claim-lost')
    over.when({ kind: 'Complete', attempt: 1, templates: [], at }).thenRejected('claim-lost')
  }
})

test('terminating a workflow that has ended changes nothing, and one that does not exist is refused', () => {
  for (const end of [workflowCompleted, workflowFailed, workflowTerminated])
    one(...running, end)
      .when({ kind: 'Terminate', at })
      .thenNothing()
  one().when({ kind: 'Terminate', at }).thenRejected('not-found')
})

test('a failed attempt is repeated, the fifth fails the workflow', () => {
  const fail = { kind: 'FailAttempt', attempt: 1, reason: 'The address cannot be reached.', at } as const
  one(...running)
    .when(fail)
    .then(workflowAttemptFailed)
  const failed = [1, 2, 3, 4].map(() => workflowAttemptFailed)
  one(...running, ...failed)
    .when({ ...fail, attempt: 5 })
    .thenTypes('TemplateWorkflowFailed')
})

test('the stage in which a workflow was ended has its end, until an operator has the workflow go on', () => {
  const lastOf = (...events: readonly TemplateWorkflowEvent[]) => {
    const { state } = one(...running, stageStarted('read-brand'), ...events)
    return state && stagesShown(state)[0]
  }
  const begun = { name: 'read-brand', startedAt: stageStarted('read-brand').data.at }
  assert.equal(lastOf(workflowFailed), { ...begun, endedAt: workflowFailed.data.at, status: 'FAILED' })
  assert.equal(lastOf(workflowTerminated), { ...begun, endedAt: workflowTerminated.data.at, status: 'TERMINATED' })
  assert.equal(lastOf(workflowFailed, workflowRetried), { ...begun, status: 'IN_PROGRESS' })
})

test('warnings name the size that they are about', () => {
  const { state } = one(
    ...running,
    brandRead(),
    templateComposed(300, 250, { warnings: ['the logo was left out'] }),
    templateNotComposed(728, 90),
  )
  assert.equal(state && warningsOf(state), [
    'no logo',
    '300x250: the logo was left out',
    '728x90 could not be made: The text is cut off.',
  ])
})

test('a workflow that an earlier release had go on without making sizes again is shown as complete', () => {
  const made = [
    templateComposed(300, 250),
    templateNotComposed(300, 600),
    stageEnded('compose'),
    stageEnded('check', 95),
  ]
  const stages = [stageStarted('read-brand'), brandRead(), stageStarted('compose', 30), stageStarted('check', 90)]
  const { state } = one(
    ...[...running, ...stages, ...made, stageStarted('publish', 95), workflowFailed],
    ...[workflowRetried, workflowCompleted],
  )
  assert.ok(state && stagesShown(state).every(({ status, endedAt }) => status === 'COMPLETED' && endedAt !== undefined))
})

test.run()
