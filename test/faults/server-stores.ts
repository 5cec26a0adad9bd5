import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandIn } from '../support/servers/eventstore/stand-in.ts'
import { type MongoUnderTest, startMongo } from '../support/servers/mongodb.ts'
import { type CutProxy, startProxy } from '../support/servers/proxy.ts'

/** An event store that a test can make unavailable. */
export type FragileEventStore = {
  readonly url: string
  kill(): unknown
  restart(): unknown
  halt(): unknown
  resume(): unknown
  /** Delays every response, in milliseconds. */
  slow(ms: number): unknown
  close(): Promise<void>
}

const fragileStandIn = async (): Promise<FragileEventStore> => {
  const standIn = await startStandIn()
  return { ...standIn, slow: ms => standIn.send({ order: 'slow down', ms }) }
}

/** The server of EVENTSTOREDB_URL behind a proxy: nobody but the test loses it. */
const behindProxy = async (given: string): Promise<FragileEventStore> => {
  const url = new URL(given)
  const proxy = await startProxy(Number(url.port || 2113), url.hostname)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return {
    url: url.href,
    kill: proxy.cut,
    restart: proxy.restore,
    halt: proxy.silence,
    resume: proxy.restore,
    slow: ms => (ms > 0 ? proxy.slow(ms) : proxy.restore()),
    close: proxy.close,
  }
}

/** Whether an address names one server without TLS, whose certificate would not be that of the proxy. */
export const canBeProxied = (url: string): boolean => /^esdb:\/\/[^,]+$/.test(url) && /[?&]tls=false(?:&|$)/i.test(url)

/**
 * The event store of EVENTSTOREDB_URL behind a proxy, for tests of its outages; a stand-in if it is unset, a cluster or secured.
 */
export const fragileEventStore = (): Promise<FragileEventStore> => {
  const given = process.env.EVENTSTOREDB_URL
  return given && canBeProxied(given) ? behindProxy(given) : fragileStandIn()
}

/** An event store, and a MongoDB behind a proxy; tests can make both unavailable. */
export type FragileStores = {
  readonly env: Readonly<Record<string, string>>
  readonly eventStore: FragileEventStore
  readonly mongo: CutProxy
  close(): Promise<void>
}

/** A proxy before a MongoDB, and the URL of its database through it. */
export const mongoBehindProxy = async (
  server: Pick<MongoUnderTest, 'url'>,
): Promise<{ readonly proxy: CutProxy; readonly url: string }> => {
  const url = new URL(server.url)
  const proxy = await startProxy(Number(url.port || 27017), url.hostname)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  url.searchParams.delete('replicaSet')
  url.searchParams.set('directConnection', 'true')
  return { proxy, url: url.href }
}

/** Starts both with empty stores: those of EVENTSTOREDB_URL and MONGODB_URL, or stand-ins. */
export const fragileStores = async (): Promise<FragileStores> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-faults-'))
  const [eventStore, server] = await Promise.all([fragileEventStore(), startMongo()])
  const { proxy: mongo, url } = await mongoBehindProxy(server)
  return {
    env: {
      DATA_DIR: dataDir,
      EVENTSTOREDB_URL: eventStore.url,
      STREAM_PREFIX: `faults-${randomBytes(4).toString('hex')}_`,
      MONGODB_URL: url,
      SECRETS_KEY: `k1:${randomBytes(32).toString('base64')}`,
    },
    eventStore,
    mongo,
    close: async () => {
      await mongo.close()
      await server.close()
      await eventStore.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
