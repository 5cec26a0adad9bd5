import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { exportTags } from '../../../src/dsp/export-tag.ts'
import { activeAt, type ExportingNodes, exportingNodes, snapshotOf, tagIds } from '../../support/memory/dsp-exports.ts'
import { comesTrue } from '../../support/memory/node.ts'
import { impatient, type StartedDsp, startDsp } from '../../support/servers/dsp.ts'

const test = suite<{ started: StartedDsp }>('exports to the DSP that are interrupted')
test.before.each(async given => {
  given.started = await startDsp({ patience: { ...impatient, retries: 0 } })
})
test.after.each(({ started }) => started.stop())

const typesOf = ({ events }: ExportingNodes) => events().map(({ type }) => type)

test('what an attempt left without a record is archived if its ad unit has gone, and other campaigns are left alone', async ({
  started,
}) => {
  const nodes = await exportingNodes(started)
  const { dsp, access, advertiserId } = started
  const [tag] = exportTags(snapshotOf(1), 'https://ads.test')
  for (const tagId of ['acme:12:9', 'acme:13:9', 'acme:120:9', 'other:12:9'])
    await dsp.createCreative(access, advertiserId, { ...tag!, tagId }, new AbortController().signal)
  started.sandbox.faults.ask('internal', 1)
  await nodes.start(snapshotOf(2))
  nodes.work()
  await comesTrue(() => typesOf(nodes).includes('DspExportAttemptFailed'), 'the attempt fails')
  nodes.later(5_000)
  await nodes.ends()
  await nodes.stop()
  assert.equal([...activeAt(started)].sort(), ['acme:120:9', ...tagIds(2), 'acme:13:9', 'other:12:9'].sort())
})

for (const isCancelled of [false, true])
  test(`what the DSP may have carried out is looked for ${isCancelled ? 'before a cancellation ends' : 'before it is repeated'}`, async ({
    started,
  }) => {
    let isUnsure = true
    const { dsp } = started
    const nodes = await exportingNodes(started, {
      ...dsp,
      async createCreative(access, advertiserId, tag, signal) {
        const created = await dsp.createCreative(access, advertiserId, tag, signal)
        if (!isUnsure) return created
        isUnsure = false
        return { code: 'refused', detail: 'The answer was cut off.', transient: false, unsure: true }
      },
    })
    try {
      await nodes.start(snapshotOf(2))
      nodes.work()
      await comesTrue(() => typesOf(nodes).length > 2, 'the request is answered')
      assert.is(typesOf(nodes)[2], 'DspExportAttemptFailed')
      if (isCancelled) await nodes.cancel()
      nodes.later(5_000)
      await nodes.ends()
      assert.equal([activeAt(started), started.sandbox.store.count()], isCancelled ? [[], 1] : [tagIds(2), 2])
    } finally {
      await nodes.stop()
    }
  })

test('an advertiser that the DSP does not have ends the export at its first tag', async ({ started }) => {
  const missing = { code: 'not-found', detail: 'There is no such advertiser.', transient: false } as const
  const nodes = await exportingNodes(started, { ...started.dsp, createCreative: async () => missing })
  try {
    await nodes.start(snapshotOf(2))
    nodes.work()
    await nodes.ends()
    const run = await nodes.run()
    assert.equal([run?.failed, run?.status === 'failed' && run.reason], [0, missing.detail])
  } finally {
    await nodes.stop()
  }
})

test('a cancellation ends the archiving of ad units that have gone', async ({ started }) => {
  const { dsp } = started
  const nodes = await exportingNodes(started, {
    ...dsp,
    archiveCreative: async (access, advertiserId, creativeId, signal) => {
      await nodes.cancel()
      return dsp.archiveCreative(access, advertiserId, creativeId, signal)
    },
  })
  try {
    await nodes.start(snapshotOf(3))
    nodes.work()
    await nodes.ends()
    await nodes.start(snapshotOf(1))
    await nodes.ends(2)
    assert.equal([(await nodes.run())?.status, activeAt(started).length], ['cancelled', 2])
  } finally {
    await nodes.stop()
  }
})

test.run()
