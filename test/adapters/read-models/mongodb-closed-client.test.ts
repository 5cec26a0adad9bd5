import { MongoClient, MongoExpiredSessionError, MongoInvalidArgumentError } from 'mongodb'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reasonAway } from '../../../src/adapters/read-models/mongodb/away.ts'
import { onMongo, startMongo } from '../../support/servers/mongodb.ts'

test('an operation whose session ended with its client finds the server away', () => {
  assert.is(reasonAway(new MongoExpiredSessionError()), 'Cannot use a session that has ended')
})

test('a request that the driver refuses is our own fault', () => {
  assert.is(reasonAway(new MongoInvalidArgumentError('no')), undefined)
})

onMongo('operations of a client that is closed', () => {
  test('operations that are under way when the client is closed to reconnect find the server away', async () => {
    const mongo = await startMongo()
    const refused: unknown[] = []
    try {
      for (let round = 0; round < 10; round++) {
        const client = await new MongoClient(mongo.url, { maxPoolSize: 3 }).connect()
        const documents = client.db().collection('closed')
        const operations = Array.from({ length: 20 }, () => documents.find().toArray())
        const allEnded = Promise.allSettled(operations)
        await operations[round]
        await client.close()
        for (const ended of await allEnded) if (ended.status === 'rejected') refused.push(ended.reason)
      }
    } finally {
      await mongo.close()
    }
    assert.ok(refused.length > 0)
    assert.equal(
      refused.filter(error => reasonAway(error) === undefined).map(error => (error as Error).name),
      [],
    )
  })
})

test.run()
