import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newCampaign, verified } from '../faults/assertions.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { onMongo } from '../support/servers/mongodb.ts'
import { account, provision } from '../support/service/service.ts'
import { onSharedCores } from '../support/waiting/shared-cores.ts'
import { until } from '../support/waiting/until.ts'
import { type SharedStores, serverStores } from './stores.ts'

type Context = { stores: SharedStores; feeder: NodeProcess; other: NodeProcess; blocks: string }

const blocking = new URL('../support/programs/blocks-on-signal.ts', import.meta.url).href

/** How long a GET waits for the views, in milliseconds. */
const patienceMs = 5_000

/** Writes on a node, and returns how a GET with the position of the write is answered; where cores are shared, it is repeated. */
const readsItsWrite = async (node: NodeProcess, name: string) => {
  const written = await newCampaign(node, name)
  assert.is(written.status, 200, written.text)
  const position = written.headers.get('endcap-position') ?? ''
  const path = `${account}/retail-campaigns/${written.json.retailCampaignIdx}`
  const after: Record<string, string> = position === '' ? {} : { 'Endcap-After-Position': position }
  const start = performance.now()
  for (;;) {
    const read = await node.call('GET', path, undefined, { headers: after })
    if (read.status !== 503 || performance.now() - start >= onSharedCores(patienceMs)) return read
  }
}

onMongo('takeover of the feeding of views', server => {
  const test = suite<Context>(`takeover of the feeding of views (${server})`)
  test.before.each(async context => {
    context.stores = await serverStores()
    const start = () => startNodeProcess({ ...context.stores.env, NODE_OPTIONS: `--import=${blocking}` })
    // the first node feeds the views before the second one starts
    context.feeder = await start()
    await provision(context.feeder)
    context.other = await start()
  })
  test.after.each(async ({ stores, feeder, other }) => {
    await Promise.all([feeder.stop(), other.stop()])
    await stores.close()
  })

  test('after kill -9 of the node that feeds, a reader of another one waits for its takeover', async context => {
    const { feeder, other, stores } = context
    await feeder.kill()
    const read = await readsItsWrite(other, 'after the kill')
    assert.is(read.status, 200, read.text)
    await verified(stores.env)
  })

  test('a feeder that is stopped and goes on harms nothing', async context => {
    const { feeder, other, stores } = context
    const writing = Promise.all(Array.from({ length: 8 }, (_, i) => newCampaign(other, `before ${i}`)))
    await feeder.suspend()
    await writing
    const read = await readsItsWrite(other, 'while it was stopped')
    feeder.resume()
    assert.is(read.status, 200, read.text)
    for (const node of [feeder, other, feeder]) {
      const again = await until(
        () => readsItsWrite(node, 'afterwards'),
        ({ status }) => status !== 503,
      )
      assert.is(again.status, 200, again.text)
    }
    await verified(stores.env)
  })

  test('a feeder whose event loop is blocked harms nothing', async context => {
    const { feeder, other, stores } = context
    for (let turn = 0; turn < 2; turn++) {
      const writing = Array.from({ length: 6 }, (_, i) => newCampaign(feeder, `on it ${turn}.${i}`))
      process.kill(feeder.pid, 'SIGUSR2')
      for (let i = 0; i < 6; i++) assert.is((await newCampaign(other, `on the other ${turn}.${i}`)).status, 200)
      // the node may have missed the deadline of its own append
      for (const written of await Promise.all(writing)) assert.ok([200, 503].includes(written.status), written.text)
    }
    for (const node of [feeder, other]) assert.is((await readsItsWrite(node, 'afterwards')).status, 200)
    await verified(stores.env)
  })

  test.run()
})
