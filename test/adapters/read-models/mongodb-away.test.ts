import type { Socket } from 'node:net'
import { MongoClient, type MongoClientOptions } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { watchMonitors } from '../../../src/adapters/read-models/mongodb/monitor-watch.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { openMongoSecretStore } from '../../../src/adapters/secret-store/mongodb.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { StoreAway } from '../../../src/ports/store-away.ts'
import { hasFerretDb, startFerretDb, whyNoFerretDb } from '../../support/servers/ferretdb.ts'
import { startProxy } from '../../support/servers/proxy.ts'
import { skip } from '../../support/servers/skip.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

const view: ViewRef = { name: 'kept', version: 1, indexes: [] }
const test = suite('MongoDB outages')
const closing: (() => Promise<void>)[] = []
test.after.each(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const isAway = (store: string) => (error: unknown) =>
  error instanceof StoreAway && error.store === store && error.message.startsWith(`the ${store} cannot be reached: `)
const rejects = async (answer: Promise<unknown>, expected: (error: unknown) => boolean) => {
  const error = await answer.then(
    () => undefined,
    (e: unknown) => e,
  )
  assert.ok(expected(error), String(error))
}

test('outage and recovery are reported once each; written data survives, and waitFor continues', async () => {
  const server = await startFerretDb()
  closing.push(server.close)
  const states: (string | undefined)[] = []
  let notify: () => void = () => {}
  const onState = (problem: string | undefined) => {
    states.push(problem)
    notify()
  }
  const reported = (count: number) => {
    const turns = async () => {
      while (states.length < count) await new Promise<void>(resolve => (notify = resolve))
    }
    return inTime(`report ${count} about the server`, turns())
  }
  const { readModels, problem, db } = await openMongoReadModels({ url: server.url, views: () => [view], onState })
  closing.push(readModels.close)
  const secrets = openMongoSecretStore(db)
  await readModels.apply(view, [{ id: 'x', json: '{"n":1}', position: 1n }], 0n, 1n)
  await secrets.put('pepper', 'sealed')

  await server.kill()
  await rejects(readModels.get(view, 'x'), isAway('read models'))
  await rejects(readModels.find(view, { limit: 1 }), isAway('read models'))
  await rejects(readModels.apply(view, [], 1n, 2n), isAway('read models'))
  await rejects(secrets.get('pepper'), isAway('secret store'))
  assert.is(await readModels.waitFor(2n, 10), false)
  assert.is(await readModels.volatile.add('key', 1, 60), 1, 'counters keep working locally')
  await reported(1)
  // the look that was under way may end with its own time limit first
  await until(
    async () => problem() ?? '',
    reason => reason.includes('ECONNREFUSED'),
  )

  await server.start()
  await reported(2)
  assert.is(states[1], undefined)
  assert.is((await readModels.get(view, 'x'))?.json, '{"n":1}')
  assert.is(await secrets.get('pepper'), 'sealed')
  const waiting = readModels.waitFor(2n, 60_000)
  assert.is(await readModels.apply(view, [], 1n, 2n), 2n)
  assert.is(await waiting, true)
  assert.is(states.length, 2)
})

test('the error for a missing server at startup names it without the password', async () => {
  const url = 'mongodb://someone:hidden-word@127.0.0.1:1/endcap'
  await rejects(
    openMongoReadModels({ url, views: () => [] }),
    error => isAway('read models')(error) && /127\.0\.0\.1:1/.test(String(error)) && !/hidden-word/.test(String(error)),
  )
})

test('a server that is silent at startup is waited for', async () => {
  const server = await startFerretDb()
  closing.push(server.close)
  const proxy = await startProxy(Number(new URL(server.url).port))
  closing.push(proxy.close)
  proxy.forget()
  const opening = openMongoReadModels({ url: `mongodb://127.0.0.1:${proxy.port}/endcap`, views: () => [] })
  // the driver gives up each silent connection; at the third, an operation would have failed
  await until(
    async () => proxy.accepted(),
    count => count >= 3,
  )
  await proxy.restore()
  const { readModels } = await opening
  await readModels.close()
})

/** Destroys the socket of the driver's monitor and lets it write before that is reported, as a lost network may do. */
const stickMonitor = (client: MongoClient) => {
  const { topology } = client as unknown as {
    topology: {
      s: { servers: Map<string, { monitor: { connection?: { socket: Socket } | null; requestCheck(): void } }> }
    }
  }
  for (const { monitor } of topology.s.servers.values()) {
    monitor.connection?.socket.destroy()
    monitor.requestCheck()
  }
}

test('a heartbeat that never ends is noticed, and the client reconnects', async () => {
  const server = await startFerretDb()
  closing.push(server.close)
  const client = new MongoClient(server.url, { minHeartbeatFrequencyMS: 1 } as MongoClientOptions)
  closing.push(watchMonitors(client, 100, 100))
  const rows = client.db().collection('rows')
  await rows.insertOne({ n: 1 })
  let reconnected = false
  client.once('topologyClosed', () => {
    reconnected = true
  })
  await until(
    async () => {
      if (!reconnected) stickMonitor(client)
      return reconnected
    },
    is => is,
  )
  const found = await until(
    () => rows.findOne({ n: 1 }).catch(() => undefined),
    row => row !== undefined,
  )
  assert.is(found?.n, 1)
})

if (hasFerretDb()) test.run()
else skip(`MongoDB outages: ${whyNoFerretDb()}`)
