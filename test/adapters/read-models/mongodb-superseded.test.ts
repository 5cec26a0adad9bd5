import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { feedIdOf, memberKey } from '../../../src/adapters/read-models/mongodb/views.ts'
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
    const open = (views: readonly ViewRef[]) => openMongoReadModels({ url: server.url, views: () => views, clock })
    const older = await open([old])
    await older.readModels.apply(old, [{ id: 'x', json: '{"n":1}', position: 1n }], 0n, 1n)
    await older.readModels.close()
    const { readModels, sweep, db } = await open([view])
    await readModels.apply(view, [{ id: 'x', json: '{"n":2}', position: 1n }], 0n, 1n)
    const feeds = db.collection<FeedRow>('feeds')
    const [_id, key] = [feedIdOf([old]), memberKey(old)]
    const collection = (await feeds.findOne({ _id }))?.views[key]?.collection
    const there = async () => (await db.listCollections().toArray()).some(({ name }) => name === collection)
    const sweepAfter = async (hours: number) => {
      now = new Date(now.getTime() + hours * 3_600_000)
      await sweep()
    }
    await sweepAfter(20)
    assert.ok(await there(), 'a node of the older release was there 20 hours ago')
    await sweepAfter(5)
    assert.is(await feeds.findOne({ _id }), null)
    assert.ok(await there(), 'a reader may still use it')
    await sweepAfter(1)
    assert.not.ok(await there())
    assert.is((await readModels.get(view, 'x'))?.json, '{"n":2}')
    await readModels.close()
  })

  test.run()
})
