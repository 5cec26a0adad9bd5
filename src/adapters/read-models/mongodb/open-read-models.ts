import { randomUUID } from 'node:crypto'
import { type Db, MongoServerError } from 'mongodb'
import type { Clock } from '../../../ports/clock.ts'
import type { Position } from '../../../ports/event-log.ts'
import type { Change, Feeding, ReadModels, ViewRef } from '../../../ports/read-models.ts'
import { systemClock } from '../../clock/system.ts'
import { exchangeEvery, volatileCounters } from '../../embedded/reading/volatile-counters.ts'
import { type OnUnreadable, unreadableViews } from '../unreadable-views.ts'
import { answered, answeredAtStart, connect } from './connect.ts'
import type { OnCommand } from './counted-db.ts'
import { documentReads } from './document-reads.ts'
import { collectionsOf, type FeedRow } from './documents.ts'
import { openFeeding } from './feed.ts'
import { openLease } from './lease.ts'
import { mongoLeaseRows } from './lease-rows.ts'
import { rebuilder } from './rebuild.ts'
import { sweeper } from './sweep.ts'
import { documentsIn, feedIdOf, index, insertFeed, memberKey, newFeed, newRow, servingIn } from './views.ts'
import { volatileExchange } from './volatile-rows.ts'
import { type Leading, openWatch, type Work } from './watch.ts'
import { documentStore, hasClientBulkWrite } from './write-documents.ts'

export type MongoOptions = {
  /** A connection string; the database is the one it names, else `endcap`. */
  readonly url: string
  /** The views that `waitFor` waits for; stopped ones may be left out. */
  readonly views: () => readonly ViewRef[]
  /** Called once when the server becomes unavailable, with the reason, and once (undefined) when it recovers. */
  readonly onState?: (problem: string | undefined) => void
  /** All views of this node; default: `views`. */
  readonly allViews?: () => readonly ViewRef[]
  readonly onUnreadable?: OnUnreadable
  readonly clock?: Clock
  readonly onCommand?: OnCommand
  /** This node begins to feed the views, or no longer feeds them. */
  readonly onLead?: (leads: boolean) => void
  /** The views have been behind the log for so long that lists leave the server to those who feed. */
  readonly isLate?: () => boolean
  /** Unique name of this node. */
  readonly node?: string
  /** Another node takes over the feeding of the views after so long without a sign of life, in milliseconds. */
  readonly silenceMs?: number
}

/** Writes of single views, for tests. */
export type ViewWrites = {
  /** Writes changes and the checkpoint, if that is at `from`. Returns the stored checkpoint. */
  apply(view: ViewRef, changes: readonly Change[], from: Position, checkpoint: Position): Promise<Position>
}

export type MongoReadModels = {
  readonly readModels: ReadModels & ViewWrites
  /** The database, for the other stores (secrets). */
  readonly db: Db
  /**
   * Runs work while this node holds the lease on feeding its views: one node at a time. `start` is called on acquiring it, and its
   * result is stopped on losing it.
   */
  lead(start: (feeding: Feeding) => Work, onError: (error: unknown) => void): Leading
  /** Asks again what this node knows, because the read models that it found were replaced. */
  learnAgain(): Promise<void>
  /** Rebuilds views beside the serving ones, and puts them into service. Only one process at a time may do this. */
  rebuild: ReturnType<typeof rebuilder>
  /** The position that a watched view reflects, as far as this node knows. */
  checkpoint(view: ViewRef): Position | undefined
  /** Views that are built for the first time, as far as this node knows. */
  building(): readonly ViewRef[]
  /** Every view reflects the log up to here, as far as this node knows. */
  reflected(): Position
  /** Exchanges volatile rows with other nodes now, besides the exchange every second. Never rejects. */
  exchangeCounters(): Promise<void>
  /** Bytes of documents and indexes of the database; undefined where the server cannot say. */
  bytes(): Promise<number | undefined>
  /** Removes old tombstones and collections now, besides the sweep every ten minutes. */
  sweep(): Promise<void>
  /** Views with documents that cannot be read, each with the reason. */
  unreadable(): readonly string[]
  /** Why the server could not be reached last time; undefined if it could. */
  problem(): string | undefined
}

const sweepEvery = 600_000
/** A small operation without an answer for this long means that the server is unavailable, in milliseconds. */
const smallLimit = 2_000
/** Time limit of an operation that reads or writes documents for the views, or makes an index, in milliseconds. */
const largeLimit = 60_000
/** Connections of the lease: they carry a look, a beat and a move of the feed at a time. */
const leaseConnections = 4
/** Bytes on disk of documents and indexes; undefined where the server does not know the command. Not in milliseconds: it reads catalogues. */
const bytesOfDatabase = async (db: Db): Promise<number | undefined> => {
  try {
    const { storageSize, indexSize } = await db.stats()
    return Number(storageSize ?? 0) + Number(indexSize ?? 0)
  } catch (error) {
    if (error instanceof MongoServerError) return undefined
    throw error
  }
}

/**
 * Read models in MongoDB (ARCH-24): a collection for each view, and one row that says where they are, what they reflect, and who feeds
 * them. Rejects with StoreAway if the server is unavailable at startup (`answeredAtStart`); later outages end by themselves.
 */
