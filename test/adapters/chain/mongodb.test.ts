import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openMongoChain } from '../../../src/adapters/chain/mongodb.ts'
import { followChain } from '../../../src/engine/read/follow-chain.ts'
import { linked, noLink } from '../../../src/engine/write/chaining.ts'
import type { ChainGap } from '../../../src/ports/chain.ts'
import { memoryLog } from '../../support/memory/log.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { until } from '../../support/waiting/until.ts'
import { written } from '../event-log.contract.ts'

onMongo('the hash chain in MongoDB', server => {
  type Context = { mongo: MongoUnderTest; client: MongoClient }
  const test = suite<Context>(`the hash chain in MongoDB (${server})`)
  test.before(async context => {
    context.mongo = await startMongo()
    context.client = new MongoClient(context.mongo.url, { useBigInt64: true })
  })
  test.after(async ({ client, mongo }) => {
    await client.close()
    await mongo.close()
  })
  const lackedBy = (gaps: readonly ChainGap[]) =>
    gaps.map(({ after, events, until, had }) => [after, events, until, had])

  test('a collection that was dropped is computed again, and its removal stays known', async ({ client }) => {
    const [db, id, log] = [client.db(), 'log-1', memoryLog()]
    const chain = openMongoChain(db, id)
    let events = 0
    /** Appends two events, and follows the log until the chain has them. */
    const grown = async () => {
      for (const _ of ['one', 'two']) await log.append('note-1', [written(events)], events++ - 1)
      const node = followChain(log, chain, error => assert.unreachable(String(error)), 1)
      await until(chain.last, link => link.events === events)
      await node.stop()
      assert.equal(await chain.last(), log.events.reduce(linked, noLink))
    }
    await grown()
    await grown()
    assert.equal(await chain.gaps(), [], 'events that came while no node ran are nothing unusual')
    await db.collection(`chain-${id}`).drop()
    await grown()
    assert.equal(lackedBy(await chain.gaps()), [[0n, 0, 6n, 4]])
    await Promise.all([chain.look(6n), openMongoChain(db, id).look(6n)])
    await grown()
    assert.equal(lackedBy(await chain.gaps()), [[0n, 0, 6n, 4]], 'found once')
    assert.equal(await openMongoChain(db, 'log-2').gaps(), [])
  })

  test('nodes that keep the first link at the same time all succeed', async ({ client }) => {
    const chains = Array.from({ length: 8 }, () => openMongoChain(client.db(), 'log-4'))
    await Promise.all(chains.map(chain => chain.keep({ ...noLink, position: 5n, events: 5 })))
    assert.equal(await chains[0]!.last(), { ...noLink, position: 5n, events: 5 })
  })

  test('links of a release that did not count them are counted when the chain is opened', async ({ client }) => {
    const [db, id] = [client.db(), 'log-3']
    const chain = openMongoChain(db, id)
    await chain.keep({ ...noLink, position: 5n, events: 5 })
    await db.collection('chains').deleteMany({})
    await chain.look(5n)
    assert.equal(await chain.gaps(), [])
    await db.collection(`chain-${id}`).drop()
    await chain.look(7n)
    assert.equal(lackedBy(await chain.gaps()), [[0n, 0, 7n, 5]])
  })

  test.run()
})
