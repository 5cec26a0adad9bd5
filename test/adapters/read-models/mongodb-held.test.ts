import { MongoClient } from 'mongodb'
import { suite, test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentCache } from '../../../src/adapters/read-models/mongodb/document-cache.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { Change, ViewRef } from '../../../src/ports/read-models.ts'
import { feedingByHand } from '../../support/servers/feeding.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'

const change = (id: string, position: bigint, n: number): Change => ({ id, json: JSON.stringify({ n }), position })

test('what was read is kept, also that nothing was there', () => {
  const cache = documentCache()
  const keep = cache.reading('notes')
  keep('a', change('a', 4n, 1))
  keep('b', undefined)
  assert.equal(cache.get('notes', 'a'), change('a', 4n, 1))
  assert.is(cache.get('notes', 'b')?.json, undefined)
  assert.is(cache.get('notes', 'b')?.position, -1n)
  assert.is(cache.get('notes', 'c'), undefined)
})

test('what was read before a write is not kept after it', () => {
  const cache = documentCache()
  const [first, second] = [cache.reading('notes'), cache.reading('notes')]
  cache.put('notes', [change('a', 5n, 2)])
  first('a', change('a', 4n, 1))
  assert.equal(cache.get('notes', 'a'), change('a', 5n, 2))
  cache.clear()
  second('a', change('a', 4n, 1))
  assert.is(cache.get('notes', 'a'), undefined)
})
test('the mark of a collection differs after each change of it, and in another turn', () => {
  const cache = documentCache()
  const seen = [cache.mark('notes')]
  const others = cache.mark('others')
  cache.put('notes', [change('a', 5n, 2)])
  seen.push(cache.mark('notes'))
  assert.is(cache.mark('others'), others)
  cache.clear()
  seen.push(cache.mark('notes'))
  assert.is.not(cache.mark('others'), others)
  seen.push(documentCache().mark('notes'))
  assert.is(new Set(seen).size, seen.length)
})
test.run()

type Context = { server: MongoUnderTest; client: MongoClient }

onMongo('documents that a feeding node holds', name => {
  const onServer = suite<Context>(`documents that a feeding node holds (${name})`)
  onServer.before(async context => {
    context.server = await startMongo()
    context.client = await new MongoClient(context.server.url).connect()
  })
  onServer.after(async ({ server, client }) => {
    await client.close()
    await server.close()
  })

  onServer(
    'are read without an operation, and from the server once another node may feed',
    async ({ server, client }) => {
      const view: ViewRef = { name: 'held', version: 1, indexes: [] }
      const sent: string[] = []
      let late = 0
      const opened = await openMongoReadModels({
        url: server.url,
        views: () => [view],
        clock: { now: () => new Date(), monotonic: () => performance.now() + late },
        silenceMs: 600_000,
        onCommand: (command, on) => void (on === view.name && sent.push(command)),
      })
      const { readModels } = opened
      const { feeding, stop } = await feedingByHand(opened)
      try {
        await feeding.begin([view])
        const batch = { views: [view], ahead: new Set<ViewRef>() }
        await feeding.apply({ ...batch, changes: new Map([[view, [change('a', 1n, 1)]]]), from: 0n, to: 1n })
        sent.length = 0
        const read = async (id: string) => (await readModels.get(view, id))?.json
        const list = async () => (await readModels.find(view, { limit: 5 })).documents.map(({ json }) => json)

        assert.is(await read('a'), '{"n":1}')
        assert.equal(sent, [])
        assert.is(await read('b'), undefined)
        assert.is(await read('b'), undefined)
        assert.equal(sent, ['find'])
        await feeding.apply({ ...batch, changes: new Map([[view, [change('b', 2n, 2)]]]), from: 1n, to: 2n })
        sent.length = 0
        assert.is(await read('b'), '{"n":2}')
        assert.equal(sent, [])

        assert.equal(await list(), ['{"n":1}', '{"n":2}'])
        sent.length = 0
        assert.equal(await list(), ['{"n":1}', '{"n":2}'])
        assert.equal(sent, [])
        await feeding.apply({ ...batch, changes: new Map([[view, [change('b', 3n, 3)]]]), from: 2n, to: 3n })
        assert.equal(await list(), ['{"n":1}', '{"n":3}'])

        // as another node would write it that took over while this one was stopped
        const all = await client.db().listCollections({}, { nameOnly: true }).toArray()
        const collection = all.find(({ name }) => name.startsWith(`view.${view.name}.`))!
        const documents = client.db().collection<{ _id: string }>(collection.name)
        await documents.updateOne({ _id: 'a' }, { $set: { json: '{"n":9}' } })
        assert.is(await read('a'), '{"n":1}')
        assert.equal(await list(), ['{"n":1}', '{"n":3}'])
        late = 600_000
        assert.is(await read('a'), '{"n":9}')
        assert.equal(await list(), ['{"n":9}', '{"n":3}'])
      } finally {
        await stop()
        await readModels.close()
      }
    },
  )
  onServer.run()
})
