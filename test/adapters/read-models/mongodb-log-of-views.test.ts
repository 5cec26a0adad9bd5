import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedRow } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { viewsOfLog } from '../../../src/adapters/read-models/mongodb/log-of-views.ts'
import {
  type MongoReadModels,
  openMongoReadModels,
} from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import type { Position, Recorded } from '../../../src/ports/event-log.ts'
import type { ViewRef } from '../../../src/ports/read-models.ts'
import { WrongAddress } from '../../../src/ports/wrong-address.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { until } from '../../support/waiting/until.ts'

const view: ViewRef = { name: 'notes', version: 1, indexes: [] }
/** A log with one stream, whose only event has this id. */
const streamOf = (id: string) => async (): Promise<readonly Recorded[]> => [
  { id, stream: 'note-1', revision: 0, position: 5n, type: 'Noted', data: {}, metadata: {} as Recorded['metadata'] },
]
const ours = {
  id: 'ours',
  head: async (): Promise<Position> => 5n,
  readStream: streamOf('written'),
  async *readAll() {
    yield* await this.readStream()
  },
}
const theirs = { ...ours, id: 'theirs', head: async (): Promise<Position> => 9n }
// its store has events of others
const empty = {
  ...theirs,
  async *readAll() {
    yield* []
  },
}
const [node, tool] = [{ replaces: true }, { replaces: false }]

type Context = {
  server: MongoUnderTest
  mongo: MongoReadModels
  openToo(): Promise<MongoReadModels>
}

