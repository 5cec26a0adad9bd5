import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { countedDb } from '../../../src/adapters/read-models/mongodb/counted-db.ts'
import { type DocumentRow, type FeedRow, inOneBatch } from '../../../src/adapters/read-models/mongodb/documents.ts'
import {
  type MongoReadModels,
  openMongoReadModels,
} from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { memberKey } from '../../../src/adapters/read-models/mongodb/views.ts'
import type { AnyProjection } from '../../../src/engine/read/projection.ts'
import { runProjections } from '../../../src/engine/read/run-projections.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import type { Change, ReadModels, ViewRef } from '../../../src/ports/read-models.ts'
import { type MongoUnderTest, onMongo, startMongo } from '../../support/servers/mongodb.ts'
import { notes, tally } from '../embedded/notes.ts'
import { appended, written } from '../event-log.contract.ts'

type Context = {
  server: MongoUnderTest
  opened: MongoReadModels[]
  open(views?: readonly ViewRef[]): Promise<MongoReadModels>
  /** Opens a separate event log for this test; closed after it. */
  newLog(): Promise<EventLog>
  logs: { readonly dataDir: string; readonly embedded: Embedded }[]
}

const put = (id: string, position: bigint, document: object): Change => ({
  id,
  json: JSON.stringify(document),
  position,
})
const gone = (id: string, position: bigint): Change => ({ id, json: undefined, position })
/** Milliseconds; generous for busy machines. */
const patience = 60_000
let views = 0
const newView = (): ViewRef => ({ name: `view-${++views}`, version: 1, indexes: [['n']] })
/** The collection of a view's documents. */
const collectionOf = async (db: MongoReadModels['db'], view: ViewRef): Promise<string> => {
  const key = `views.${memberKey(view)}`
  const feed = await db.collection<FeedRow>('feeds').findOne({ [key]: { $exists: true } })
  return feed!.views[memberKey(view)]!.collection
}
const failed = (error: unknown) => assert.unreachable(String(error))
/** Feeds views by a node, as long as it may. */
const feeds = ({ lead }: MongoReadModels, log: EventLog, fed: readonly AnyProjection[]) =>
  lead(feeding => runProjections(log, feeding, fed, failed), failed)
const rebuilds = ({ rebuild }: MongoReadModels, log: EventLog, views: readonly AnyProjection[]) =>
  rebuild(
    log,
    views,
    () => {},
    (_, error) => failed(error),
  )
const writes =
  (log: EventLog) =>
  async (stream: string, type = 'NoteWritten') => {
    const { revision } = await log.streamHead(stream)
    return appended(await log.append(stream, [written('text', { type })], revision)).position
  }
const jsonOf = async (readModels: ReadModels, view: ViewRef, id: string) => (await readModels.get(view, id))?.json

