import { randomUUID } from 'node:crypto'
import { type Db, MongoServerError } from 'mongodb'
import { systemClock } from '../../clock/system.ts'
import { exchangeEvery, volatileCounters } from '../../embedded/reading/volatile-counters.ts'
import { unreadableViews } from '../unreadable-views.ts'
import { changeApplier } from './apply-changes.ts'
import { answered, answeredAtStart, connect } from './connect.ts'
import { documentReads } from './document-reads.ts'
import { collectionsOf } from './documents.ts'
import { openFeeding } from './feeding.ts'
import { openGenerations } from './generations.ts'
import { knownViews } from './known-views.ts'
import { leadership } from './leadership.ts'
import { feedIdOf, openLease, type Turn } from './lease.ts'
import { mongoLeaseRows } from './lease-rows.ts'
import type { MongoOptions, MongoReadModels } from './mongo-read-models.ts'
import { outageOfAll } from './outage.ts'
import { msToWrite } from './portions.ts'
import { isServingIn, readable } from './readable.ts'
import { rebuilder } from './rebuild.ts'
import { sweep } from './sweep.ts'
import { volatileExchange } from './volatile-rows.ts'
import { openWatch } from './watch.ts'
import { documentWriter, hasClientBulkWrite } from './write-documents.ts'

const sweepEvery = 600_000
/** A look without an answer for this long means that the server is unavailable, in milliseconds. */
const lookLimit = 2_000
/** Connections of the lease: they carry a look, a beat and a move of the feed at a time. */
const leaseConnections = 4
/** Time limit for writing, besides what the documents take, in milliseconds. */
const writeLimitMs = 10_000
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
 * Read models in MongoDB (ARCH-24): one collection per view, and a row that names it. Rejects with StoreAway if the
 * server is unavailable at startup (`answeredAtStart`); later outages end by themselves.
 */
export const openMongoReadModels = async (options: MongoOptions): Promise<MongoReadModels> => {
  const { url, views, allViews = views, onState = () => {}, onUnreadable = () => {}, clock = systemClock } = options
  const { node = randomUUID(), onCommand, onLead = () => {}, isLate = () => false, silenceMs } = options
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

  const reads = documentReads(collections, known, read, noted, isLate)
  const readModels: MongoReadModels['readModels'] = {
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
    })
  return {
    readModels,
    db,
    lead: (start, onError) => {
      const begin = (turn: Turn) => {
        const feeding = feedingOf(turn)
        check = feeding.check
        return start(feeding)
      }
      const led = leading.lead(begin, onError)
      watch.plan()
      return led
    },
    learnAgain: () => ask(known.refresh()),
    isFedElsewhere: () => ![undefined, null, node].includes(known.feed()?.holder),
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
