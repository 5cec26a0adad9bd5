import { mock } from 'node:test'
import * as assert from 'uvu/assert'
import { asset } from '../../../src/domain/assets/asset.ts'
import { assetId } from '../../../src/domain/assets/asset-id.ts'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import { adUnitSizeOf, type TemplateSize } from '../../../src/domain/templates/size.ts'
import { warningsOf } from '../../../src/domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import type { BrandFault } from '../../../src/ports/brand-reader.ts'
import { templateWorkflows } from '../../../src/processes/templates/template-workflows.ts'
import { comesTrue, settles } from '../../support/memory/node.ts'
import { type ProcessTest, processSuite } from '../../support/memory/process-suite.ts'
import { brand } from '../../support/templates/brands.ts'
import {
  at,
  type Compose,
  composes,
  count,
  ended,
  initiate,
  isOver,
  overIn,
  type Read,
  reads,
  stateOf,
  workflowNodes,
} from '../../support/templates/workflow-nodes.ts'

const test = processSuite('making the templates of workflows')

const id = 'acme:spring'
const never = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))

const world = (stop: ProcessTest['stop'], over: Parameters<typeof workflowNodes>[0] = {}) => {
  const made = workflowNodes(over)
  stop.push(() => made.nodes.stop())
  return made
}

test('reads the brand, makes each size, and begins a conversation with each template', async ({ stop }) => {
  const { nodes, asked } = world(stop)
  await initiate(nodes)
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  const { status, percentage, conversations, stages } = await stateOf(nodes)
  assert.equal([status, percentage], ['COMPLETED', 100])
  assert.is(asked[0], 'read https://brand.example.com/?token=1')
  assert.is(asked.length, 5)
  assert.ok(stages.every(stage => stage.endedAt !== undefined))
  for (const { conversationId } of conversations) {
    const { state } = await nodes.work().load(templateConversation, `acme:${conversationId}`)
    assert.is(state.conversation?.head, '1.0')
  }
  assert.is(conversations.length, 4)
})

test('a design is made in its own size too, and that template is edited and exported like the others', async ({
  stop,
}) => {
  const designed = (...sizes: readonly TemplateSize[]): Read => {
    const [layout, ...artboards] = sizes.map(size => ({ ...size, layers: [] }))
    return async () => ({ profile: brand({ layout: layout!, artboards }), warnings: [] })
  }
  const read = designed({ width: 300, height: 250 }, { width: 600, height: 1200 }, { width: 300, height: 600 })
  const { nodes, asked } = world(stop, { read })
  await initiate(nodes)
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  const { conversations, percentage } = await stateOf(nodes)
  const sizes = ['300x250', '728x90', '970x250', '320x50', '300x600']
  assert.equal(conversations.map(adUnitSizeOf), sizes)
  assert.equal(
    asked.slice(1),
    sizes.map(size => `compose ${size}`),
  )
  assert.is(percentage, 100)
  const { state } = await nodes.work().load(templateConversation, 'acme:spring-300x600')
  assert.is(state.conversation?.head, '1.0')
})

test('templates are made with the fonts of the brand that the library of the account has', async ({ stop }) => {
  const briefs: (readonly string[] | undefined)[] = []
  const compose: Compose = async (brief, size, signal) => {
    briefs.push(brief.fontFiles?.map(({ path, weight }) => `${path} ${weight}`))
    return composes(brief, size, signal)
  }
  const { nodes } = world(stop, { compose })
  for (const [accountId, path, contentType] of [
    ['acme', 'fonts/Georgia-Bold.ttf', 'font/ttf'],
    ['acme', 'fonts/Georgia.txt', 'application/octet-stream'],
    ['other', 'fonts/Georgia.woff2', 'font/woff2'],
  ] as const) {
    const stored = { accountId, path, sha256: 'f'.repeat(64), size: 9, contentType, at }
    await nodes.does(asset, assetId(accountId, path), stored)
  }
  await initiate(nodes)
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  assert.equal(briefs, Array(4).fill(['fonts/Georgia-Bold.ttf 700']))
})

