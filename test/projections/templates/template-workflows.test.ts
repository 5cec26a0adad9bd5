import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { templateWorkflows } from '../../../projections/templates/template-workflows.ts'
import { filesOf } from '../../../src/domain/templates/workflow/state.ts'
import {
  brandRead,
  stageEnded,
  stageStarted,
  templateComposed,
  templateNotComposed,
  workflowCompleted,
  workflowInitiated,
  workflowStarted,
} from '../../support/examples/templates.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const id = 'acme:spring'
const at = '2026-05-01T10:00:00.000Z'

test('a workflow has its progress, its stages with their times, and its templates', () => {
  const events = [
    workflowInitiated({ sources: [{ kind: 'pictures', blob: 'p'.repeat(64), bytes: 9 }] }),
    workflowStarted(),
    stageStarted('read-brand'),
    brandRead(),
    stageStarted('compose', 30),
    templateComposed(300, 250),
    templateNotComposed(728, 90),
    stageEnded('compose'),
  ]
  const { documents, thenIn } = givenEvents(templateWorkflows)(...inStream(`template-workflow-${id}`, events))
  thenIn(id, {
    status: 'IN_PROGRESS',
    percentage: 90,
    stages: [
      { name: 'read-brand', startedAt: at, endedAt: at },
      { name: 'compose', startedAt: at, endedAt: at },
    ],
    outcomes: [
      {
        width: 300,
        height: 250,
        htmlSha256: 'h300',
        generator: 'built-in',
        warnings: [],
        provenance: templateComposed(300, 250).data.provenance,
      },
      { width: 728, height: 90, reason: 'The text is cut off.', warnings: [] },
    ],
  })
  assert.equal(documents[id] && filesOf(documents[id], new Date(0)), ['p'.repeat(64), 'b'.repeat(64), 'h300'])
})

test('a complete workflow names its conversations', () => {
  const events = [workflowInitiated(), workflowStarted(), templateComposed(300, 250), workflowCompleted]
  givenEvents(templateWorkflows)(...inStream(`template-workflow-${id}`, events)).thenIn(id, {
    status: 'COMPLETED',
    percentage: 100,
    conversations: [{ width: 300, height: 250, conversationId: 'spring-300x250' }],
  })
})

test.run()
