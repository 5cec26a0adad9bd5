import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { templateWorkflowsToDo } from '../../../projections/templates/template-workflows-to-do.ts'
import {
  brandRead,
  templateComposed,
  workflowAttemptFailed,
  workflowCompleted,
  workflowFailed,
  workflowInitiated,
  workflowStarted,
  workflowTerminated,
} from '../../support/examples/templates.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const id = 'acme:spring'
const events = (...more: Parameters<typeof inStream>[1]) =>
  inStream(`template-workflow-${id}`, [workflowInitiated(), ...more])

test('a workflow is due once started, with the request as its cause', () => {
  const { documents } = givenEvents(templateWorkflowsToDo)(...events())
  const [initiated] = events()
  assert.equal(
    [documents[id]?.todo, documents[id]?.accountId, documents[id]?.cause?.eventId],
    ['open', 'acme', initiated?.id],
  )
})

test('a workflow is due until it ends, and again after a pause', () => {
  givenEvents(templateWorkflowsToDo)(...events(workflowStarted())).thenIn(id, { todo: 'open', attempt: 0 })
  givenEvents(templateWorkflowsToDo)(...events(workflowStarted(), workflowAttemptFailed)).thenIn(id, {
    todo: 'open',
    notBefore: '2026-05-01T10:00:05.000Z',
  })
})

test('a workflow that has ended is done, or failed', () => {
  for (const [end, todo] of [
    [workflowCompleted, 'done'],
    [workflowTerminated, 'done'],
    [workflowFailed, 'failed'],
  ] as const)
    givenEvents(templateWorkflowsToDo)(
      ...events(workflowStarted(), brandRead(), templateComposed(300, 250), end),
    ).thenIn(id, { todo, attempt: 1 })
})

test.run()