onMongo('MongoDB beyond the contract', name => {
  const test = suite<Context>(`MongoDB read models (${name})`)
  let now = new Date()
  test.before(async context => {
    context.server = await startMongo()
    context.opened = []
    context.open = async (watched = []) => {
      const clock = { now: () => now, monotonic: () => performance.now() }
      const opened = await openMongoReadModels({ url: context.server.url, views: () => watched, clock })
      context.opened.push(opened)
      return opened
    }
    context.logs = []
    context.newLog = async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'endcap-mongodb-'))
      const projections = new URL('../embedded/no-projections.ts', import.meta.url).href
      const embedded = await openEmbedded({ dataDir, projections })
      context.logs.push({ dataDir, embedded })
      return embedded.log
    }
  })
  test.after.each(async ({ opened, logs }) => {
    for (const { readModels } of opened.splice(0)) await readModels.close()
    for (const { dataDir, embedded } of logs.splice(0)) {
      await embedded.close()
      await rm(dataDir, { recursive: true })
    }
  })
  test.after(context => context.server.close())

  test('a document is read back unchanged: member order, numbers, and names with a special meaning in MongoDB', async ({
    open,
  }) => {
    const { readModels } = await open()
    const view = newView()
    const json = '{"b":1.50,"10":1e21,"$set":{"a.b":[[1],[]]},"n":9007199254740993,"__proto__":0.1,"a":"\\ud800 é"}'
    await readModels.apply(view, [{ id: 'a.b/$c', json, position: 1n }], 0n, 1n)
    assert.is(await jsonOf(readModels, view, 'a.b/$c'), json)
  })

  test('the commands that are counted by calls are those that the driver sends', async ({ server: { url } }) => {
    const watched = new MongoClient(url, { monitorCommands: true })
    const sent: string[] = []
    watched.on('commandStarted', ({ commandName, command }) => sent.push(`${commandName} ${command[commandName]}`))
    const counted: string[] = []
    const db = countedDb(watched.db(), (command, on) => counted.push(`${command} ${on}`))
    const name = 'view.own-notes.12.0a1b'
    const all = db.collection<{ _id: number; n?: number }>(name)
    await all.createIndex({ n: 1 })
    await all.createIndexes([{ key: { n: -1 } }])
    await all.indexes()
    await all.insertOne({ _id: -1 })
    await all.insertMany(Array.from({ length: 150 }, (_, _id) => ({ _id })))
    await all.findOne({ _id: 1 })
    assert.is((await all.find({}, inOneBatch(151)).toArray()).length, 151)
    await all.countDocuments({ _id: { $gt: 1 } })
    await all.updateOne({ _id: 1 }, { $set: { n: 1 } })
    await all.updateMany({ _id: { $lt: 3 } }, { $set: { n: 2 } })
    await all.bulkWrite([{ replaceOne: { filter: { _id: 1 }, replacement: { n: 3 } } }], { ordered: false })
    await all.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } })
    await all.deleteOne({ _id: 1 })
    await all.deleteMany({ _id: 2 })
    await all.drop()
    await db.command({ hello: 1 })
    await db.stats()
    await db.listCollections({}, { nameOnly: true }).toArray()
    const about = (command: string) => command.replace(name, 'own-notes').replace(/ (?:1|true)$/, ' ')
    const expected = sent.map(about)
    await watched.close()
    assert.equal(counted, expected)
  })

  test('a tombstone is removed once no node can be late any more, and no old document is restored', async ({
    open,
  }) => {
    const view = newView()
    const { readModels, sweep, db } = await open([view])
    await readModels.apply(view, [put('x', 1n, { n: 1 }), put('y', 1n, { n: 1 })], 0n, 1n)
    await readModels.apply(view, [gone('x', 3n)], 1n, 4n)
    const stored = async () => db.collection(await collectionOf(db, view)).countDocuments()
    await sweep()
    assert.is(await stored(), 2, 'a node may still be late')
    now = new Date(now.getTime() + 3_600_000)
    await sweep()
    assert.is(await stored(), 1)
    await readModels.apply(view, [put('x', 2n, { n: 2 })], 4n, 5n)
    assert.is(await jsonOf(readModels, view, 'x'), undefined)
  })

  test('documents that a killed process has left, or that were written late, are removed', async ({ open }) => {
    const view = newView()
    const { readModels, sweep, db } = await open([view])
    await readModels.apply(view, [put('x', 1n, { n: 1 })], 0n, 1n)
    const left = `view.${view.name}.1.0123456789ab`
    await db.collection(left).insertOne({ late: true })
    await db.collection('views-of-others').insertOne({ of: 'others' })
    const collections = async () =>
      (await db.listCollections().toArray()).map(({ name }) => name).filter(name => name.startsWith('view'))
    now = new Date()
    await sweep()
    assert.ok((await collections()).includes(left), 'it may be about to be used')
    now = new Date(now.getTime() + 3_600_000)
    await sweep()
    assert.not.ok((await collections()).includes(left))
    assert.ok((await collections()).includes('views-of-others'))
    assert.is(await jsonOf(readModels, view, 'x'), '{"n":1}')
  })

  test('an older change after a newer one is ignored, whichever node writes it', async ({ open }) => {
    const [one, two] = [await open(), await open()]
    const view = newView()
    // both know the checkpoint, and both write before either advances it
    await one.readModels.apply(view, [], 0n, 0n)
    const newer = one.readModels.apply(view, [put('x', 8n, { n: 8 }), put('y', 2n, { n: 2 })], 0n, 8n)
    const older = two.readModels.apply(view, [put('x', 2n, { n: 2 }), put('y', 2n, { n: 2 })], 0n, 2n)
    await Promise.all([newer, older])
    assert.is(await jsonOf(one.readModels, view, 'y'), '{"n":2}')
    assert.ok([undefined, '{"n":8}', '{"n":2}'].includes(await jsonOf(two.readModels, view, 'x')))
    const from = (await one.readModels.checkpoint(view))!
    await one.readModels.apply(view, [put('x', 9n, { n: 9 })], from, 9n)
    assert.is(await jsonOf(two.readModels, view, 'x'), '{"n":9}')
  })

  test('events in documents that a dead node left ahead of the checkpoint are not applied twice', async ({
    open,
    newLog,
  }) => {
    const log = await newLog()
    const fed = [notes, tally] as const
    const [one, two] = [await open(fed), await open(fed)]
    const write = writes(log)
    for (const stream of ['note-a', 'note-b', 'note-a']) await write(stream)
    const first = feeds(one, log, fed)
    await write('note-b', 'NoteErased')
    assert.ok(await one.readModels.waitFor(await log.head(), patience))
    await first.stop()
    const marks = fed.map(view => one.readModels.mark?.(view))
    // as if the node had died after writing the documents, before the checkpoint
    await one.db
      .collection<FeedRow>('feeds')
      .updateMany({ 'views.tally%2F1': { $exists: true } }, { $set: { position: 1n } })
    await two.learnAgain()
    const second = feeds(two, log, fed)
    assert.ok(await two.readModels.waitFor(await log.head(), patience))
    assert.ok(
      fed.every((view, n) => two.readModels.mark?.(view) !== undefined && marks[n] !== undefined),
      'what the dead node wrote counts as changed',
    )
    await write('note-a')
    await write('note-b')
    assert.ok(await two.readModels.waitFor(await log.head(), patience))
    await second.stop()
    assert.is(await jsonOf(two.readModels, tally, 'all'), '{"total":6}')
    assert.is(JSON.parse((await jsonOf(two.readModels, notes, 'a'))!).writes, 3)
    assert.is(
      JSON.parse((await jsonOf(two.readModels, notes, 'b'))!).writes,
      1,
      'it was erased, and written once since',
    )
  })

  test('a view is rebuilt beside the serving one, and its old documents go later', async ({ open, newLog }) => {
    const log = await newLog()
    const fed = [
      { ...notes, name: 'rebuilt-notes' },
      { ...tally, name: 'rebuilt-tally' },
    ] as const
    const [one, two] = [await open(fed), await open(fed)]
    const write = writes(log)
    for (const stream of ['note-a', 'note-b', 'note-a']) await write(stream)
    const leading = feeds(one, log, fed)
    assert.ok(await one.readModels.waitFor(await log.head(), patience))
    const before = await collectionOf(one.db, fed[1])
    await one.db.collection<DocumentRow>(before).updateMany({}, { $set: { json: '{"total":99}' } })
    const heard: bigint[] = []
    let readings = 0
    const counted: EventLog = {
      ...log,
      readAll: options => {
        if (!options?.after) readings += 1
        return log.readAll(options)
      },
    }
    await two.rebuild(
      counted,
      fed,
      position => heard.push(position),
      (_, error) => failed(error),
    )
    assert.is(readings, 1, 'all views are built from one reading of the log')
    assert.ok(heard.length > 0)
    assert.is.not(await collectionOf(one.db, fed[1]), before)
    await write('note-b', 'NoteErased')
    await write('note-b')
    for (const { readModels } of [one, two]) {
      assert.ok(await readModels.waitFor(await log.head(), patience))
      assert.is(await jsonOf(readModels, fed[1], 'all'), '{"total":5}')
      assert.is(JSON.parse((await jsonOf(readModels, fed[0], 'a'))!).writes, 2)
      assert.is(JSON.parse((await jsonOf(readModels, fed[0], 'b'))!).writes, 1)
    }
    await leading.stop()
    for (const hours of [0, 1]) {
      now = new Date(now.getTime() + hours * 3_600_000)
      await two.sweep()
    }
    const collections = (await one.db.listCollections().toArray()).map(({ name }) => name)
    assert.not(collections.includes(before))

    // a tool of another release, or with other projections, reads what nodes have of the same view
    const tool = await open([fed[1]])
    assert.is(await tool.readModels.checkpoint(fed[1]), await log.head())
    assert.is(await jsonOf(tool.readModels, fed[1], 'all'), '{"total":5}')

    // the next release has one view more; it begins where the others are, and theirs is not read again
    const more = { ...tally, name: 'rebuilt-more' }
    const next = await open([...fed, more])
    const nextLeading = feeds(next, log, [...fed, more])
    await write('note-c')
    assert.ok(await next.readModels.waitFor(await log.head(), patience))
    assert.is(await jsonOf(next.readModels, more, 'all'), '{"total":6}')
    assert.is(await jsonOf(next.readModels, fed[1], 'all'), '{"total":6}')
    await nextLeading.stop()
  })

  test('an interrupted rebuild is resumed, and no event counts twice', async ({ open, newLog }) => {
    const log = await newLog()
    const view = { ...tally, name: 'resumed-tally' }
    const { readModels, rebuild, db } = await open([view])
    const write = writes(log)
    for (const stream of ['note-a', 'note-b', 'note-a']) await write(stream)
    let isFirst = true
    const broken: EventLog = {
      ...log,
      head: async () => {
        // the first reading is written by then
        if (!isFirst) throw new Error('killed')
        isFirst = false
        return log.head()
      },
    }
    const outcome = await rebuild(
      broken,
      [view],
      () => {},
      (_, error) => failed(error),
    ).catch(String)
    assert.is(outcome, 'Error: killed')
    const build = async () =>
      (await db.collection<FeedRow>('feeds').findOne({ [`builds.${memberKey(view)}`]: { $exists: true } }))?.builds[
        memberKey(view)
      ]
    const left = await build()
    assert.is(left?.position, await log.head())
    await write('note-a')
    const after: unknown[] = []
    const counted: EventLog = {
      ...log,
      readAll: options => {
        after.push(options?.after)
        return log.readAll(options)
      },
    }
    await rebuild(
      counted,
      [view],
      () => {},
      (_, error) => failed(error),
    )
    assert.equal(after, [left?.position])
    assert.is(await build(), undefined)
    assert.is(await collectionOf(db, view), left?.collection)
    assert.is(await jsonOf(readModels, view, 'all'), '{"total":4}')
  })

  test('a rebuild ends while events go on, and none counts twice or not at all', async ({ open, newLog }) => {
    const log = await newLog()
    const view = { ...tally, name: 'busy-tally' }
    const [one, two] = [await open([view]), await open([view])]
    const leading = feeds(one, log, [view])
    let [count, isBusy] = [0, true]
    const write = async () => {
      appended(await log.append('note-busy', [written('text')], count - 1))
      count++
    }
    await write()
    assert.ok(await one.readModels.waitFor(await log.head(), patience))
    // the next event as soon as the one before was fed
    const busy = (async () => {
      while (isBusy) {
        await write()
        assert.ok(await one.readModels.waitFor(await log.head(), patience))
      }
    })()
    await rebuilds(two, log, [view])
    isBusy = false
    await busy
    await write()
    for (const { readModels } of [one, two]) {
      assert.ok(await readModels.waitFor(await log.head(), patience))
      assert.is(await jsonOf(readModels, view, 'all'), `{"total":${count}}`)
    }
    await leading.stop()
  })

  test('a view that cannot be built does not stop the others', async ({ open, newLog }) => {
    const log = await newLog()
    const [good, bad] = [
      { ...tally, name: 'built-tally' },
      { ...notes, name: 'broken-notes', evolve: () => assert.unreachable('broken') },
    ]
    const { rebuild, readModels } = await open([good!])
    appended(await log.append('note-a', [written('text')], -1))
    const failures: string[] = []
    await rebuild(
      log,
      [good!, bad!],
      () => {},
      ({ name }) => failures.push(name),
    )
    assert.equal(failures, ['broken-notes'])
    assert.is(await jsonOf(readModels, good!, 'all'), '{"total":1}')
    assert.is(await readModels.checkpoint(bad!), undefined)
  })

  test.run()
})
