import { buffer } from 'node:stream/consumers'
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromBufferPromise } from 'yauzl'
import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { exportsProcess } from '../../../src/processes/exports/exports.ts'
import { exportOfTwelve } from '../../support/examples/exports.ts'
import { campaignInLog, saveCreative } from '../../support/memory/campaign-in-log.ts'
import { fakeRenderer, fakeWorld } from '../../support/memory/fakes.ts'
import { comesTrue, type MemoryNodes, memoryNodes } from '../../support/memory/node.ts'

type Context = { stop: (() => Promise<unknown>)[] }
const test = suite<Context>('exports process')
test.before.each(context => {
  mock.timers.enable({ apis: ['setInterval'] })
  context.stop = []
})
test.after.each(async ({ stop }) => {
  for (const end of stop) await end()
  mock.timers.reset()
})

const started = (context: Context, over: Partial<Ports> = {}) => {
  const world = fakeWorld(over)
  const nodes = memoryNodes(world)
  context.stop.push(nodes.stop)
  nodes.start([exportsProcess], 'one')
  return { nodes, ...world, jobs: (world.renderer as ReturnType<typeof fakeRenderer>).jobs }
}
const ofExport = ({ log }: MemoryNodes) =>
  log.events.filter(e => e.stream.startsWith('export-')) as unknown as readonly ExportEvent[]
const ended = (e: ExportEvent) => e.type === 'ExportCompleted' || e.type === 'ExportFailed'
/** Asks for the png export and waits for its end. */
const exported = async (nodes: MemoryNodes) => {
  const before = ofExport(nodes).filter(ended).length
  await nodes.does(exportOf, exportOfTwelve, {
    kind: 'InitiateExport',
    queueIdOf: run => `q${run}`,
    contentHash: 'asked',
    at: nodes.clock.now().toISOString(),
  })
  await comesTrue(() => ofExport(nodes).filter(ended).length > before, 'the export ends')
  return ofExport(nodes).filter(ended).at(-1) as Extract<ExportEvent, { type: 'ExportCompleted' | 'ExportFailed' }>
}
const namesIn = async (bytes: Buffer) => {
  const names: string[] = []
  const zip = await fromBufferPromise(bytes)
  for await (const entry of zip.eachEntry()) {
    await buffer(await zip.openReadStreamPromise(entry))
    names.push(entry.fileName)
  }
  return names
}

test('every creative in every ad unit is in the ZIP, and the event says of which content', async context => {
  const { nodes, blobs } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], ['pot', 'can'])
  const end = await exported(nodes)
  assert.is(end.type, 'ExportCompleted')
  if (end.type !== 'ExportCompleted') return
  assert.equal([end.data.total, end.data.faults], [4, []])
  assert.equal(await namesIn(await blobs.read(end.data.zip)), [
    'can/Unit 1_80x40.png',
    'can/Unit 2_80x40.png',
    'pot/Unit 1_80x40.png',
    'pot/Unit 2_80x40.png',
    'manifest.json',
  ])
  assert.is.not(end.data.contentHash, 'asked', 'the content is that of the drawing, not of the request')
})

test('after a change of one creative only that creative is drawn again', async context => {
  const { nodes, jobs } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<b>{{headline}}</b>'], ['pot', 'can', 'lamp'])
  await exported(nodes)
  assert.is(jobs.length, 6)
  await saveCreative(nodes, 'can', { headline: 'Bloom' })
  await exported(nodes)
  assert.equal(
    jobs.slice(6).map(j => j.label),
    ['can in Unit 1', 'can in Unit 2'],
  )
})

test('the same content gives the same ZIP', async context => {
  const { nodes } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  const [one, two] = [await exported(nodes), await exported(nodes)]
  assert.is((one.data as { zip: string }).zip, (two.data as { zip: string }).zip)
  assert.is.not(one.data.queueId, two.data.queueId)
})

test('what cannot be drawn is named, and the rest is exported', async context => {
  const { nodes } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<p>{{price}}</p>'], ['pot'])
  const end = await exported(nodes)
  assert.is(end.type, 'ExportCompleted')
  assert.equal(end.data.faults, [
    { item: 'pot / Unit 2 80x40', code: 'column-missing', detail: 'the creative has no value for price' },
  ])
})

test('an export of which nothing can be drawn fails, however many files it has', async context => {
  const { nodes } = started(context)
  const many = Array.from({ length: 60 }, (_, i) => `<p>{{price${i}}}</p>`)
  await campaignInLog(
    nodes,
    many,
    Array.from({ length: 20 }, (_, i) => `creative ${i}`),
  )
  const end = await exported(nodes)
  assert.is(end.type, 'ExportFailed')
  assert.match((end.data as { reason: string }).reason, '1200')
  assert.equal([end.data.faults.length, end.data.failed], [1000, 1200])
})

test('faults with long texts still fit into one event', async context => {
  const renderer = fakeRenderer(() => ({ code: 'script-error', detail: 'é'.repeat(5_000) }))
  const { nodes } = started(context, { renderer })
  const units = Array.from({ length: 30 }, (_, i) => `<p>${i}</p>`)
  await campaignInLog(
    nodes,
    units,
    Array.from({ length: 40 }, (_, i) => `creative ${i}`),
  )
  const end = await exported(nodes)
  assert.is(end.data.failed, 1200)
  assert.ok(end.data.faults.length > 100)
  assert.ok(Buffer.byteLength(JSON.stringify(end.data)) < 1_000_000)
})

test('a worker that lost the export while it drew records nothing more', async context => {
  let draw = () => {}
  const drawn = new Promise<void>(resolve => {
    draw = resolve
  })
  const renderer = fakeRenderer(async job => {
    await drawn
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes, jobs } = started(context, { renderer })
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  const at = nodes.clock.now().toISOString()
  await nodes.does(exportOf, exportOfTwelve, { kind: 'InitiateExport', queueIdOf: () => 'q1', contentHash: 'c', at })
  await comesTrue(() => jobs.length > 0, 'it is being drawn')
  await nodes.does(exportOf, exportOfTwelve, { kind: 'StartExport', worker: 'two', attempt: 2, at })
  draw()
  await nodes.stop()
  assert.equal(
    ofExport(nodes).map(e => e.type),
    ['ExportInitiated', 'ExportStarted', 'ExportStarted'],
  )
})

test.run()