onMongo('the log of the read models', name => {
  const test = suite<Context>(`the log of the read models (${name})`)
  test.before.each(async context => {
    context.server = await startMongo()
    const opened: MongoReadModels[] = []
    context.openToo = async () => {
      const one = await openMongoReadModels({ url: context.server.url, views: () => [view] })
      opened.push(one)
      return one
    }
    context.mongo = await context.openToo()
    const { server } = context
    context.server = {
      ...server,
      close: async () => {
        for (const { readModels } of opened) await readModels.close()
        await server.close()
      },
    }
  })
  test.after.each(({ server }) => server.close())

  const rowsOf = ({ db }: MongoReadModels) => ({
    feeds: db.collection<FeedRow>('feeds'),
    meta: db.collection<{ _id: string; log: string }>('meta'),
  })
  /** Feeds one document, as a node does, up to a position; the node then no longer feeds. */
  const fed = async (mongo: MongoReadModels, to: Position): Promise<void> => {
    const done = Promise.withResolvers<void>()
    const leading = mongo.lead(feeding => {
      const feed = async () => {
        await feeding.positions([view])
        const changes = new Map([[view, [{ id: 'a', json: '{}', position: to }]]])
        const last = { stream: 'note-1', revision: 0, id: 'written' }
        await feeding.write({ changes, positions: new Map([[view, { from: 0n, to }]]), last })
      }
      feed().then(done.resolve, done.reject)
      return { stop: async () => undefined }
    }, done.reject)
    await done.promise
    await leading.stop()
  }
  const stored = async (mongo: MongoReadModels) => {
    const { feeds, meta } = rowsOf(mongo)
    const document = await mongo.readModels.get(view, 'a')
    return {
      feeds: await feeds.countDocuments(),
      log: (await meta.findOne({ _id: 'log' }))?.log,
      documents: document === undefined ? 0 : 1,
    }
  }
  const kept = { feeds: 1, log: 'ours', documents: 1 }
  const refused = async (mongo: MongoReadModels, log: typeof ours, why: RegExp, options: { replaces: boolean }) => {
    try {
      await viewsOfLog(mongo.db, log, options)
    } catch (error) {
      if (!(error instanceof WrongAddress)) throw error
      assert.match(error.message, why)
      assert.match(error.message, /STREAM_PREFIX, EVENTSTOREDB_URL, DATA_DIR or MONGODB_URL/)
      assert.equal(await stored(mongo), kept, 'nothing was changed')
      return
    }
    assert.unreachable('it was not refused')
  }

  test('a node that appends and feeds while another process starts keeps its read models', async ({ mongo }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 5n)
    const { feeds } = rowsOf(mongo)
    let head = 5n
    /** The log of a busy cluster: whenever its head was said, it has one event more, which is fed. */
    const busy = {
      ...ours,
      head: async () => {
        const said = head
        head += 1n
        await feeds.updateMany({}, { $set: { position: head } })
        return said
      },
    }
    for (const options of [tool, node]) await viewsOfLog(mongo.db, busy, options)
    assert.equal(await stored(mongo), kept)
  })

  test('read models that are ahead of the log: a tool is refused, a node drops them', async ({ mongo, openToo }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 5n)
    const restored = { ...ours, head: async () => 4n }
    await refused(mongo, restored, /ahead of this event log, as after a restore; start a node/, tool)
    await viewsOfLog(mongo.db, restored, node)
    const other = await openToo()
    assert.equal(await stored(other), { feeds: 0, log: 'ours', documents: 0 })
  })

  test('read models of a log that went on after a restore with other events: a tool is refused, a node drops them', async ({
    mongo,
    openToo,
  }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 4n)
    const lacks = /have events that this event log lacks, as after a restore; start a node/
    for (const readStream of [streamOf('another'), async () => []])
      await refused(mongo, { ...ours, readStream }, lacks, tool)
    await viewsOfLog(mongo.db, ours, tool)
    await viewsOfLog(mongo.db, { ...ours, readStream: streamOf('another') }, node)
    assert.equal(await stored(await openToo()), { feeds: 0, log: 'ours', documents: 0 })
  })

  test('of two nodes that start after a restore one drops the read models, and the other joins it', async ({
    mongo,
    openToo,
  }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 5n)
    const restored = { ...ours, head: async () => 4n }
    const first = await openToo()
    let isFirst = true
    /** The other node is faster: it feeds its own read models while this one still watches the old ones. */
    const second = {
      ...restored,
      head: async () => {
        if (isFirst) {
          isFirst = false
          await viewsOfLog(first.db, restored, { ...node, watchMs: 1 })
          await fed(first, 4n)
        }
        return 4n
      },
    }
    await viewsOfLog(mongo.db, second, { ...node, watchMs: 1 })
    assert.equal(await stored(await openToo()), kept)
  })

  test('read models of another log: a tool, and a node of a log without events, are refused', async ({ mongo }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 5n)
    await refused(mongo, theirs, /of another event log, and only a node builds them again/, tool)
    await refused(mongo, empty, /of another event log, and this log has no events/, node)
  })

  test('read models of another log, which a node feeds: a node is refused', async ({ mongo, openToo }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 5n)
    let leads = false
    const leading = (await openToo()).lead(
      () => {
        leads = true
        return { stop: async () => undefined }
      },
      error => assert.unreachable(String(error)),
    )
    await until(
      async () => leads,
      is => is,
    )
    await refused(mongo, theirs, /of another event log, and a node feeds them/, node)
    // a copy of a log has its id
    const olderCopy = { ...ours, head: async () => 4n }
    await refused(mongo, olderCopy, /ahead of this event log, and a node feeds them: this log is another copy/, node)
    await leading.stop()
  })

  test('read models of another log, which nobody feeds: a node drops them', async ({ mongo, openToo }) => {
    await viewsOfLog(mongo.db, ours, node)
    await fed(mongo, 5n)
    await Promise.all([1, 2].map(() => viewsOfLog(mongo.db, theirs, { ...node, watchMs: 1 })))
    assert.equal(await stored(await openToo()), { feeds: 0, log: 'theirs', documents: 0 })
  })

  test('a database without read models is of the log of its first node', async ({ mongo }) => {
    await viewsOfLog(mongo.db, ours, tool)
    assert.is((await stored(mongo)).log, undefined)
    await viewsOfLog(mongo.db, ours, node)
    assert.is((await stored(mongo)).log, 'ours')
    await viewsOfLog(mongo.db, theirs, tool)
    assert.is((await stored(mongo)).log, 'ours')
    await viewsOfLog(mongo.db, empty, node)
    assert.is((await stored(mongo)).log, 'theirs')
  })

  test.run()
})
