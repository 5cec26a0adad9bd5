import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended } from '../support/programs/cli.ts'
import { endcap } from '../support/programs/endcap.ts'
import { type NodeProcess, startNodeProcess } from '../support/programs/node-process.ts'
import { onMongo } from '../support/servers/mongodb.ts'
import { account, provision } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { readingLog, type SharedStores, serverStores } from './stores.ts'

type Context = { stores: SharedStores; node: NodeProcess }

const message =
  /^MONGODB_URL: its read models are of another event log, and .*; correct STREAM_PREFIX, EVENTSTOREDB_URL, DATA_DIR or MONGODB_URL: each log needs a database of its own\n$/

const readsTemplate = (node: NodeProcess) => node.call('GET', `${account}/template-campaigns/1`)

onMongo('the database of another log', () => {
  const test = suite<Context>('an environment that names another log than its database is of')

  test.before(async context => {
    context.stores = await serverStores()
    context.node = await startNodeProcess(context.stores.env)
    await provision(context.node)
    // a write is answered before the views show it when they take longer than 2 s
    await until(
      () => readsTemplate(context.node),
      ({ status }) => status === 200,
    )
  })
  test.after(async ({ stores, node }) => {
    await node.stop()
    await stores.close()
  })
  /** The views are where they were. */
  const serves = async (node: NodeProcess) => {
    const read = await readsTemplate(node)
    assert.is(read.status, 200, read.text)
    const { code, out, err } = await endcap(['verify', '--json'], node.stores)
    assert.is(code, 0, out + err)
    const { ok, documents } = JSON.parse(out)
    assert.ok(ok && documents > 0, out)
  }
  const start = (env: Readonly<Record<string, string>>) =>
    ended(process.execPath, ['src/node/main.ts'], { PORT: '0', LOG_LEVEL: 'silent', ...env })

  test('a log without events: neither a command nor a node touches the read models', async ({ stores, node }) => {
    const env = { ...stores.env, STREAM_PREFIX: `${stores.env.STREAM_PREFIX?.slice(0, -1)}-none_` }
    for (const args of [['verify'], ['status'], ['audit'], ['keys', 'list'], ['rebuild']]) {
      const { code, out, err } = await endcap(args, env)
      assert.equal([code, out], [1, ''], args.join(' '))
      assert.match(err, message)
    }
    const { code, err } = await start(env)
    assert.is(code, 2)
    assert.match(err, message)
    await serves(node)
  })

  test('a log with events: a node is refused while other nodes feed the read models', async ({ stores, node }) => {
    const other = await serverStores()
    try {
      // another log in the same store, filled with a database of its own
      const env = { ...other.env, EVENTSTOREDB_URL: stores.env.EVENTSTOREDB_URL ?? '' }
      const filling = await startNodeProcess(env)
      await provision(filling)
      await filling.stop()
      const log = await readingLog(env)
      assert.ok((await log.events()).length > 0)
      await log.close()
      const { code, err } = await start({ ...env, MONGODB_URL: stores.env.MONGODB_URL ?? '' })
      assert.is(code, 2)
      assert.match(err, message)
      await serves(node)
    } finally {
      await other.close()
    }
  })

  test.run()
})
