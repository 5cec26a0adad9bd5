import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { archived } from '../../../src/dsp-sandbox/api/creative.ts'
import { activeAt, type ExportingNodes, exportingNodes, snapshotOf, tagIds } from '../../support/memory/dsp-exports.ts'
import { comesTrue } from '../../support/memory/node.ts'
import { impatient, type StartedDsp, startDsp } from '../../support/servers/dsp.ts'

type Given = { started: StartedDsp; nodes: ExportingNodes }
const test = suite<Given>('exports to the DSP, by their process')
test.before.each(async given => {
  given.started = await startDsp({ patience: { ...impatient, retries: 0 } })
  given.nodes = await exportingNodes(given.started)
})
test.after.each(async ({ nodes, started }) => {
  await nodes.stop()
  await started.stop()
})

const typesOf = ({ events }: ExportingNodes) => events().map(({ type }) => type)
const arrivedAt = ({ sandbox }: StartedDsp, method: string) =>
  sandbox.arrivals.filter(({ path, method: is }) => path.startsWith('/v4/') && is === method).length

test('each tag becomes one creative, with its name, size, text and click URL', async ({ started, nodes }) => {
  await nodes.start(snapshotOf(3))
  nodes.work()
  await nodes.ends()
  assert.equal(activeAt(started), tagIds(3))
  const [first] = started.sandbox.store.all()
  assert.equal(first?.input, {
    displayName: 'Spring, Unit 1, 80x40',
    entityStatus: 'ENTITY_STATUS_ACTIVE',
    creativeType: 'CREATIVE_TYPE_STANDARD',
    hostingSource: 'HOSTING_SOURCE_THIRD_PARTY',
    dimensions: { widthPixels: 80, heightPixels: 40 },
    exitEvents: [{ type: 'EXIT_EVENT_TYPE_DEFAULT', url: 'https://shop.test/' }],
    integrationCode: 'acme:12:1',
    thirdPartyTag: '<ins data-unit="1"></ins>',
  })
  assert.equal(typesOf(nodes), [
    'DspExportStarted',
    'DspExportAttemptStarted',
    'DspTagExported',
    'DspTagExported',
    'DspTagExported',
    'DspExportCompleted',
  ])
  assert.is(arrivedAt(started, 'GET'), 0, 'nothing was listed')
})

test('a second export updates what has changed, archives what has gone, and leaves the rest', async given => {
  const { started, nodes } = given
  await nodes.start(snapshotOf(4))
  nodes.work()
  await nodes.ends()
  await nodes.start(snapshotOf(3, { 2: 'changed' }))
  await nodes.ends(2)
  assert.equal(activeAt(started), tagIds(3))
  assert.is(started.sandbox.store.count(), 4)
  const changed = Array.from(started.sandbox.store.all()).filter(({ input }) =>
    input.thirdPartyTag?.includes('changed'),
  )
  assert.equal(
    changed.map(({ input }) => input.integrationCode),
    ['acme:12:2'],
  )
  await nodes.start(snapshotOf(3, { 2: 'changed' }))
  const run = await nodes.run()
  assert.equal([run?.run, run?.status, run?.exported, run?.left], [2, 'finished', 1, 2], 'nothing is left to do')
})

test('a tag that the DSP refuses does not stop the others, and is exported by the next export', async given => {
  const { started, nodes } = given
  started.sandbox.faults.ask('creative-refused', 1)
  await nodes.start(snapshotOf(3))
  nodes.work()
  await nodes.ends()
  assert.equal(activeAt(started), tagIds(3).slice(1))
  const failed = nodes.events().find(({ type }) => type === 'DspTagFailed')
  assert.match(JSON.stringify(failed), /acme:12:1.*The third-party tag cannot be accepted/)
  await nodes.start(snapshotOf(3))
  await nodes.ends(2)
  assert.equal(activeAt(started), tagIds(3))
})

test('a creative that somebody archived at the DSP is created again when its tag changes', async ({
  started,
  nodes,
}) => {
  await nodes.start(snapshotOf(1))
  nodes.work()
  await nodes.ends()
  const [first] = started.sandbox.store.all()
  if (first) started.sandbox.store.change(first, { ...first.input, entityStatus: archived })
  await nodes.start(snapshotOf(1, { 1: 'changed' }))
  await nodes.ends(2)
  assert.equal([activeAt(started), started.sandbox.store.count()], [tagIds(1), 2])
})

