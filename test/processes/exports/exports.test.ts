import { buffer } from 'node:stream/consumers'
import * as assert from 'uvu/assert'
import { fromBufferPromise } from 'yauzl'
import { exportOf } from '../../../src/domain/exports/export.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { RendererUnavailable } from '../../../src/ports/renderer.ts'
import { exportsProcess } from '../../../src/processes/exports/exports.ts'
import { exportOfTwelve } from '../../support/examples/exports.ts'
import { campaignInLog, saveCreative } from '../../support/memory/campaign-in-log.ts'
import { fakeRenderer, fakeWorld, memoryBlobs } from '../../support/memory/fakes.ts'
import { eventsOf } from '../../support/memory/log.ts'
import { comesTrue, type MemoryNodes, memoryNodes } from '../../support/memory/node.ts'
import { type ProcessTest, processSuite } from '../../support/memory/process-suite.ts'

const test = processSuite('exports process')

const started = (context: ProcessTest, renderer = fakeRenderer(), over: Partial<Ports> = {}) => {
  const blobs = memoryBlobs()
  const world = { ...fakeWorld({ renderer, ...over }), blobs }
  const nodes = memoryNodes(world)
  context.stop.push(nodes.stop)
  nodes.start([exportsProcess], 'one')
  return { nodes, ...world, jobs: renderer.jobs }
}
const ofExport = ({ log }: MemoryNodes) => eventsOf(log, exportOf)
const ends = (nodes: MemoryNodes) =>
  ofExport(nodes).filter(e => e.type === 'ExportCompleted' || e.type === 'ExportFailed')