test('a size that cannot be made is a warning', async ({ stop }) => {
  const unchecked = { code: 'unchecked', detail: 'The text is cut off.', transient: false } as const
  const compose: Compose = async (brief, size, signal) =>
    size.width === 728 ? unchecked : composes(brief, size, signal)
  const { nodes } = world(stop, { compose })
  await initiate(nodes)
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  const workflow = await stateOf(nodes)
  assert.is(workflow.conversations.length, 3)
  assert.equal(warningsOf(workflow), ['728x90 could not be made: The text is cut off.'])
})

test('without any template the workflow fails with the reasons', async ({ stop }) => {
  const compose: Compose = async () => ({ code: 'unchecked', detail: 'The text is cut off.', transient: false })
  const { nodes } = world(stop, { compose })
  await initiate(nodes)
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  const { status, reason } = await stateOf(nodes)
  assert.equal([status, reason], ['FAILED', 'No template could be made: The text is cut off.'])
  assert.is(count(nodes, 'ConversationOpened'), 0)
})

test('sizes without a template are made when an operator has a failed workflow tried again (JOBS-4)', async ({
  stop,
}) => {
  let isAway = true
  const compose: Compose = async (brief, size, signal) =>
    isAway ? { code: 'unavailable', detail: 'The model is away.', transient: false } : composes(brief, size, signal)
  const { nodes, asked } = world(stop, { compose })
  await initiate(nodes)
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  await settles()
  isAway = false
  await nodes.does(templateWorkflow, id, { kind: 'RetryJob', reason: 'The model is back.', at })
  nodes.look()
  await comesTrue(() => overIn(nodes) === 2, 'the workflow ends again')
  const workflow = await stateOf(nodes)
  assert.equal([workflow.status, workflow.conversations.length, warningsOf(workflow)], ['COMPLETED', 4, []])
  assert.is(asked.filter(one => one.startsWith('read')).length, 1)
  assert.ok(workflow.stages.every(stage => stage.endedAt !== undefined))
})

test('a brand that is never readable fails the workflow at once, one that may be later is tried again', async ({
  stop,
}) => {
  const fault = (transient: boolean): BrandFault => ({ code: 'unreadable', detail: 'It is no page.', transient })
  const broken = world(stop, { read: async () => fault(false) })
  await initiate(broken.nodes)
  broken.nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(broken.nodes), 'the workflow ends')
  assert.is((await stateOf(broken.nodes)).reason, 'It is no page.')
  assert.is(broken.asked.length, 1)

  let faults = 0
  const later = world(stop, { read: async (...given) => (faults++ === 0 ? fault(true) : reads(...given)) })
  await initiate(later.nodes)
  later.nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => later.nodes.types().includes('TemplateWorkflowAttemptFailed'), 'the attempt fails')
  await settles()
  later.nodes.clock.pass(6_000)
  later.nodes.look()
  mock.timers.tick(1_000)
  await comesTrue(() => isOver(later.nodes), 'the workflow ends')
  assert.is((await stateOf(later.nodes)).status, 'COMPLETED')
})

test('the templates of one node do not wait for those of another one in the same process', async ({ stop }) => {
  const busy = world(stop, { compose: async (_, __, signal) => never(signal).then(() => ended) })
  await initiate(busy.nodes)
  busy.nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => busy.asked.length === 5, 'all sizes are being made')
  const free = world(stop)
  await initiate(free.nodes)
  free.nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(free.nodes), 'the workflow ends')
})

for (const stopped of ['read-brand', 'compose'] as const)
  test(`another node resumes where the first one fell silent: ${stopped}`, async ({ stop }) => {
    let silent = true
    const hangs = (signal: AbortSignal) => (silent ? never(signal).then(() => ended) : undefined)
    const { nodes, asked } = world(stop, {
      read: async (sources, options) =>
        (stopped === 'read-brand' && (await hangs(options.signal))) || reads(sources, options),
      compose: async (brief, size, signal) =>
        (stopped === 'compose' && size.width > 700 && (await hangs(signal))) || composes(brief, size, signal),
    })
    await initiate(nodes)
    nodes.start([templateWorkflows], 'node1')
    const begun = stopped === 'compose' ? 5 : 1
    await comesTrue(() => asked.length === begun, 'the stage runs')
    if (stopped === 'compose') await comesTrue(() => count(nodes, 'TemplateComposed') === 2, 'two sizes are made')
    silent = false
    const before = asked.length
    await settles()
    nodes.clock.pass(1_000)
    nodes.start([templateWorkflows], 'node2')
    await settles()
    // the first node shows no life: its timers do not run
    nodes.clock.pass(16_000)
    nodes.look()
    await comesTrue(() => isOver(nodes), 'the workflow ends')
    assert.is((await stateOf(nodes)).conversations.length, 4)
    assert.equal(
      asked.slice(before),
      stopped === 'compose'
        ? ['compose 728x90', 'compose 970x250']
        : [asked[0], 'compose 300x250', 'compose 728x90', 'compose 970x250', 'compose 320x50'],
    )
    assert.is(count(nodes, 'TemplateBrandRead'), 1)
    assert.is(count(nodes, 'TemplateComposed'), 4)
  })

