import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { templateWorkflows } from '../../../projections/templates/template-workflows.ts'
import type { WorkflowSource } from '../../../src/domain/templates/workflow/events.ts'
import { type TemplateWorkflowCommand, templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import { openExecutor } from '../../../src/engine/write/execute.ts'
import { sweepWorkflowSources } from '../../../src/processes/templates/sweep-sources.ts'
import { workflowInitiated } from '../../support/examples/templates.ts'
import { memoryBlobs } from '../../support/memory/blobs.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { memoryReadModels } from '../../support/memory/read-models.ts'

const hourMs = 3_600_000

/** Generations on stores in memory, a clock that the test moves, and sweeps. */
const generations = () => {
  let now = new Date('2026-05-01T10:30:00.000Z')
  const clock = { now: () => now, monotonic: () => now.getTime() }
  const [log, readModels, blobs] = [memoryLog(), memoryReadModels(), memoryBlobs(clock.now)]
  const newWork = openExecutor(log, clock)
  let commands = 0
  const work = () => {
    const commandId = `00000000-0000-4000-8000-${String(++commands).padStart(12, '0')}`
    return newWork({ actor: 'tester', operation: 'test', commandId, correlationId: 'c', causationId: 'c' })
  }
  const at = () => now.toISOString()
  const signal = new AbortController().signal
  const decided = async (requestId: string, command: TemplateWorkflowCommand) => {
    const done = await work().execute(templateWorkflow, `acme:${requestId}`, command)
    const { state } = await work().load(templateWorkflow, `acme:${requestId}`)
    if (state) readModels.put(templateWorkflows, `acme:${requestId}`, state)
    return E.isLeft(done) ? done.left.code : 'done'
  }
  return {
    at,
    decided,
    pass: (hours: number) => {
      now = new Date(now.getTime() + hours * hourMs)
    },
    store: async (text: string): Promise<WorkflowSource> => {
      const { sha256, size } = await blobs.put(Buffer.from(text))
      return { kind: 'psd', blob: sha256, bytes: size }
    },
    start: (requestId: string, sources: WorkflowSource[]) =>
      decided(requestId, { kind: 'Initiate', ...workflowInitiated({ requestId, sources, at: at() }).data }),
    fails: async (requestId: string, number = 1) => {
      const attempt = { attempt: number, at: at() }
      return decided(requestId, { kind: 'GiveUp', reason: 'It is no PSD.', ...attempt })
    },
    retry: (requestId: string) => decided(requestId, { kind: 'RetryJob', reason: 'again', at: at() }),
    sweep: () => sweepWorkflowSources({ ports: { readModels, blobs, clock }, work: work(), signal }),
    isKept: async (source: WorkflowSource) => source.kind !== 'url' && (await blobs.stat(source.blob)) !== undefined,
    state: async (requestId: string) => (await work().load(templateWorkflow, `acme:${requestId}`)).state,
  }
}

test('a failed generation can be tried again for 24 hours; then its files are deleted and a retry says why not', async () => {
  const world = generations()
  const file = await world.store('design')
  await world.start('spring', [file])
  await world.fails('spring')
  world.pass(23)
  assert.is(await world.sweep(), 0)
  assert.ok(await world.isKept(file))
  assert.is(await world.retry('spring'), 'done')
  await world.fails('spring', 2)
  world.pass(24)
  // refused from that moment on, whether a sweep has come or not
  assert.is(await world.retry('spring'), 'workflow-sources-deleted')
  assert.is(await world.sweep(), 1)
  assert.not(await world.isKept(file))
  assert.is((await world.state('spring'))?.sourcesDeletedAt, world.at())
  assert.is(await world.retry('spring'), 'workflow-sources-deleted')
  assert.is(await world.sweep(), 0)
})

test('files of a terminated generation are deleted, those of one that runs or has templates are not', async () => {
  const world = generations()
  const [ended, runs] = [await world.store('ended'), await world.store('runs')]
  await world.start('ended', [ended])
  await world.start('runs', [runs])
  await world.decided('ended', { kind: 'Terminate', at: world.at() })
  world.pass(25)
  assert.is(await world.sweep(), 1)
  assert.equal([await world.isKept(ended), await world.isKept(runs)], [false, true])
})

test('a file that another generation needs, or that was sent again lately, stays', async () => {
  const world = generations()
  const [shared, again] = [await world.store('shared'), await world.store('again')]
  await world.start('spring', [shared])
  await world.start('summer', [shared])
  await world.start('autumn', [again])
  await world.fails('spring')
  await world.fails('autumn')
  world.pass(20)
  await world.store('again')
  world.pass(5)
  await world.sweep()
  assert.equal([await world.isKept(shared), await world.isKept(again)], [true, true])
  assert.is((await world.state('autumn'))?.sourcesDeletedAt, undefined, 'it is deleted some other time')
})

test('a generation that read its brand goes on without the files', async () => {
  const world = generations()
  const file = await world.store('design')
  await world.start('spring', [file])
  const attempt = { attempt: 1, at: world.at() }
  const read = { briefSha256: 'b'.repeat(64), bytes: 3, warnings: [], percentage: 30 }
  await world.decided('spring', { kind: 'ReadBrand', ...attempt, ...read })
  await world.decided('spring', { kind: 'GiveUp', ...attempt, reason: 'The model is away.' })
  world.pass(25)
  await world.sweep()
  assert.is(await world.retry('spring'), 'done')
})

test.run()