/** Requests the png export and waits for its end. */
const exported = async (nodes: MemoryNodes) => {
  const before = ends(nodes).length
  await nodes.does(exportOf, exportOfTwelve, {
    kind: 'InitiateExport',
    queueIdOf: run => `q${run}`,
    contentHash: 'requested',
    at: nodes.clock.now().toISOString(),
  })
  await comesTrue(() => ends(nodes).length > before, 'the export ends')
  const end = ends(nodes).at(-1)
  if (end === undefined) throw new Error('the export has no end event')
  return end
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

test('the ZIP has every creative in every ad unit, and the event has the content hash', async context => {
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
  assert.is.not(end.data.contentHash, 'requested', 'the hash is of the rendered content, not of the requested one')
})

test('an export for which the account has no room fails with that reason, and its ZIP is not stored', async context => {
  const config = { publicUrl: 'http://ads.test', mailLimit: 'off' as const, storageLimit: 1_000_000 }
  const { nodes, blobs } = started(context, fakeRenderer(), { config })
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  const first = await exported(nodes)
  config.storageLimit = first.type === 'ExportCompleted' ? first.data.size : 0
  const stored = blobs.kept.size
  assert.is((await exported(nodes)).type, 'ExportCompleted', 'the same ZIP of the same export needs no more room')
  await saveCreative(nodes, 'pot', { headline: 'Bloom' })
  const end = await exported(nodes)
  assert.match(end.type === 'ExportFailed' ? end.data.reason : '', /^The account holds (\d+) bytes of the \1 bytes/)
  assert.is(blobs.kept.size, stored)
})

test('an export for which the account has no room names the files that failed, too', async context => {
  const config = { publicUrl: 'http://ads.test', mailLimit: 'off' as const, storageLimit: 1 }
  const { nodes } = started(context, fakeRenderer(), { config })
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<img src="{{image}}">'], ['pot'])
  const end = await exported(nodes)
  assert.match(end.type === 'ExportFailed' ? end.data.reason : '', /^The account holds/)
  assert.equal([end.data.failed, end.data.faults.map(({ item }) => item)], [1, ['pot / Unit 2 80x40']])
})

test('an export without any file says so in an account that is full, too, and stores none', async context => {
  const config = { publicUrl: 'http://ads.test', mailLimit: 'off' as const, storageLimit: 1 }
  const { nodes, blobs } = started(context, fakeRenderer(), { config })
  await campaignInLog(nodes, ['<img src="{{image}}">'], ['pot'])
  const stored = [...blobs.kept.keys()]
  const end = await exported(nodes)
  assert.equal([...blobs.kept.keys()], stored)
  assert.is(end.type === 'ExportFailed' ? end.data.reason : '', 'None of the 1 files could be rendered.')
  assert.equal(
    end.data.faults.map(({ code }) => code),
    ['image-missing'],
  )
})

test('after a change to one creative, only that creative is rendered again', async context => {
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
  const zipOf = (end: typeof one) => (end.type === 'ExportCompleted' ? end.data.zip : assert.unreachable(end.type))
  assert.is(zipOf(one), zipOf(two))
  assert.is.not(one.data.queueId, two.data.queueId)
})

test('a file that cannot be rendered is reported, and the rest is exported', async context => {
  const { nodes } = started(context)
  await campaignInLog(nodes, ['<p>{{headline}}</p>', '<img src="{{image}}">'], ['pot'])
  const end = await exported(nodes)
  assert.is(end.type, 'ExportCompleted')
  assert.equal(end.data.faults, [
    { item: 'pot / Unit 2 80x40', code: 'image-missing', detail: 'the creative has no picture in image' },
  ])
})

test('an export fails if no file can be rendered, however many there are', async context => {
  const { nodes } = started(context)
  const many = Array.from({ length: 60 }, (_, i) => `<img src="{{image${i}}}">`)
  await campaignInLog(
    nodes,
    many,
    Array.from({ length: 20 }, (_, i) => `creative ${i}`),
  )
  const end = await exported(nodes)
  assert.is(end.type, 'ExportFailed')
  assert.match(end.type === 'ExportFailed' ? end.data.reason : '', '1200')
  assert.equal([end.data.faults.length, end.data.failed], [1000, 1200])
})

test('faults with long texts still fit into one event', async context => {
  const renderer = fakeRenderer(() => ({ code: 'script-error', detail: 'é'.repeat(5_000) }))
  const { nodes } = started(context, renderer)
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

test('an export is complete although Chromium was lost: that ends the attempt, and blames no file', async context => {
  let losses = 2
  const renderer = fakeRenderer(job => {
    if (job.label.startsWith('lamp') && losses-- > 0) throw new RendererUnavailable('Chromium was ended')
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes, jobs } = started(context, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot', 'can', 'lamp'])
  const ending = exported(nodes)
  for (const pause of [5_000, 15_000]) {
    const failures = () => ofExport(nodes).filter(e => e.type === 'ExportAttemptFailed').length
    const before = failures()
    await comesTrue(() => failures() > before, 'an attempt fails')
    nodes.clock.pass(pause)
    nodes.look()
  }
  const end = await ending
  assert.is(end.type, 'ExportCompleted')
  assert.equal([end.data.failed, end.data.faults], [0, []])
  // files that were rendered before are not rendered again
  assert.equal(jobs.filter(j => !j.label.startsWith('lamp')).length, 2)
})

test('an export says that the renderer is missing, but not why, when Chromium is unavailable in five attempts', async context => {
  const renderer = fakeRenderer(() => {
    throw new RendererUnavailable('Chromium cannot be started: there is no Chromium at /opt/secret')
  })
  const { nodes } = started(context, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  const ending = exported(nodes)
  for (const pause of [5_000, 15_000, 60_000, 300_000]) {
    const failures = () => ofExport(nodes).filter(e => e.type === 'ExportAttemptFailed').length
    const before = failures()
    await comesTrue(() => failures() > before, 'an attempt fails')
    nodes.clock.pass(pause)
    nodes.look()
  }
  const end = await ending
  assert.match(
    end.type === 'ExportFailed' ? end.data.reason : '',
    /^The renderer is not available; .* by the trace \S+\.$/,
  )
})

test('a worker that loses the export while rendering records nothing more', async context => {
  let draw = () => {}
  const drawn = new Promise<void>(resolve => {
    draw = resolve
  })
  const renderer = fakeRenderer(async job => {
    await drawn
    return { bytes: Buffer.from(job.html), missing: [] }
  })
  const { nodes, jobs } = started(context, renderer)
  await campaignInLog(nodes, ['<p>{{headline}}</p>'], ['pot'])
  const at = nodes.clock.now().toISOString()
  await nodes.does(exportOf, exportOfTwelve, { kind: 'InitiateExport', queueIdOf: () => 'q1', contentHash: 'c', at })
  await comesTrue(() => jobs.length > 0, 'rendering starts')
  await nodes.does(exportOf, exportOfTwelve, { kind: 'FailAttempt', attempt: 1, reason: 'silent', isSilent: true, at })
  draw()
  await nodes.stop()
  assert.equal(
    ofExport(nodes).map(e => e.type),
    ['ExportInitiated', 'ExportProgressed', 'ExportAttemptFailed'],
  )
})

test.run()