for (const stopped of ['check', 'publish'] as const)
  test(`another node resumes where the first one fell silent: ${stopped}`, async ({ stop }) => {
    const { nodes, asked } = world(stop)
    const gone = Promise.withResolvers<never>()
    gone.promise.catch(() => undefined)
    stop.unshift(async () => gone.reject(new Error('the first node is gone')))
    const { append } = nodes.log
    let isSilent = false
    // the end of compose, or the first conversation, is recorded
    const type = stopped === 'check' ? 'TemplateStageEnded' : 'ConversationOpened'
    const fallsSilent: typeof append = (stream, events, expected) => {
      if (isSilent || !events.some(event => event.type === type) || count(nodes, type) === 0)
        return append(stream, events, expected)
      isSilent = true
      return gone.promise
    }
    Object.assign(nodes.log, { append: fallsSilent })
    await initiate(nodes)
    nodes.start([templateWorkflows], 'node1')
    await comesTrue(() => isSilent, 'the first node falls silent')
    const before = asked.length
    nodes.clock.pass(1_000)
    nodes.start([templateWorkflows], 'node2')
    await settles()
    nodes.clock.pass(16_000)
    nodes.look()
    await comesTrue(() => isOver(nodes), 'the workflow ends')
    assert.is((await stateOf(nodes)).status, 'COMPLETED')
    assert.is(asked.length, before, 'nothing is read or made again')
    assert.is(count(nodes, 'TemplateStageStarted'), 4)
    assert.is(count(nodes, 'TemplateStageEnded'), 2)
    assert.is(count(nodes, 'ConversationOpened'), 4)
    assert.is(count(nodes, 'TemplateWorkflowCompleted'), 1)
  })

for (const stopped of ['read-brand', 'compose'] as const)
  test(`a termination ends what runs, and nothing counts after it: ${stopped}`, async ({ stop }) => {
    const aborted: string[] = []
    const hangs = async (what: string, signal: AbortSignal) => {
      await never(signal)
      aborted.push(what)
      return ended
    }
    const { nodes, asked } = world(stop, {
      read: (sources, options) => (stopped === 'read-brand' ? hangs('read', options.signal) : reads(sources, options)),
      compose: (_, __, signal) => hangs('compose', signal),
    })
    await initiate(nodes)
    nodes.start([templateWorkflows], 'node1')
    await comesTrue(() => asked.length === (stopped === 'compose' ? 5 : 1), 'the stage runs')
    await nodes.does(templateWorkflow, id, { kind: 'Terminate', at })
    mock.timers.tick(300)
    await comesTrue(() => aborted.length === (stopped === 'compose' ? 4 : 1), 'the work is ended')
    await settles()
    assert.is(nodes.types().at(-1), 'TemplateWorkflowTerminated')
    assert.is((await stateOf(nodes)).status, 'TERMINATED')
  })

test('a termination while templates are published begins no further conversation', async ({ stop }) => {
  const { nodes } = world(stop)
  await initiate(nodes)
  const { append } = nodes.log
  const terminates: typeof append = async (stream, events, expected) => {
    const done = await append(stream, events, expected)
    if (events.some(({ type }) => type === 'ConversationOpened') && !isOver(nodes))
      await nodes.does(templateWorkflow, id, { kind: 'Terminate', at })
    return done
  }
  Object.assign(nodes.log, { append: terminates })
  nodes.start([templateWorkflows], 'node1')
  await comesTrue(() => isOver(nodes), 'the workflow ends')
  await settles()
  assert.is((await stateOf(nodes)).status, 'TERMINATED')
  assert.is(count(nodes, 'ConversationOpened'), 1)
})

test.run()
