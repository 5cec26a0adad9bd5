import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { Change, ViewRef } from '../../../src/ports/read-models.ts'
import { feedingByHand } from '../../support/servers/feeding.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { until } from '../../support/waiting/until.ts'

const change = (id: string, position: bigint, n: number): Change => ({ id, json: JSON.stringify({ n }), position })
const view: ViewRef = { name: 'kept', version: 1, indexes: [] }

type Context = { server: MongoUnderTest }

onMongo('answers that nodes keep', name => {
  const test = suite<Context>(`answers that nodes keep (${name})`)
  test.before(async context => {
    context.server = await startMongo()
  })
  test.after(({ server }) => server.close())

  /** A node, what it has asked of the view since it was asked last, and reads by it. */
  const node = async ({ server }: Context) => {
    const sent: string[] = []
    const opened = await openMongoReadModels({
      url: server.url,
      views: () => [view],
      onCommand: (command, on) => void (on === view.name && sent.push(command)),
    })
    const { readModels } = opened
    return {
      opened,
      readModels,
      asked: () => sent.splice(0),
      get: async (id: string) => (await readModels.get(view, id))?.json,
      list: async () => (await readModels.find(view, { limit: 5 })).documents.map(({ json }) => json),
    }
  }

  test('need no operation, and are those of the view as their node knows it', async context => {
    const [one, other] = [await node(context), await node(context)]
    const { feeding, stop } = await feedingByHand(one.opened)
    const feed = (to: bigint, changed: Change) =>
      feeding.write({ changes: new Map([[view, [changed]]]), positions: new Map([[view, { from: to - 1n, to }]]) })
    try {
      await feeding.positions([view])
      await feed(1n, change('a', 1n, 1))
      for (const { readModels, get, list, asked } of [one, other]) {
        assert.ok(await readModels.waitFor(1n, 10_000))
        const read = async () => {
          asked()
          assert.equal([await get('a'), await get('b'), await list()], ['{"n":1}', undefined, ['{"n":1}']])
          return asked()
        }
        // on a busy machine a node may not have heard of the view for a moment, and then asks the server
        await until(read, sent => sent.length === 0)
      }
      await feed(2n, change('b', 2n, 2))
      for (const { readModels, get, list } of [one, other]) {
        assert.ok(await readModels.waitFor(2n, 10_000))
        assert.is(await get('b'), '{"n":2}')
        assert.equal(await list(), ['{"n":1}', '{"n":2}'])
      }
    } finally {
      await stop()
      await one.readModels.close()
      await other.readModels.close()
    }
  })
  test.run()
})