export const openMongoReadModels = async (options: MongoOptions): Promise<MongoReadModels> => {
  const { url, views, allViews = views, onState = () => {}, onUnreadable = () => {}, clock = systemClock } = options
  const { node = randomUUID(), onCommand, onLead = () => {}, isLate = () => false, silenceMs } = options
  const counted = onCommand ? { onCommand } : {}
  const { client, close: closeClient, db } = connect(url, counted)
  const forFeed = connect(url, { ...counted, most: leaseConnections, silentMs: smallLimit })
  const close = async () => void (await Promise.all([closeClient(), forFeed.close()]))
  const ask = <A>(answer: Promise<A>, limitMs = smallLimit) => answered('read models', answer, limitMs)
  const askLong = <A>(answer: Promise<A>) => ask(answer, largeLimit)
  const collections = collectionsOf(db, forFeed.db)
  const { feeds, documents } = collections
  const rows = db.collection<FeedRow>('feeds')
  const feedId = feedIdOf(allViews())
  const opening = async () =>
    [await ask(volatileExchange(db, randomUUID()), largeLimit), await ask(hasClientBulkWrite(db))] as const
  const [exchange, writesAtOnce] = await answeredAtStart(opening).catch(async error => {
    await close()
    throw error
  })
  const counters = volatileCounters(clock, exchange)
  const lease = openLease({ feeds, feedId, node, clock, ...(silenceMs === undefined ? {} : { silenceMs }) })
  const watch = openWatch({ feeds, feedId, lease, views, ask, onState, onLead })
  const sweep = sweeper(collections, feedId)
  const sweepNow = () => askLong(sweep(views(), clock.now()))
  const unreadable = unreadableViews(async (name, collection) => {
    const view = allViews().find(each => each.name === name)
    return view !== undefined && (await watch.of(view))?.collection === collection
  }, onUnreadable)
  const store = documentStore(collections, askLong, unreadable.noted, writesAtOnce ? client : undefined)
  const noted = (error: unknown): never => {
    unreadable.noted(error)
    throw error
  }
  const eachSecond = async () => {
    await counters.exchange()
    await ask(unreadable.check()).catch(watch.failed)
  }
  const timers = [
    setInterval(() => void eachSecond(), exchangeEvery),
    // what cannot be removed now is removed next time
    setInterval(() => void sweepNow().catch(watch.failed), sweepEvery),
  ]
  for (const timer of timers) timer.unref()

  /** The documents of a view, which are made if it has none. */
  const made = async (view: ViewRef) => {
    const stored = async () => (await askLong(rows.findOne({ _id: feedId }))) ?? undefined
    const feed = (await stored()) ?? (await askLong(insertFeed(rows, newFeed(feedId, null))))
    const serving = servingIn(feed, view)
    if (serving) return serving
    const { bare: _, ...row } = newRow(view)
    const { collection, fields } = documentsIn(row, 0n)
    await askLong(index(documents(collection), view, fields))
    const key = `views.${memberKey(view)}`
    await askLong(rows.updateOne({ _id: feedId, [key]: { $exists: false } }, { $set: { [key]: row } }))
    return servingIn(await stored(), view)!
  }
  const readModels: MongoReadModels['readModels'] = {
    ...documentReads(collections, watch, ask, noted, isLate),
    async apply(view, changes, from, to) {
      const of = await made(view)
      if (of.position !== from) return of.position
      // what is not ahead is known to be old, even if its tombstone is gone
      await store.write([{ view, to: of, changes: changes.filter(({ position }) => position > from) }])
      const row = `views.${memberKey(view)}`
      const asKnown = { [`${row}.collection`]: of.collection, [`${row}.position`]: from }
      await askLong(
        rows.updateOne({ _id: feedId, ...asKnown }, { $set: { [`${row}.position`]: to, [`${row}.moved`]: to } }),
      )
      await watch.refresh()
      return servingIn(watch.feed(), view)?.position ?? 0n
    },
    checkpoint: async view => (await ask(watch.stored(view)))?.position,
    mark: watch.mark,
    waitFor: watch.waitFor,
    onMoved: watch.onMoved,
    volatile: counters.volatile,
    leases: mongoLeaseRows(db, ask, clock.now),
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      watch.close()
      await counters.exchange()
      await close()
    },
  }
  await watch.start()
  // a tool reads what the nodes have set, at once
  await counters.exchange()
  const parts = { collections, feedId, store, ask }
  return {
    readModels,
    db,
    lead: (start, onError) =>
      watch.lead(turn => {
        return start(openFeeding(turn, { ...parts, askLong, learn: watch.learn }))
      }, onError),
    learnAgain: watch.refresh,
    rebuild: rebuilder({ ...parts, askLong, seize: watch.seize }),
    checkpoint: view => servingIn(watch.feed(), view)?.position,
    building: () => allViews().filter(view => watch.feed()?.views[memberKey(view)]?.bare),
    reflected: watch.reflected,
    exchangeCounters: counters.exchange,
    sweep: sweepNow,
    bytes: () => bytesOfDatabase(db),
    unreadable: unreadable.list,
    problem: watch.problem,
  }
}
