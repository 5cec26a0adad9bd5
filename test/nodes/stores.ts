import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { readConfig } from '../../src/node/config/read-config.ts'
import { openStores } from '../../src/node/stores/open-stores.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import { startStandIn } from '../support/servers/eventstore/stand-in.ts'
import { mongoServer, startMongo } from '../support/servers/mongodb.ts'

/** Stores shared by several nodes, and their environment. */
export type SharedStores = { readonly env: Readonly<Record<string, string>>; close(): Promise<void> }

const newFolder = () => mkdtemp(join(tmpdir(), 'endcap-nodes-'))

/** Log and read models in SQLite files in one folder. */
export const embeddedStores = async (): Promise<SharedStores> => {
  const dataDir = await newFolder()
  return { env: { DATA_DIR: dataDir }, close: () => rm(dataDir, { recursive: true, force: true }) }
}

/** The event store in EVENTSTOREDB_URL or a stand-in, and a MongoDB. Files are in one folder. */
export const serverStores = async (): Promise<SharedStores> => {
  const dataDir = await newFolder()
  const given = process.env.EVENTSTOREDB_URL
  const eventStore = given ? { url: given, close: async () => {} } : await startStandIn()
  const mongo = await startMongo()
  return {
    env: {
      DATA_DIR: dataDir,
      EVENTSTOREDB_URL: eventStore.url,
      STREAM_PREFIX: `nodes-${randomBytes(4).toString('hex')}_`,
      MONGODB_URL: mongo.url,
      SECRETS_KEY: `k1:${randomBytes(32).toString('base64')}`,
    },
    close: async () => {
      await mongo.close()
      await eventStore.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The stores to test several nodes on; undefined if this machine cannot provide them. */
export const storesUnderTest: readonly (readonly [name: string, open: (() => Promise<SharedStores>) | undefined])[] = [
  ['SQLite files of one folder', embeddedStores],
  ['an event store and MongoDB', mongoServer() ? serverStores : undefined],
]

/** Reads the whole log of stores while nodes use them. */
export const readingLog = async (env: SharedStores['env']) => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new Error(config.left.join('\n'))
  const stores = await openStores(config.right)
  return {
    events: async (): Promise<readonly Recorded[]> => {
      const events: Recorded[] = []
      for await (const event of stores.log.readAll()) events.push(event)
      return events
    },
    /** The leases whose work ids begin with this: who works on what. */
    leases: (prefix: string) => stores.readModels.leases.find(prefix),
    close: () => stores.close(),
  }
}
