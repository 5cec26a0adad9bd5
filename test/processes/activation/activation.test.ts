import * as E from 'fp-ts/lib/Either.js'
import * as assert from 'uvu/assert'
import { activation } from '../../../src/domain/activation/activation.ts'
import type { ActivationEvent } from '../../../src/domain/activation/events.ts'
import { contentFromLog } from '../../../src/lookups/campaign-from-log.ts'
import { readSnapshot } from '../../../src/lookups/snapshot.ts'
import { activationProcess } from '../../../src/processes/activation/activation.ts'
import { campaignInLog, saveCreative, twelve } from '../../support/memory/campaign-in-log.ts'
import { fakeRenderer, fakeWorld } from '../../support/memory/fakes.ts'
import { eventsOf } from '../../support/memory/log.ts'
import { comesTrue, type MemoryNodes, memoryNodes } from '../../support/memory/node.ts'
import { type ProcessTest, processSuite } from '../../support/memory/process-suite.ts'
import { noRowIndexes } from '../../support/memory/row-indexes.ts'

const test = processSuite('activation process')

const started = (context: ProcessTest, renderer = fakeRenderer()) => {
  const world = fakeWorld({ renderer })
  const nodes = memoryNodes(world)
  context.stop.push(nodes.stop)
  return { nodes, ...world, jobs: renderer.jobs }
}
const activate = async (nodes: MemoryNodes, over: object = {}) => {
  const content = await contentFromLog(nodes.work(), 'acme', 12, { rowIndexes: noRowIndexes })()
  if (E.isLeft(content)) return assert.unreachable(content.left.detail)
  const { contentHash, creatives } = content.right
  await nodes.does(activation, twelve, {
    kind: 'Activate',
    creatives: creatives.creatives.size,
    approval: 'Approved',
    contentHash,
    trackerTypes: ['GCM'],
    at: nodes.clock.now().toISOString(),
    ...over,
  })
}
const ofActivation = ({ log }: MemoryNodes) => eventsOf(log, activation, twelve)
const ends = (nodes: MemoryNodes, type: ActivationEvent['type']) =>
  comesTrue(() => ofActivation(nodes).some(e => e.type === type), type)
/** The data of the event that ended the run. */
const last = (nodes: MemoryNodes) => {
  const end = ofActivation(nodes).at(-1)
  if (end?.type === 'ActivationCompleted') return end.data
  if (end?.type === 'ActivationFailed') return { ...end.data, status: undefined, snapshot: '' }
  throw new Error(`the run has not ended: ${end?.type}`)
}

test('a campaign goes live with one tag per ad unit, in a frozen snapshot', async context => {
  const { nodes, blobs } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], ['pot', 'can'])
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationCompleted')
  assert.equal(
    [last(nodes).status, last(nodes).message],
    [
      'ACTIVE',
      'The campaign is live with 2 ad tags. Trackers of GCM count for placement 0 in ad units without a placement: Unit 1, Unit 2.',
    ],
  )
  const snapshot = await readSnapshot(blobs, last(nodes).snapshot)
  assert.equal(
    snapshot.units.map(u => [u.adUnit.adUnitId, u.creativeNames]),
    [
      [1, ['can', 'pot']],
      [2, ['can', 'pot']],
    ],
  )
  assert.match(snapshot.units[0]?.tag ?? '', 'http://ads.test/serve/acme/12/1')
  assert.ok((snapshot.units[0]?.impressionTrackers.length ?? 0) > 0, 'the selected trackers')
})

test('the snapshot of a large campaign is stored in parts', async context => {
  const { nodes, blobs } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], [])
  for (const name of ['pot', 'can', 'jar', 'lid']) await saveCreative(nodes, name, { headline: name.repeat(25_000) })
  const parts: number[] = []
  const { put } = blobs
  blobs.put = async (bytes, options) => {
    const all = bytes instanceof Uint8Array ? [bytes] : await Array.fromAsync<Buffer>(bytes)
    parts.push(...all.map(({ length }) => length))
    return put(Buffer.concat(all), options)
  }
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationCompleted')
  assert.ok(parts.length >= 4 && parts.every(length => length < 150_000), `parts of ${parts} bytes`)
  assert.is((await readSnapshot(blobs, last(nodes).snapshot)).creatives.names.length, 4)
})

test('an ad unit with a missing picture is reported and left out; the others go live', async context => {
  const { nodes, blobs } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<img src="{{image}}">'], ['pot', 'can'])
  await saveCreative(nodes, 'can', { image: 'data:,' })
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationCompleted')
  assert.is(last(nodes).status, 'EXAMINE')
  assert.match(last(nodes).message, 'pot / Unit 2 80x40 (image-missing: the creative has no picture in image)')
  const { units } = await readSnapshot(blobs, last(nodes).snapshot)
  assert.equal(
    units.map(u => u.creativeNames),
    [['can', 'pot'], ['can']],
  )
})