test('a DSP that fails is asked again after a pause, and no creative is made twice', async ({ started, nodes }) => {
  await nodes.start(snapshotOf(4))
  nodes.work()
  started.sandbox.faults.ask('internal', 2)
  for (const [attempts, pause] of [
    [1, 5_000],
    [2, 15_000],
  ] as const) {
    const failures = () => typesOf(nodes).filter(type => type === 'DspExportAttemptFailed').length
    await comesTrue(() => failures() === attempts, 'the attempt fails')
    nodes.later(pause)
  }
  await nodes.ends()
  assert.equal(activeAt(started), tagIds(4))
})

test('without authorisation the export ends at once, and says what to do', async ({ started, nodes }) => {
  started.sandbox.grants.revoke()
  await nodes.start(snapshotOf(2))
  nodes.work()
  await nodes.ends()
  const run = await nodes.run()
  assert.ok(run?.status === 'failed')
  assert.match(run.reason, /Authorise Endcap/)
  assert.equal(activeAt(started), [])
})

test('an export whose configuration was deleted meanwhile ends', async ({ started, nodes }) => {
  await nodes.start(snapshotOf(2))
  await nodes.deleteConfiguration()
  nodes.work()
  await nodes.ends()
  const run = await nodes.run()
  assert.is(run?.status === 'failed' && run.reason, 'The DSP configuration was deleted.')
  assert.equal(activeAt(started), [])
})

test('an export that was cancelled before a worker came creates nothing', async ({ started, nodes }) => {
  await nodes.start(snapshotOf(2))
  await nodes.cancel()
  nodes.work()
  await nodes.ends()
  assert.equal([(await nodes.run())?.status, started.sandbox.store.count()], ['cancelled', 0])
})

test('a creative that is gone at the DSP is not one that a cancellation meanwhile archives', async ({
  started,
  nodes,
}) => {
  const { dsp } = started
  const cancelled = await exportingNodes(started, {
    ...dsp,
    updateCreative: async (access, advertiserId, creativeId, tag, signal) => {
      await cancelled.cancel()
      return dsp.updateCreative(access, advertiserId, creativeId, tag, signal)
    },
  })
  try {
    await cancelled.start(snapshotOf(2))
    cancelled.work()
    await cancelled.ends()
    for (const one of started.sandbox.store.all())
      started.sandbox.store.change(one, { ...one.input, entityStatus: archived })
    await cancelled.start(snapshotOf(2, { 1: 'changed', 2: 'changed' }))
    await cancelled.ends(2)
    const run = await cancelled.run()
    assert.equal([run?.status, run?.created, run?.archived], ['cancelled', 0, 0])
  } finally {
    await cancelled.stop()
  }
  assert.equal(nodes.events(), [])
})

test('an archive that the DSP refuses is counted, and the others are archived', async ({ started, nodes }) => {
  const { dsp } = started
  const refusing = await exportingNodes(started, {
    ...dsp,
    createCreative: async (access, advertiserId, tag, signal) => {
      if (tag.tagId === 'acme:12:3') await refusing.cancel()
      return dsp.createCreative(access, advertiserId, tag, signal)
    },
    archiveCreative: async (access, advertiserId, creativeId, signal) =>
      started.sandbox.store.find(String(advertiserId), creativeId).input.integrationCode === 'acme:12:1'
        ? { code: 'refused', detail: 'It is in use.', transient: false }
        : dsp.archiveCreative(access, advertiserId, creativeId, signal),
  })
  try {
    await refusing.start(snapshotOf(5))
    refusing.work()
    await refusing.ends()
    const run = await refusing.run()
    assert.equal([run?.status, run?.archived, run?.notArchived], ['cancelled', 2, 1])
    assert.equal(activeAt(started), ['acme:12:1'], 'the create that was under way is archived too')
    assert.is(started.sandbox.store.count(), 3, 'nothing was created after it')
  } finally {
    await refusing.stop()
  }
  assert.equal(nodes.events(), [])
})

test.run()
