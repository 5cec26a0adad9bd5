import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type ActivationCommand, activation } from '../../../src/domain/activation/activation.ts'
import type { Dsp } from '../../../src/ports/dsp.ts'
import { dspPushes } from '../../../src/processes/dsp/pushing/dsp-pushes.ts'
import { type ExportingNodes, exportingNodes, exportOfTwelve, snapshotOf } from '../../support/memory/dsp-exports.ts'
import { comesTrue } from '../../support/memory/node.ts'
import { impatient, type StartedDsp, startDsp } from '../../support/servers/dsp.ts'

const test = suite<{ started: StartedDsp }>('pushes of tags to the DSP, by their process')
test.before.each(async given => {
  given.started = await startDsp({ patience: { ...impatient, retries: 0 } })
})
test.after.each(({ started }) => started.stop())

/** Has campaign 12 activated on a channel that pushes, up to the push of this snapshot. */
const pushRequested = async (nodes: ExportingNodes, configId: number, snapshot: string) => {
  const at = nodes.clock.now().toISOString()
  const does = (command: ActivationCommand) => nodes.does(activation, exportOfTwelve, command)
  const push = { configName: 'Spring', configIds: [configId] }
  const channel = {
    mediaChannelIdx: 3,
    tagGeneration: true,
    creativeGeneration: false,
    status: 'Enabled',
    push,
  } as const
  await does({ kind: 'Activate', creatives: 1, approval: 'Approved', contentHash: 'c', trackerTypes: [], channel, at })
  await does({ kind: 'RequestPush', attempt: 1, snapshot, bytes: 50, contentHash: 'c', message: '', at })
}

test('tags that the DSP has already are not lost when those that changed are refused', async ({ started }) => {
  const refused = { code: 'refused', detail: 'The tag is refused.', transient: false } as const
  const dsp: Dsp = { ...started.dsp, updateCreative: async () => refused }
  const nodes = await exportingNodes(started, dsp)
  try {
    await nodes.start(snapshotOf(2))
    nodes.work()
    await nodes.ends()
    const snapshot = await nodes.stored(snapshotOf(2, { 2: 'changed' }))
    const configId = (await nodes.run())?.configId ?? 0
    await pushRequested(nodes, configId, snapshot)
    nodes.work('one', [dspPushes])
    await comesTrue(() => /Activation(Published|Failed)/.test(nodes.types().join()), 'the push ends')
    const { status, message } = await nodes.activated()
    assert.is(status, 'PUBLISHED')
    assert.match(message, /^The DSP has 1 tag of the campaign\. 1 tag could not be exported; queue dsp-export-12-2/)
  } finally {
    await nodes.stop()
  }
})

test.run()
