import { suite, test } from 'uvu'
import * as assert from 'uvu/assert'
import { fieldsOf } from '../../../src/adapters/read-models/mongodb/fields.ts'
import { find } from '../../../src/adapters/read-models/mongodb/find.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { Change, ViewRef } from '../../../src/ports/read-models.ts'
import { feedingByHand } from '../../support/servers/feeding.ts'
import { onMongo, startMongo } from '../../support/servers/mongodb.ts'

const view: ViewRef = { name: 'large', version: 1, indexes: [] }
const large = (id: string, characters: number): Change => ({
  id,
  json: JSON.stringify('x'.repeat(characters - 2)),
  position: 1n,
})

test('a page ends to be read with the first document that it has no room for', async () => {
  let read = 0
  async function* rows() {
    for (const _id of 'abcdef') {
      read++
      yield { _id, ...large(_id, 50) }
    }
  }
  const collection = {
    find: () => Object.assign(rows(), { toArray: () => Array.fromAsync(rows()) }),
    countDocuments: async () => 6n,
  }
  const { documents, hasNext } = await find(collection as unknown as Parameters<typeof find>[0], fieldsOf([]), {
    limit: 5,
    characters: 100,
  })
  assert.equal([documents.map(({ id }) => id), hasNext, read], [['a', 'b'], true, 3])
})
test.run()

onMongo('large documents that a batch changes', name => {
  const onServer = suite(`large documents that a batch changes (${name})`)
  onServer('are refused when they have too many characters together', async () => {
    const server = await startMongo()
    const opened = await openMongoReadModels({ url: server.url, views: () => [view] })
    const { feeding, stop } = await feedingByHand(opened)
    try {
      await feeding.positions([view])
      const changes = new Map([[view, ['a', 'b', 'c'].map(id => large(id, 100_000))]])
      await feeding.write({ changes, positions: new Map([[view, { from: 0n, to: 1n }]]) })
      const loaded = async (ids: readonly string[], most: number) =>
        (await feeding.load(new Map([[view, ids]]), most))?.get(view)
      assert.is(await loaded(['a', 'b', 'c'], 150_000), undefined)
      assert.is(Array.from((await loaded(['b', 'c'], 150_000)) ?? []).length, 2)
      assert.is(Array.from((await loaded(['a', 'b', 'c'], 250_000)) ?? []).length, 3)
    } finally {
      await stop()
      await opened.readModels.close()
      await server.close()
    }
  })
  onServer.run()
})
