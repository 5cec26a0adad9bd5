import { type ClientBulkWriteModel, MongoClient, MongoClientBulkWriteError } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { collectionsOf, type DocumentRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { documentsIn } from '../../../src/adapters/read-models/mongodb/views.ts'
import { documentStore } from '../../../src/adapters/read-models/mongodb/write-documents.ts'
import type { Change } from '../../../src/ports/read-models.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'

type Context = { server: MongoUnderTest; client: MongoClient }

/** The operation of MongoDB 8 that writes to several collections, for servers without it: one by one, refusing the same. */
const bulkWriteOn = (client: MongoClient) => {
  const calls: number[] = []
  const bulkWrite = async (models: readonly ClientBulkWriteModel[]) => {
    calls.push(models.length)
    let matchedCount = 0
    let refused = 0
    for (const model of models) {
      const [, db, name] = /^([^.]+)\.(.+)$/.exec(model.namespace)!
      const collection = client.db(db!).collection(name!)
      if (model.name === 'insertOne') await collection.insertOne(model.document as object).catch(() => refused++)
      if (model.name === 'replaceOne')
        matchedCount += (await collection.replaceOne(model.filter as object, model.replacement as object)).matchedCount
    }
    if (refused > 0) throw new MongoClientBulkWriteError({ message: `${refused} refused` })
    return { matchedCount }
  }
  return { calls, client: { bulkWrite } as unknown as Pick<MongoClient, 'bulkWrite'> }
}
const put = (id: string, position: number): Change => ({
  id,
  json: JSON.stringify({ n: position }),
  position: BigInt(position),
})

onMongo('writing several views at once', server => {
  const test = suite<Context>(`writing several views at once (${server})`)
  test.before(async context => {
    context.server = await startMongo()
    context.client = new MongoClient(context.server.url, { useBigInt64: true })
  })
  test.after(async ({ client, server: { close } }) => {
    await client.close()
    await close()
  })

  test('one operation, and an older change neither overwrites nor restores, whoever wrote before', async ({
    client,
  }) => {
    const collections = collectionsOf(client.db())
    const [one, two] = ['one', 'two'].map(name => ({
      view: { name, version: 1, indexes: [] },
      to: documentsIn({ collection: `view.${name}`, paths: ['["n"]'] }, 0n),
    }))
    const at = async (collection: string) =>
      Object.fromEntries(
        (await client.db().collection<DocumentRow>(collection).find().toArray()).map(row => [
          row._id,
          Number(row.position),
        ]),
      )
    const bulk = bulkWriteOn(client)
    const writer = documentStore(collections, answer => answer, undefined, bulk.client)
    await writer.write([
      { ...one!, changes: [put('a', 5), put('b', 5)] },
      { ...two!, changes: [put('c', 5)] },
    ])
    assert.equal(bulk.calls, [3])
    // another node does not know which documents there are
    const other = documentStore(collections, answer => answer, undefined, bulkWriteOn(client).client)
    await other.write([
      { ...one!, changes: [put('a', 4), put('b', 7), put('d', 7)] },
      { ...two!, changes: [{ id: 'c', json: undefined, position: 8n }] },
    ])
    assert.equal([await at('view.one'), await at('view.two')], [{ a: 5, b: 7, d: 7 }, { c: 8 }])
    await writer.write([
      { ...one!, changes: [put('a', 9), put('b', 6)] },
      { ...two!, changes: [put('c', 6)] },
    ])
    assert.equal([await at('view.one'), await at('view.two')], [{ a: 9, b: 7, d: 7 }, { c: 8 }])
  })

  test.run()
})
