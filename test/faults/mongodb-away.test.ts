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
const test = suite<Context>('an unavailable MongoDB')

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

// a failed case must not affect the next one
test.after.each(({ stores }) => stores.mongo.restore())

/** The ways in which the server can be unavailable; `restore` ends each. */
const ways: readonly (readonly [is: string, begin: (stores: FragileStores) => unknown])[] = [
  ['unreachable', ({ mongo }) => mongo.cut()],
  ['silent', ({ mongo }) => mongo.silence()],
  ['slow (5 s per response)', ({ mongo }) => mongo.slow(5_000)],
]

for (const [is, begin] of ways)
  test(`${is}: lists are refused, no write accepted by the log is lost, and it is reported once`, async ({
    stores,
    node,
  }) => {
    const [before, meanwhile, after] = ['before', 'meanwhile', 'after'].map(when => `${when} it was ${is}`)
    assert.is((await newCampaign(node, before!)).status, 200)
    const heard = node.logged().length

    await begin(stores)
    const list = () => node.call('GET', `${account}/retail-campaigns`)
    const [written, ...lists] = await Promise.all([newCampaign(node, meanwhile!), list(), list(), list()])
    for (const listed of lists) assertUnavailable(listed, /read models/)
    const { json } = await until(
      () => readiness(node),
      ({ status }) => status === 503,
    )
    assert.match(json.details.away.join(), /^read models: /)
    await unreadInMetrics(node)
    assertUnavailable(await list(), /read models/)
    // commands that need the read models are refused; the others are in the log and appear in the list later
    if (written.status !== 200) assertUnavailable(written, /read models/)
    assert.equal(
      (await alarmed(node, heard, 1)).map(({ msg, store }) => [msg, store]),
      [['store unavailable, retrying', 'read models']],
    )

    await stores.mongo.restore()
    await ready(node)
    assert.is((await newCampaign(node, after!)).status, 200)
    const names = await until(
      () => campaignsOf(node),
      shown => shown.includes(after!),
    )
    assert.ok(names.includes(before!))
    assert.is(names.includes(meanwhile!), written.status === 200)
    assert.is(alarms(node, heard).length, 1, JSON.stringify(alarms(node, heard)))
    assert.ok(node.logged().some(({ msg, store }) => msg === 'store available again' && store === 'read models'))
  })

test('afterwards everything matches the log', ({ stores }) => verified(stores.env))

test('starting without it fails with one line that names the variable', async ({ stores }) => {
  const url = `mongodb://someone:hidden-word@127.0.0.1:${await freePort()}/endcap`
  const env = { ...stores.env, PORT: '0', MONGODB_URL: url }
  const refused = await ended(process.execPath, ['src/node/main.ts'], env)
  assertOneLineError(refused, /^the read models cannot be reached: .*; check MONGODB_URL/)
  assert.not.match(refused.err, /hidden-word/)
  assertOneLineError(await endcap(['verify'], env), /^the read models cannot be reached: .*MONGODB_URL/)
})

if (mongoServer()) test.run()
else skip(`an unavailable MongoDB: ${whyNoFerretDb()}`)
