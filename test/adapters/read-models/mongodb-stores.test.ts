import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Embedded, openEmbedded } from '../../../src/adapters/embedded/open-embedded.ts'
import { changeApplier } from '../../../src/adapters/read-models/mongodb/apply-changes.ts'
import { countedDb } from '../../../src/adapters/read-models/mongodb/counted-db.ts'
import { collectionsOf, inOneBatch } from '../../../src/adapters/read-models/mongodb/documents.ts'
import { openGenerations } from '../../../src/adapters/read-models/mongodb/generations.ts'
import type { MongoReadModels } from '../../../src/adapters/read-models/mongodb/mongo-read-models.ts'
import { openMongoReadModels } from '../../../src/adapters/read-models/mongodb/open-read-models.ts'
import { rebuilder } from '../../../src/adapters/read-models/mongodb/rebuild.ts'
import { rebuildView, rebuildViews } from '../../../src/adapters/read-models/mongodb/rebuild-views.ts'
import { documentWriter } from '../../../src/adapters/read-models/mongodb/write-documents.ts'
import { runProjections } from '../../../src/engine/read/run-projections.ts'
import type { EventLog } from '../../../src/ports/event-log.ts'
import type { Change, ReadModels, ViewRef } from '../../../src/ports/read-models.ts'
import { feedingEach } from '../../support/memory/feeding-each.ts'
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
    const row = await db.collection('views').findOne({ collection: { $regex: `^view\\.${view.name}\\.` } })
    const stored = () => db.collection(row?.collection).countDocuments()
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

  test('documents that are fed further while the head of the log is asked for are not replaced by older ones', async ({
    open,
  }) => {
    const view = newView()
    const { readModels, beginRebuild } = await open([view])
    await readModels.apply(view, [put('x', 1n, { n: 'read by clients' })], 0n, 5n)
    const begun = await beginRebuild(view)
    await begun.apply([put('x', 1n, { n: 'older' })], 0n, 3n)
    let head = 5n
    const busy = async () => {
      const said = head
      head = await readModels.apply(view, [], said, said + 1n)
      return said
    }
    assert.is(await begun.swap(busy), false)
    assert.is(await jsonOf(readModels, view, 'x'), '{"n":"read by clients"}')
  })

  test('a rebuild goes on when the feeder creates the same view for the first time meanwhile', async ({ open }) => {
    const view = newView()
    const { readModels, db } = await open([view])
    const collections = collectionsOf(db)
    const generations = openGenerations(collections, 'another feed')
    const index = async (...args: Parameters<typeof generations.index>) => {
      await generations.index(...args)
      await readModels.apply(view, [put('x', 1n, { n: 'fed' })], 0n, 1n)
    }
    const applier = changeApplier(generations, collections, documentWriter(collections))
    const begun = await rebuilder(collections, { ...generations, index }, applier, answer => answer)(view)
    await begun.apply([put('x', 1n, { n: 'rebuilt' })], 0n, 2n)
    assert.is(await begun.swap(async () => 2n), false)
    assert.is(await jsonOf(readModels, view, 'x'), '{"n":"fed"}')
    assert.is(await begun.swap(async () => 2n), true)
    assert.is(await jsonOf(readModels, view, 'x'), '{"n":"rebuilt"}')
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

  test('a view is rebuilt beside the serving one, resumed by another process, and swapped in atomically', async ({
    open,
  }) => {
    const view = newView()
    const [one, two] = [await open([view]), await open([view])]
    await one.readModels.apply(view, [put('x', 1n, { n: 'wrong' }), put('old', 1n, {})], 0n, 5n)
    const begun = await one.beginRebuild(view)
    assert.is(await begun.apply([put('x', 1n, { n: 'right' })], 0n, 3n), 3n)
    const goesOn = await two.beginRebuild(view)
    assert.is(goesOn.checkpoint, 3n)
    assert.is(await goesOn.swap(async () => 9n), false, 'the serving one is ahead')
    assert.is(await goesOn.apply([put('y', 4n, { n: 'right' })], 3n, 6n), 6n)
    assert.is(await jsonOf(one.readModels, view, 'x'), '{"n":"wrong"}')
    assert.is(await goesOn.swap(async () => 9n), true)
    assert.ok(await one.readModels.waitFor(6n, patience))
    assert.is(await jsonOf(one.readModels, view, 'x'), '{"n":"right"}')
    assert.is(await jsonOf(one.readModels, view, 'old'), undefined)
    const found = await one.readModels.find(view, { where: { field: ['n'], is: '=', value: 'right' }, limit: 5 })
    assert.is(found.count, 2)
    assert.is(await one.readModels.apply(view, [put('z', 7n, {})], 5n, 7n), 6n, 'the feeder continues from there')
    now = new Date(now.getTime() + 3_600_000)
    await two.sweep()
    const collections = (await one.db.listCollections().toArray()).map(c => c.name)
    assert.is(collections.filter(c => c.startsWith(`view.${view.name}.`)).length, 1, 'the old documents are gone')
    assert.is((await one.beginRebuild(view)).checkpoint, 0n, 'the next one starts from the beginning')
  })

  test('events in documents that a dead node left ahead of the checkpoint are not applied twice', async ({
    open,
    newLog,
  }) => {
    const log = await newLog()
    const { readModels, db } = await open([notes, tally])
    const write = async (stream: string, type = 'NoteWritten') => {
      const { revision } = await log.streamHead(stream)
      return appended(await log.append(stream, [written('text', { type })], revision)).position
    }
    for (const stream of ['note-a', 'note-b', 'note-a']) await write(stream)
    const failed = (error: unknown) => assert.unreachable(String(error))
    const first = runProjections(log, feedingEach(readModels), [notes, tally], failed)
    await write('note-b', 'NoteErased')
    assert.ok(await readModels.waitFor(await log.head(), patience))
    await first.stop()
    // as if the node had died after writing the documents, before the checkpoints
    await db
      .collection('views')
      .updateMany({ _id: { $in: ['notes/1', 'tally/1'] } } as object, { $set: { checkpoint: 1n } })
    await write('note-a')
    await write('note-b')
    const second = runProjections(log, feedingEach(readModels), [notes, tally], failed)
    assert.ok(await readModels.waitFor(await log.head(), patience))
    await second.stop()
    assert.is(await jsonOf(readModels, tally, 'all'), '{"total":6}')
    assert.is(JSON.parse((await jsonOf(readModels, notes, 'a'))!).writes, 3)
    assert.is(JSON.parse((await jsonOf(readModels, notes, 'b'))!).writes, 1, 'it was erased, and written once since')
  })

  test('a view is rebuilt while it is fed, and no event counts twice when another process resumes after a kill', async ({
    open,
    newLog,
  }) => {
    const log = await newLog()
    const views = { notes: { ...notes, name: 'rebuilt-notes' }, tally: { ...tally, name: 'rebuilt-tally' } }
    const [one, two] = [await open([views.tally]), await open()]
    const write = async (stream: string, type = 'NoteWritten') => {
      const { revision } = await log.streamHead(stream)
      return appended(await log.append(stream, [written('text', { type })], revision)).position
    }
    for (const stream of ['note-a', 'note-b', 'note-a']) await write(stream)
    // a kill after writing documents, before the checkpoint
    const killed = await one.beginRebuild(views.notes)
    await killed.apply([put('a', 1n, { id: 'a', writes: 1 }), gone('c', 1n)], 0n, 0n)
    const failed = (error: unknown) => assert.unreachable(String(error))
    const feeding = runProjections(log, feedingEach(one.readModels), [views.notes, views.tally], failed)
    const goesOn = await two.beginRebuild(views.notes)
    assert.is(goesOn.fresh, false)
    const heard: bigint[] = []
    const rebuilding = rebuildView(log, views.notes, goesOn, position => heard.push(position))
    await write('note-b', 'NoteErased')
    await rebuilding
    await rebuildView(log, views.tally, await two.beginRebuild(views.tally))
    await write('note-b')
    assert.ok(await one.readModels.waitFor(await log.head(), patience))
    await feeding.stop()
    await rebuildView(log, views.notes, await two.beginRebuild(views.notes))
    assert.is(await jsonOf(two.readModels, views.tally, 'all'), '{"total":5}')
    assert.is(JSON.parse((await jsonOf(two.readModels, views.notes, 'a'))!).writes, 2)
    assert.is(JSON.parse((await jsonOf(two.readModels, views.notes, 'b'))!).writes, 1)
    assert.ok(heard.length > 0)
    // seemingly of another log
    await two.readModels.apply(views.notes, [], (await two.readModels.checkpoint(views.notes))!, 1_000n)
    await rebuildView(log, views.notes, await two.beginRebuild(views.notes))
    assert.is(await two.readModels.checkpoint(views.notes), await log.head())
  })

  test('views that are fed together are rebuilt from one reading, and a new one joins them', async ({
    open,
    newLog,
  }) => {
    const log = await newLog()
    const fed = [
      { ...notes, name: 'together-notes' },
      { ...tally, name: 'together-tally' },
    ] as const
    const [one, two] = [await open(fed), await open(fed)]
    const write = async (stream: string, type = 'NoteWritten') => {
      const { revision } = await log.streamHead(stream)
      return appended(await log.append(stream, [written('text', { type })], revision)).position
    }
    const failed = (error: unknown) => assert.unreachable(String(error))
    const leading = one.lead(feeding => runProjections(log, feeding, fed, failed), failed)
    for (const stream of ['note-a', 'note-b', 'note-a']) await write(stream)
    assert.ok(await two.readModels.waitFor(await log.head(), patience))

    let readings = 0
    const counted: EventLog = {
      ...log,
      readAll: options => {
        // a second round, on a busy machine, reads what came after the first
        if (!options?.after) readings += 1
        return log.readAll(options)
      },
    }
    const rebuildings = await Promise.all(
      fed.map(async projection => ({ projection, rebuild: await two.beginRebuild(projection) })),
    )
    const before = await one.db.collection('feeds').findOne({})
    await rebuildViews(
      counted,
      rebuildings,
      () => {},
      (_, error) => failed(error),
    )
    assert.is(readings, 1)
    const after = await one.db.collection('feeds').findOne({})
    for (const [key, member] of Object.entries<{ collection: string }>(before?.members))
      assert.is.not(after?.members[key].collection, member.collection, 'the feed has the new documents')

    await write('note-b', 'NoteErased')
    await write('note-b')
    await write('note-a')
    for (const { readModels } of [one, two]) {
      assert.ok(await readModels.waitFor(await log.head(), patience))
      assert.is(await jsonOf(readModels, fed[1], 'all'), '{"total":6}')
      assert.is(JSON.parse((await jsonOf(readModels, fed[0], 'a'))!).writes, 3)
    }
    await leading.stop()

    // the next release has one view more; it begins where the others are, and theirs is not read again
    const more = { ...tally, name: 'together-more' }
    const next = await open([...fed, more])
    const nextFailed = (error: unknown) => assert.unreachable(String(error))
    const nextLeading = next.lead(feeding => runProjections(log, feeding, [...fed, more], nextFailed), nextFailed)
    await write('note-c')
    assert.ok(await next.readModels.waitFor(await log.head(), patience))
    assert.is(await jsonOf(next.readModels, more, 'all'), '{"total":7}')
    assert.is(await jsonOf(next.readModels, fed[1], 'all'), '{"total":7}')
    await nextLeading.stop()
  })

  test('a rebuild ends while events go on, and none counts twice or not at all', async ({ open, newLog }) => {
    const log = await newLog()
    const view = { ...tally, name: 'busy-tally' }
    const [one, two] = [await open([view]), await open([view])]
    const failed = (error: unknown) => assert.unreachable(String(error))
    const leading = one.lead(feeding => runProjections(log, feeding, [view], failed), failed)
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
    await rebuildView(log, view, await two.beginRebuild(view))
    isBusy = false
    await busy
    await write()
    for (const { readModels } of [one, two]) {
      assert.ok(await readModels.waitFor(await log.head(), patience))
      assert.is(await jsonOf(readModels, view, 'all'), `{"total":${count}}`)
    }
    await leading.stop()
  })

  test('a node goes on although the rebuild that it waits for has died', async ({ open, newLog }) => {
    const log = await newLog()
    const view = { ...tally, name: 'left-tally' }
    const { readModels, lead, beginRebuild, db } = await open([view])
    const failed = (error: unknown) => assert.unreachable(String(error))
    const leading = lead(feeding => runProjections(log, feeding, [view], failed), failed)
    appended(await log.append('note-a', [written('text')], -1))
    assert.ok(await readModels.waitFor(await log.head(), patience))
    const died = await beginRebuild(view)
    await died.hold()
    appended(await log.append('note-a', [written('text')], 0))
    assert.ok(await readModels.waitFor(await log.head(), patience))
    assert.is(await jsonOf(readModels, view, 'all'), '{"total":2}')
    const feed = await db.collection('feeds').findOne({ 'members.left-tally%2F1': { $exists: true } })
    assert.is(feed?.waitsFor, null)
    await leading.stop()
  })

  test('a view that cannot be built does not stop the others', async ({ open, newLog }) => {
    const log = await newLog()
    const [good, bad] = [
      { ...tally, name: 'built-tally' },
      { ...notes, name: 'broken-notes', evolve: () => assert.unreachable('broken') },
    ]
    const { beginRebuild, readModels } = await open([good!])
    appended(await log.append('note-a', [written('text')], -1))
    const failures: string[] = []
    const rebuildings = await Promise.all(
      [good!, bad!].map(async projection => ({ projection, rebuild: await beginRebuild(projection) })),
    )
    await rebuildViews(
      log,
      rebuildings,
      () => {},
      ({ name }) => failures.push(name),
    )
    assert.equal(failures, ['broken-notes'])
    assert.is(await jsonOf(readModels, good!, 'all'), '{"total":1}')
    assert.is(await readModels.checkpoint(bad!), undefined)
  })

  test.run()
})
