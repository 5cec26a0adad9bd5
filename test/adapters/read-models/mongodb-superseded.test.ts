import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow, ViewRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'

onMongo('Superseded views in MongoDB', name => {
  const test = suite<{ server: MongoUnderTest }>(`superseded views in MongoDB (${name})`)
  test.before(async context => {
    context.server = await startMongo()
  })
  test.after(({ server }) => server.close())

  test('the views of an older release go a day after its last node, and not before', async ({ server }) => {
    let now = new Date()
    const clock = { now: () => now, monotonic: () => performance.now() }
    const old: ViewRef = { name: 'kept', version: 1, indexes: [['n']] }
    const view = { ...old, version: 2 }
    const { readModels, sweep, db } = await openMongoReadModels({ url: server.url, views: () => [view], clock })
    const [feeds, rows] = [db.collection<FeedRow>('feeds'), db.collection<ViewRow>('views')]
    for (const each of [old, view])
      await readModels.apply(each, [{ id: 'x', json: `{"n":${each.version}}`, position: 1n }], 0n, 1n)
    const [_id, row] = ['feed:older', await rows.findOne({ _id: 'kept/1' })]
    const { collection = '', paths = [] } = row ?? {}
    const lease = { made: 'once', holder: null, turn: 1, beat: 7, position: 1n, swaps: 0, moved: {} }
    await feeds.insertOne({ _id, ...lease, members: { 'kept%2F1': { collection, paths } } })
    const there = async () => (await db.listCollections().toArray()).some(({ name }) => name === collection)
    const sweepAfter = async (hours: number) => {
      now = new Date(now.getTime() + hours * 3_600_000)
      await sweep()
    }
    await sweepAfter(0)
    await feeds.updateOne({ _id }, { $inc: { beat: 1 } })
    await sweepAfter(30)
    await sweepAfter(20)
    await sweepAfter(1)
    assert.ok(await there(), 'a node of the older release was there 21 hours ago')
    await sweepAfter(4)
    // the time of a collection that goes is that of this machine
    now = new Date()
    await sweepAfter(1)
    assert.not.ok(await there())
    assert.is(await feeds.findOne({ _id }), null)
    assert.is(await rows.findOne({ _id: 'kept/1' }), null)
    assert.is((await readModels.get(view, 'x'))?.json, '{"n":2}')
    await readModels.close()
  })

  test.run()
})
