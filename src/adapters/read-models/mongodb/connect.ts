import { MongoClient, MongoError, MongoNetworkError, MongoServerError, MongoSystemError } from 'mongodb'
import { StoreAway } from '../../../ports/store-away.ts'

/** A server that does not answer for this long counts as unavailable, in milliseconds. */
const patience = 2_000
/** Time limit of one command, in milliseconds; bulk writes and index builds take longest. */
const longest = 120_000

/** The database named in the URL; default `endcap`. */
const databaseIn = (url: string): string => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'endcap'

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
export const connect = (url: string) => {
  const client = clientOf(url, {
    appName: 'endcap',
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    serverSelectionTimeoutMS: patience,
    connectTimeoutMS: patience,
    socketTimeoutMS: longest,
    useBigInt64: true,
    ignoreUndefined: true,
  })
  return { client, db: client.db(decodeURIComponent(databaseIn(url))) }
}

/** Codes of broken sockets, which the driver may pass on unchanged. */
const ofSockets = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED'])

/** Whether the server is unavailable or stepping down, as opposed to rejecting the request. */
const isAway = (error: unknown): error is Error =>
  (error instanceof Error && 'code' in error && ofSockets.has(String(error.code))) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  (error instanceof MongoError && error.name === 'MongoTopologyClosedError') ||
  (error instanceof MongoServerError && error.hasErrorLabel('RetryableWriteError'))

/**
 * Awaits an answer of the server; rejects with StoreAway if it is unavailable. The driver's messages contain hosts, but
 * no credentials.
 */
export const answered = async <A>(store: string, answer: Promise<A>): Promise<A> => {
  try {
    return await answer
  } catch (error) {
    throw isAway(error) ? new StoreAway(store, error.message) : error
  }
}