test('an activation fails with a reason if nothing can be rendered', async context => {
  const { nodes } = started(context)
  await campaignInLog(nodes, ['<img src="{{price}}">', '<p>{{#open}}</p>'], ['pot'])
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationFailed')
  assert.match(last(nodes).message, /^Nothing could be rendered: pot \/ Unit 1.*price.*pot \/ Unit 2.*template-broken/)
})

test('a message that names many long faults ends with a whole character', async context => {
  const { nodes } = started(context)
  // with a column of this length the limit of 4,000 is in the middle of a balloon
  const names = [...'0123456789'].map(n => `${n}${'🎈'.repeat(120)}`)
  await campaignInLog(nodes, [`<img src="{{${'c'.repeat(133)}}}">`], names)
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationFailed')
  const { message } = last(nodes)
  assert.match(message, /🎈$/u)
  assert.is(message.length, 'Nothing could be rendered: '.length + 3_999)
  assert.ok(message.isWellFormed())
})

test('content that changed before the worker started does not go live', async context => {
  const { nodes, jobs } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await activate(nodes)
  await saveCreative(nodes, 'pot', { headline: 'not approved' })
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationFailed')
  assert.match(last(nodes).message, /was changed while it was being activated/)
  assert.is(jobs.length, 0)
})

test('click trackers that cannot be served end the run with their ad unit and creative', async context => {
  const twice = { activation: true, click: ['https://t.example/?{redirect}{redirect}'] }
  const world = fakeWorld({ trackerTypes: new Map([['GCM', twice]]) })
  const nodes = memoryNodes(world)
  context.stop.push(nodes.stop)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationFailed')
  assert.is(
    last(nodes).message,
    'Creative pot in ad unit Unit 1: a click tracker contains {redirect} more than once. Correct the trackers or shorten the click-through, and activate again.',
  )
})

test('requested assets become available, never initiated (ACTIVATION-9)', async context => {
  const { nodes } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  await activate(nodes, { assetGenerationType: 'video' })
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationCompleted')
  const exports = nodes.log.events.filter(e => e.stream.startsWith('export-'))
  assert.equal(
    exports.map(e => [e.stream, e.type]),
    [['export-acme:12:production:mp4:1', 'ExportMadeAvailable']],
  )
})

test('assets of a worker that lost its claim while it rendered them are not made available', async context => {
  const drawing = Promise.withResolvers<void>()
  const renderer = fakeRenderer(async job => {
    if (job.format === 'mp4' && job.label.startsWith('pot')) await drawing.promise
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes } = started(context, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['can', 'pot'])
  await activate(nodes, { assetGenerationType: 'video' })
  const runner = nodes.start([activationProcess], 'one')
  const firstDrawn = (e: ActivationEvent) => e.type === 'ActivationProgressed' && /1 of 2 mp4/.test(e.data.message)
  await comesTrue(() => ofActivation(nodes).some(firstDrawn), 'one of two assets is rendered')
  const at = nodes.clock.now().toISOString()
  await nodes.does(activation, twelve, { kind: 'FailAttempt', attempt: 1, reason: 'silent', isSilent: true, at })
  drawing.resolve()
  await runner.stop()
  assert.not.ok(nodes.types().includes('ExportMadeAvailable'))
})

test('the percentage never decreases, even when another node starts again', async context => {
  let broken = true
  const renderer = fakeRenderer(job => {
    if (broken && job.label.startsWith('pot')) throw new Error('the browser is gone')
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes } = started(context, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], ['can', 'pot'])
  await activate(nodes, { assetGenerationType: 'png' })
  nodes.start([activationProcess], 'one')
  await ends(nodes, 'ActivationAttemptFailed')
  broken = false
  nodes.clock.pass(5_000)
  nodes.look()
  await ends(nodes, 'ActivationCompleted')
  let state = activation.initialState
  for (const event of ofActivation(nodes)) {
    const before = state
    state = activation.evolve(state, event)
    assert.ok(state.percentage >= before.percentage, `${before.percentage} fell to ${state.percentage}`)
  }
  assert.is(state.percentage, 100)
})

test('a campaign that is ended while it is being activated stays ended', async context => {
  let draw = () => {}
  const drawn = new Promise<void>(resolve => {
    draw = resolve
  })
  let rendering = false
  const renderer = fakeRenderer(async job => {
    rendering = true
    await drawn
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes } = started(context, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  const at = nodes.clock.now().toISOString()
  await activate(nodes)
  await nodes.does(activation, twelve, {
    kind: 'Complete',
    attempt: 1,
    status: 'ACTIVE',
    message: '',
    bytes: 50,
    snapshot: 's',
    contentHash: 'c',
    at,
  })
  await activate(nodes)
  nodes.start([activationProcess], 'one')
  await comesTrue(() => rendering, 'rendering starts')
  await nodes.does(activation, twelve, { kind: 'EndCampaign', reason: 'request', at })
  const runner = nodes.start([activationProcess], 'two')
  draw()
  await runner.stop()
  await nodes.stop()
  assert.is((await nodes.work().load(activation, twelve)).state.status, 'ENDED')
})

test.run()
