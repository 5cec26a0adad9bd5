import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { whyNoFerretDb } from '../support/servers/ferretdb.ts'
import { freePort } from '../support/servers/free-port.ts'
import { mongoServer } from '../support/servers/mongodb.ts'
import { skip } from '../support/servers/skip.ts'
import { account, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import {
  alarmed,
  alarms,
  assertOneLineError,
  assertUnavailable,
  campaignsOf,
  newCampaign,
  readiness,
  ready,
  settled,
  unreadInMetrics,
  verified,
} from './assertions.ts'
import { type FragileStores, fragileStores } from './server-stores.ts'

type Context = { stores: FragileStores; node: NodeProcess }
const test = suite<Context>('an unavailable event store')

test.before(async context => {
  context.stores = await fragileStores()
  context.node = await startNodeProcess(context.stores.env)
  await provision(context.node)
  await settled(context.node)
})
test.after(async ({ stores, node }) => {
  await node.stop()
  await stores.close()
})

/** The ways in which the store can be unavailable, and how each ends. */
const ways: readonly {
  readonly name: string
  readonly is: string
  begin(stores: FragileStores): unknown
  end(stores: FragileStores): unknown
}[] = [
  {
    name: 'killed',
    is: 'killed',
    begin: ({ eventStore }) => eventStore.kill(),
    end: ({ eventStore }) => eventStore.restart(),
  },
  {
    name: 'halted',
    is: 'halted',
    begin: ({ eventStore }) => eventStore.halt(),
    end: ({ eventStore }) => eventStore.resume(),
  },
  {
    name: 'slow',
    is: 'slow (5 s per response)',
    begin: ({ eventStore }) => eventStore.slow(5_000),
    end: ({ eventStore }) => eventStore.slow(0),
  },
]

for (const { name, is, begin, end } of ways)
  test(`${is}: writes are refused, reads work, it is reported once, and no accepted write is lost`, async ({
    stores,
    node,
  }) => {
    const [before, meanwhile, after] = ['before', 'meanwhile', 'after'].map(when => `${when} it was ${is}`)
    const taken = await newCampaign(node, before!)
    assert.is(taken.status, 200, taken.text)
    const heard = node.logged().length
    const path = `${account}/retail-campaigns/${taken.json.retailCampaignIdx}`
    const key = { 'Idempotency-Key': `while-${name}` }
    const change = () => node.call('PUT', path, { ctaText: 'Buy' })

    await begin(stores)
    const refused = await Promise.all([newCampaign(node, meanwhile!, key), change(), change(), change()])
    for (const answered of refused) assertUnavailable(answered, /event (log|store)/)
    assert.ok((await campaignsOf(node)).includes(before!))
    assert.is((await node.call('GET', path)).json.retailCampaignName, before)
    const { json } = await until(
      () => readiness(node),
      ({ status }) => status === 503,
    )
    assert.match(json.details.away.join(), /^event log: /)
    await unreadInMetrics(node)
    assert.equal(
      (await alarmed(node, heard, 1)).map(({ msg, store }) => [msg, store]),
      [['store unavailable, retrying', 'event log']],
    )

    await end(stores)
    await ready(node)
    await until(
      async () => node.logged().slice(heard),
      lines => lines.some(({ msg, store }) => msg === 'store available again' && store === 'event log'),
    )
    // repeating the request gives exactly one campaign, whether or not the first attempt was written
    await until(
      () => newCampaign(node, meanwhile!, key),
      ({ status }) => status === 200,
    )
    assert.is((await newCampaign(node, after!)).status, 200)
    const shown = await campaignsOf(node)
    for (const one of [before, meanwhile, after]) assert.is(shown.filter(n => n === one).length, 1, one)
    assert.is(alarms(node, heard).length, 1, JSON.stringify(alarms(node, heard)))
  })

test('afterwards everything matches the log', ({ stores }) => verified(stores.env))

test('starting without it fails with one line that names the variable', async ({ stores }) => {
  const port = await freePort()
  const env = { ...stores.env, PORT: '0', EVENTSTOREDB_URL: `esdb://someone:hidden-word@127.0.0.1:${port}?tls=false` }
  const refused = await ended(process.execPath, ['src/node/main.ts'], env)
  assertOneLineError(refused, /^the event log cannot be reached: no connection; check EVENTSTOREDB_URL/)
  assert.not.match(refused.err, /hidden-word/)
  assertOneLineError(await endcap(['audit'], env), /^the event log cannot be reached: .*EVENTSTOREDB_URL/)
})

if (mongoServer()) test.run()
else skip(`an unavailable event store: ${whyNoFerretDb()}`)
