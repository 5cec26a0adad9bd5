import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StandIn, startStandIn } from '../support/servers/eventstore/stand-in.ts'
import { startFerretDb } from '../support/servers/ferretdb.ts'
import { type CutProxy, startProxy } from '../support/servers/proxy.ts'

/** An event store stand-in and a MongoDB behind a proxy; tests can make both unavailable. */
export type FragileStores = {
  readonly env: Readonly<Record<string, string>>
  readonly eventStore: StandIn
  readonly mongo: CutProxy
  close(): Promise<void>
}

/** Starts both with empty stores. */
export const fragileStores = async (): Promise<FragileStores> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-faults-'))
  const [eventStore, server] = await Promise.all([startStandIn(), startFerretDb()])
  const mongo = await startProxy(Number(new URL(server.url).port))
  return {
    env: {
      DATA_DIR: dataDir,
      EVENTSTOREDB_URL: eventStore.url,
      MONGODB_URL: `mongodb://127.0.0.1:${mongo.port}/endcap?directConnection=true`,
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
