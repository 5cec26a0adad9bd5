import { MongoClient, MongoError, MongoNetworkError, MongoServerError, MongoSystemError } from 'mongodb'
import { StoreAway } from '../../../ports/store-away.ts'

/** Milliseconds after which a server that does not answer counts as away. */
const patience = 2_000
/** Milliseconds that one command may take; a bulk write or the build of an index takes longest. */
const longest = 120_000

/** The database that the URL names; `endcap` when it names none. */
const databaseIn = (url: string): string => /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1] ?? 'endcap'

/**
 * A client of the server or replica set at the URL, which carries credentials and TLS as the driver takes them. Every write is
 * journaled by a majority before it is answered, and reads go to the primary. It connects when it is first used.
 */
export const connect = (url: string) => {
  const client = new MongoClient(url, {
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

/** What a socket says whose other end is gone, when the driver hands it on as it is. */
const ofSockets = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED'])

/** Whether the server is away or stepping down, rather than refusing what was asked. */
const isAway = (error: unknown): error is Error =>
  (error instanceof Error && 'code' in error && ofSockets.has(String(error.code))) ||
  error instanceof MongoNetworkError ||
  error instanceof MongoSystemError ||
  (error instanceof MongoError && error.name === 'MongoTopologyClosedError') ||
  (error instanceof MongoServerError && error.hasErrorLabel('RetryableWriteError'))

/** Awaits an answer of the server; rejects with StoreAway while there is none. The driver's messages hold hosts, and no credentials. */
export const answered = async <A>(store: string, answer: Promise<A>): Promise<A> => {
  try {
    return await answer
  } catch (error) {
    throw isAway(error) ? new StoreAway(store, error.message) : error
  }
}
