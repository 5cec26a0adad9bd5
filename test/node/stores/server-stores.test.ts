import { randomBytes, randomUUID } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import { Long, MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEventStoreDb } from '../../../src/adapters/event-log/eventstoredb/open-event-log.ts'
import { readConfig } from '../../../src/node/config/read-config.ts'
import { openStores } from '../../../src/node/stores/open-stores.ts'
import { written } from '../../adapters/event-log.contract.ts'
import { inFolder } from '../../support/memory/secrets.ts'
import { startStandIn } from '../../support/servers/eventstore/stand-in.ts'
import { onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { until } from '../../support/waiting/until.ts'

const newKey = () => `k1:${randomBytes(32).toString('base64')}`

onMongo('the stores of a node', () => {
  const test = suite('the stores of a node on MongoDB')

  test('views that are ahead of a restored log do not count until they are built again', () =>
    inFolder(async folder => {
      const mongo = await startMongo()
      const client = new MongoClient(mongo.url)
      const config = readConfig({ DATA_DIR: folder, MONGODB_URL: mongo.url })
      if (E.isLeft(config)) throw new Error(config.left.join('\n'))
      const open = () => openStores(config.right, { replacesViews: true })
      const follows = async (stores: Awaited<ReturnType<typeof open>>) =>
        until(
          async () => stores.status(),
          ({ ready, reflected, head }) => ready && reflected === head && head > 0,
        )
      try {
        const filled = await open()
        const ids = { id: randomUUID(), correlationId: randomUUID(), causationId: randomUUID() }
        const metadata = { at: '2026-03-01T12:00:00.000Z', actor: 'admin', operation: 'x', schemaVersion: 1, ...ids }
        const configured = { id: ids.id, type: 'OrganisationConfigured', data: { name: 'Org' }, metadata }
        const { revision } = await filled.log.streamHead('organisation-org1')
        assert.ok(E.isRight(await filled.log.append('organisation-org1', [configured], revision)))
        await follows(filled)
        await filled.close()

        await client
          .db()
          .collection('feeds')
          .updateMany({}, { $set: { position: Long.fromNumber(1_000) } })
        const restored = await open()
        const { head, reflected } = restored.status()
        assert.ok(reflected <= head, `the views reflect ${reflected} of ${head}`)
        await follows(restored)
        await restored.close()
      } finally {
        await client.close()
        await mongo.close()
      }
    }))

  test('a node whose event store falls silent while it starts gives back the lease that it took', () =>
    inFolder(async folder => {
      const [mongo, eventStore] = await Promise.all([startMongo(), startStandIn()])
      const client = new MongoClient(mongo.url)
      const env = { DATA_DIR: folder, MONGODB_URL: mongo.url, EVENTSTOREDB_URL: eventStore.url, SECRETS_KEY: newKey() }
      const config = readConfig(env)
      if (E.isLeft(config)) throw new Error(config.left.join('\n'))
      // its last question to the event store before it may feed is how far the log is, to compare it with the chain
      const onMongoOperation = (_: string, on: string) => on === 'chains' && eventStore.halt()
      try {
        const error = await openStores(config.right, { replacesViews: true, onMongoOperation }).then(
          () => assert.unreachable('it has started'),
          (error: unknown) => error,
        )
        assert.match(String(error), /event log cannot be reached: no answer in time/)
        const feeds = await client.db().collection('feeds').find().toArray()
        // none, if it was too slow to take it
        assert.ok(
          feeds.every(({ holder }) => holder === null),
          JSON.stringify(feeds),
        )
      } finally {
        await client.close()
        await eventStore.close()
        await mongo.close()
      }
    }))

  test('events of others at the end of the event store keep no node unready, and nobody waits for them', () =>
    inFolder(async folder => {
      const [mongo, eventStore] = await Promise.all([startMongo(), startStandIn()])
      const others = await openEventStoreDb({ url: eventStore.url, streamPrefix: 'other_' })
      const env = { DATA_DIR: folder, MONGODB_URL: mongo.url, EVENTSTOREDB_URL: eventStore.url, SECRETS_KEY: newKey() }
      const config = readConfig(env)
      if (E.isLeft(config)) throw new Error(config.left.join('\n'))
      try {
        const stores = await openStores(config.right, { replacesViews: true })
        for (const n of [0, 1]) {
          assert.ok(E.isRight(await others.append('note-1', [written(n)], n - 1)))
          assert.ok(await stores.readModels.waitFor(await stores.log.head(), 60_000))
          await until(
            async () => stores.status(),
            ({ ready, reflected, head }) => ready && reflected >= head,
          )
        }
        await stores.close()
      } finally {
        await others.close()
        await eventStore.close()
        await mongo.close()
      }
    }))

  test.run()
})
