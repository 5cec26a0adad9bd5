import { mustBeFinished } from '../../adapters/backup/unfinished.ts'
import { systemClock } from '../../adapters/clock/system.ts'
import { mustHoldSecrets } from '../../adapters/secrets/lost-secrets.ts'
import { openSecrets } from '../../adapters/secrets/sealing.ts'
import type { OnNewer } from '../../engine/write/aggregate-cache.ts'
import { withChecksums } from '../../engine/write/checksums.ts'
import { openExecutor } from '../../engine/write/execute.ts'
import { openIds } from '../../engine/write/id-blocks.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { ReadModels } from '../../ports/read-models.ts'
import type { Config } from '../config/read-config.ts'
import { endedBy } from '../end-each.ts'
import { openEmbeddedStores } from './embedded-stores.ts'
import { nodeSnapshots } from './snapshots.ts'
import type { ServerHooks } from './store-hooks.ts'
import type { StoreSet } from './store-set.ts'

export type StoreHooks = ServerHooks & {
  /** Seconds that an append took. */
  readonly onAppend?: (seconds: number) => void
  /** Wraps the log, to see its appends. */
  readonly seeLog?: ((log: EventLog, readModels: ReadModels) => EventLog) | undefined
  /** Called once per event type that only a newer release can read. */
  readonly onNewer?: OnNewer
  /** A snapshot of a long stream could not be read or written; the stream is folded instead. */
  readonly onSnapshotFault?: (error: unknown) => void
  /** For tools that change nothing: the service's own keys are not made, and one that cannot be opened is refused when it is used. */
  readonly isReading?: boolean
}

/** The log, with every append timed. */
const timed = (log: EventLog, clock: Clock, onAppend: (seconds: number) => void): EventLog => ({
  ...log,
  async append(stream, events, expected) {
    const from = clock.monotonic()
    const appended = await log.append(stream, events, expected)
    onAppend((clock.monotonic() - from) / 1000)
    return appended
  },
})

/** Opens the servers that the configuration names, otherwise the embedded stores. */
const openStoreSet = async (config: Config, hooks: StoreHooks): Promise<StoreSet> => {
  if (config.mongoUrl === undefined) return openEmbeddedStores(config, hooks)
  // loaded only when needed: the clients of both servers are large
  const { openServerStores } = await import('./server-stores.ts')
  return openServerStores(config, config.mongoUrl, hooks)
}

/** Opens the configured stores with executor and ids: for a node, and for the tools, whether or not a node is running. */
export const openStores = async (config: Config, hooks: StoreHooks = {}) => {
  const { onAppend, seeLog = log => log, clock = systemClock, isReading = false } = hooks
  await mustBeFinished(config.dataDir)
  const stores = await openStoreSet(config, hooks)
  const { dataDir, secretsKey } = config
  const openKeys = async () => {
    await mustHoldSecrets(stores.log, stores.secretStore)
    return openSecrets({ dataDir, secretsKey, store: stores.secretStore, isReading })
  }
  const secrets = await openKeys().catch(endedBy(stores.close))
  const checked = withChecksums(stores.log)
  const log = seeLog(onAppend ? timed(checked, clock, onAppend) : checked, stores.readModels)
  const { onNewer = () => {}, onSnapshotFault = () => {} } = hooks
  const newWork = openExecutor(log, clock, { onNewer, onSnapshotFault, snapshots: nodeSnapshots(dataDir, log.id) })
  return { ...stores, log, clock, secrets, newWork, ids: openIds(newWork) }
}
export type Stores = Awaited<ReturnType<typeof openStores>>
