import { MongoClient, type MongoClientOptions } from 'mongodb'
import { pause } from '../../../engine/pause.ts'
import { StoreAway } from '../../../ports/store-away.ts'
import { WrongAddress } from '../../../ports/wrong-address.ts'
import { isForOperators, reasonAway } from './away.ts'
import { countedClient, countedDb, type OnCommand } from './counted-db.ts'
import { watchMonitors } from './monitor-watch.ts'

/** How long a server that is there may take until it answers at the start of a node, in milliseconds; the event store gets as long. */
const startMs = 10_000
/** A server that does not answer for this long counts as unavailable, in milliseconds. */
const patience = 1_500
/** How long a connection may be silent during an operation, in milliseconds; index builds take longest. */
const longest = 120_000
/**
 * Interval of the driver's checks of the server, in milliseconds. A check that is not answered within `patience` closes all
 * connections: this is how those are found that died without a word.
 */
const heartbeats = 1_000
/** The driver checks an unavailable server again after so many milliseconds, while operations wait for it. */
const retries = 200
/** An idle connection is probed by TCP after so many milliseconds. */
const keepAlive = 3_000

export type ConnectOptions = {
  /** Connections at a time; default: those of the driver. */
  readonly most?: number
  /** How long a connection may be silent during an operation, in milliseconds. */
  readonly silentMs?: number
  readonly onCommand?: OnCommand
}

/** The database named in the URL; default `endcap`. An option may have slashes, too. */
const databaseIn = (url: string): string => /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url)?.[1] ?? 'endcap'

/** The messages of the driver's parser quote hosts and options, but no credentials. */
const clientOf = (url: string, options: MongoClientOptions): MongoClient => {
  try {
    return new MongoClient(url, options)
  } catch (error) {
    throw new WrongAddress(error instanceof Error ? error.message : 'not a valid connection string')
  }
}

/**
 * A client for the server or replica set at the URL, which contains credentials and TLS options in the driver's format.
 * Every write is journaled by a majority before it is acknowledged, and reads go to the primary. It connects on first
 * use.
 */
export const connect = (url: string, { most, silentMs = longest, onCommand }: ConnectOptions = {}) => {
  const client = clientOf(url, {
    appName: 'endcap',
    writeConcern: { w: 'majority', journal: true },
    // wins over the URL, as the other options do
    journal: true,
    readPreference: 'primary',
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    heartbeatFrequencyMS: heartbeats,
    minHeartbeatFrequencyMS: retries,
    socketTimeoutMS: silentMs,
    keepAliveInitialDelay: keepAlive,
    useBigInt64: true,
    ignoreUndefined: true,
    ...(most === undefined ? {} : { maxPoolSize: most, minPoolSize: 0 }),
  } as MongoClientOptions)
  const db = client.db(decodeURIComponent(databaseIn(url)))
  return {
    client: onCommand ? countedClient(client, onCommand) : client,
    db: onCommand ? countedDb(db, onCommand) : db,
    close: watchMonitors(client, patience, heartbeats),
  }
}

/** The answer, or StoreAway if it does not arrive within so many milliseconds; a late answer is ignored. */
const inTime = async <A>(store: string, answer: Promise<A>, ms: number): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new StoreAway(store, `no answer within ${ms / 1000} s`)), ms)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

/**
 * Awaits an answer of the server, for so many milliseconds if a limit is given: the driver has none for a connection that
 * dies while it writes. Rejects with StoreAway if the server is unavailable. The driver's messages contain hosts, but no
 * credentials.
 */
export const answered = async <A>(store: string, answer: Promise<A>, limitMs?: number): Promise<A> => {
  try {
    return await (limitMs === undefined ? answer : inTime(store, answer, limitMs))
  } catch (error) {
    const reason = reasonAway(error)
    throw reason === undefined ? error : new StoreAway(store, reason)
  }
}

/**
 * The first answer of a server, which is asked again while it is silent: a busy machine, or an election, takes longer at the start of a node
 * than a reader would wait. Rejects with StoreAway.
 */
export const answeredAtStart = async <A>(ask: () => Promise<A>): Promise<A> => {
  const until = performance.now() + startMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof StoreAway) || isForOperators(error.reason) || performance.now() > until) throw error
      await pause(retries)
    }
  }
}
