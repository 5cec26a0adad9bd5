import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { activeAt, tagIdsOf } from '../support/memory/dsp-exports.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { skip } from '../support/servers/skip.ts'
import { activeCampaign, configured, exportsOf } from '../support/service/dsp-exports.ts'
import { provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, storesUnderTest } from './stores.ts'

type Context = { stores: SharedStores; sandbox: RunningSandbox; nodes: NodeProcess[] }

/** Long enough that on a busy machine no node falls silent that lives: its export would be taken over without a kill. */
const leaseMs = 10_000
/** A tag takes half a second at the quota of the DSP. */
const [units, kills] = process.env.TEST_WHOLE ? [40, 4] : [30, 2]
const more = Array.from({ length: units - 2 }, (_, i) => ({
  adUnitId: i + 3,
  adUnitName: `Unit ${i + 3}`,
  dimension: '80x40',
  html: '<b>{{headline}}</b>',
}))

for (const [where, open] of storesUnderTest) {
  const test = suite<Context>(`an export to the DSP by nodes that are killed, on ${where}`)
  test.before.each(async context => {
    context.nodes = []
    context.sandbox = await startDspSandbox()
    context.stores = await open!()
  })
  test.after.each(async ({ nodes, stores, sandbox }) => {
    await Promise.all(nodes.map(node => node.stop()))
    await stores?.close()
    await sandbox.stop()
  })

  test(`${kills} kills while ${units} tags are exported: exactly ${units} creatives`, async ({
    stores,
    sandbox,
    nodes,
  }) => {
    const start = async () =>
      void nodes.push(await startNodeProcess({ ...stores.env, ...dspEnvironment(sandbox), LEASE_MS: `${leaseMs}` }))
    await start()
    const [first] = nodes
    if (!first) throw new Error('there is no node')
    await provision(first, more)
    await authoriseAt(first, sandbox, 'acme')
    const campaign = await activeCampaign(first)
    const configId = await configured(first, sandbox, 0)
    // all before it begins: on a busy machine, one that starts between two kills takes longer than the export
    for (let spare = 0; spare <= kills; spare++) await start()
    const log = await readingLog(stores.env)
    const attempts = async () => (await log.events()).filter(({ type }) => type === 'DspExportAttemptStarted').length
    const holder = async (): Promise<NodeProcess> => {
      const jobs = await until(
        async () => (await nodes[0]!.must('GET', '/v2/accounts/acme/jobs?process=dsp-exports&state=running')).jobs,
        (found: readonly { readonly node: string }[]) => found.length === 1,
      )
      const worker = jobs[0]?.node
      const found = nodes.find(node => node.worker === worker)
      if (found === undefined) throw new Error(`${worker} is none of the nodes`)
      return found
    }
    try {
      await exportsOf(first).start(configId, campaign)
      for (let kill = 1; kill <= kills; kill++) {
        const count = Math.floor((kill * units) / (kills + 1))
        await until(
          async () => sandbox.store.count(),
          created => created >= count,
        )
        // every other node dies when the DSP has created a creative, and has not answered
        const unanswered = kill % 2 === 0
        if (unanswered) sandbox.faults.ask('timeout-after-commit', 1)
        await until(
          async () => sandbox.faults.left().size,
          left => left === 0,
        )
        const dying = await holder()
        await dying.kill()
        nodes.splice(nodes.indexOf(dying), 1)
      }
      const last = nodes[0] ?? first
      const { message } = await exportsOf(last).reaches(configId, campaign, 200)
      assert.is(message, `All tags exported: ${units} of ${units} tags.`)
      assert.equal(activeAt({ sandbox }), tagIdsOf(campaign, units))
      assert.is(sandbox.store.count(), units)
      assert.is(await attempts(), kills + 1, 'one attempt for each kill, and the first')
    } finally {
      await log.close()
    }
  })

  if (open) test.run()
  else skip(whyNoFerretDb())
}
