import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import type { Clock } from '../../../ports/clock.ts'
import type { Position } from '../../../ports/event-log.ts'
import type { Feeding, ReadModels, ViewRef } from '../../../ports/read-models.ts'
import { systemClock } from '../../clock/system.ts'
import { exchangeEvery, volatileCounters } from '../../embedded/reading/volatile-counters.ts'
import { type OnUnreadable, unreadableViews } from '../unreadable-views.ts'
import { changeApplier } from './apply-changes.ts'
import { bytesOfDatabase } from './bytes-of-database.ts'
import { answered, answeredAtStart, connect } from './connect.ts'
import type { OnCommand } from './counted-db.ts'
import { documentReads } from './document-reads.ts'
import { collectionsOf } from './documents.ts'
import { type HeldDocuments, openFeeding } from './feeding.ts'
import { openGenerations } from './generations.ts'
import { knownViews } from './known-views.ts'
import { type Leading, leadership, type Work } from './leadership.ts'
import { feedIdOf, openLease, type Turn } from './lease.ts'
import { outageOfAll } from './outage.ts'
import { msToWrite } from './portions.ts'
import { isServingIn, readable } from './readable.ts'
import { type Rebuild, rebuilder } from './rebuild.ts'
import { sweep } from './sweep.ts'
import { volatileExchange } from './volatile-rows.ts'
import { openWatch } from './watch.ts'
import { documentWriter, hasClientBulkWrite } from './write-documents.ts'

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
  /** Unique name of this node. */
  readonly node?: string
  /** Another node takes over the feeding of the views after so long without a sign of life, in milliseconds. */
  readonly silenceMs?: number
}

export type MongoReadModels = {
  readonly readModels: ReadModels
  /** The database, for the other stores (secrets). */
  readonly db: Db
  /**
   * Runs work while this node holds the lease on feeding its views: one node at a time. `start` is called on acquiring it,
   * and its result is stopped on losing it.
   */
  lead(start: (feeding: Feeding) => Work, onError: (error: unknown) => void): Leading
  /** Resumes or starts a rebuild of a view. Only one process at a time may do this. */
  beginRebuild(view: ViewRef): Promise<Rebuild>
  /** Whether a watched view has documents, as far as this node knows. */
  isBuilt(view: ViewRef): boolean
  /** The position that a watched view reflects, as far as this node knows. */
  checkpoint(view: ViewRef): Position | undefined
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
/** A look without an answer for this long means that the server is unavailable, in milliseconds. */
const lookLimit = 2_000
/** Connections of the lease: they carry a look, a beat and a move of the feed at a time. */
const leaseConnections = 4
/** Time limit for writing, besides what the documents take, in milliseconds. */
const writeLimitMs = 10_000
/**
 * Read models in MongoDB (ARCH-24): one collection per view, and a row that names it. Rejects with StoreAway if the
 * server is unavailable at startup (`answeredAtStart`); later outages end by themselves.
 */
export const openMongoReadModels = async (options: MongoOptions): Promise<MongoReadModels> => {
  const { url, views, allViews = views, onState = () => {}, onUnreadable = () => {}, clock = systemClock } = options
  const { node = randomUUID(), onCommand, onLead = () => {}, silenceMs } = options
  const counted = onCommand ? { onCommand } : {}
  const { client, close: closeClient, db } = connect(url, counted)
  const forFeed = connect(url, { ...counted, most: leaseConnections, silentMs: lookLimit })
  const close = async () => void (await Promise.all([closeClient(), forFeed.close()]))
  const ask = <A>(answer: Promise<A>, limitMs?: number) => answered('read models', answer, limitMs)
  const outage = outageOfAll()
  const read = <A>(answer: () => Promise<A>, limitMs = lookLimit) => outage.unlessAway(() => ask(answer(), limitMs))
  const state = (reason: string | undefined) => {
    outage.state(reason)
    onState(reason)
  }
  const collections = collectionsOf(db, forFeed.db)
  const generations = openGenerations(collections, feedIdOf(allViews()))
  const known = knownViews(generations, views)
  const opening = async () =>
    [await ask(volatileExchange(db, randomUUID())), await ask(hasClientBulkWrite(db), lookLimit)] as const
  const [exchange, writesAtOnce] = await answeredAtStart(opening).catch(async error => {
    await close()
    throw error
  })
  const writer = documentWriter(collections, writesAtOnce ? client : undefined)
  const applier = changeApplier(generations, collections, writer)
  const rebuild = rebuilder(collections, generations, applier, ask)
  const counters = volatileCounters(clock, exchange)
  const { feedId } = generations
  const lease = openLease({
    feeds: collections.feeds,
    feedId,
    node,
    clock,
    ...(silenceMs === undefined ? {} : { silenceMs }),
  })
  let check: () => void = () => {}
  let held: HeldDocuments | undefined
  const leading = leadership({
    lease,
    generations,
    known,
    ask: (answer, ms) => ask(answer, ms),
    limitMs: lookLimit,
    looked: () => check(),
    onLead,
  })
  const watch = openWatch({
    look: leading.look,
    feeds: () => lease.turn() !== undefined,
    dueIn: leading.dueIn,
    reflected: known.reflected,
    onState: state,
  })
  const sweepNow = () => ask(sweep(collections, generations, views(), clock.now()))
  const unreadable = unreadableViews(isServingIn(generations, allViews), onUnreadable)
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

  const reads = documentReads(collections, known, read, noted, () => (watch.problem() === undefined ? held : undefined))
  const readModels: ReadModels = {
    ...reads,
    latest: (view, ids) =>
      read(async () => {
        const g = await generations.read(view)
        return g ? readable(view, g, await applier.latestOf(g, ids)) : []
      }).catch(noted),
    apply: async (view, changes, from, checkpoint) => {
      const stored = await ask(applier.apply(view, changes, from, checkpoint), writeLimitMs + msToWrite(changes))
      watch.plan()
      return stored
    },
    checkpoint: async view => (await read(() => generations.read(view)))?.checkpoint,
    mark: known.mark,
    waitFor: watch.waitFor,
    onMoved: watch.onMoved,
    volatile: counters.volatile,
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
  const feedingOf = (turn: Turn) =>
    openFeeding(turn, {
      collections,
      generations,
      known,
      applier,
      writer,
      ask: (answer, ms) => ask(answer, ms),
      noted,
      learned: watch.learned,
      isAlive: lease.isAlive,
    })
  return {
    readModels,
    db,
    lead: (start, onError) => {
      const begin = (turn: Turn) => {
        const feeding = feedingOf(turn)
        check = feeding.check
        held = feeding.held
        return start(feeding)
      }
      const led = leading.lead(begin, onError)
      watch.plan()
      return led
    },
    beginRebuild: rebuild,
    isBuilt: view => known.checkpoint(view) !== undefined,
    checkpoint: known.checkpoint,
    reflected: known.reflected,
    exchangeCounters: counters.exchange,
    sweep: sweepNow,
    bytes: () => bytesOfDatabase(db),
    unreadable: unreadable.list,
    problem: watch.problem,
  }
}
