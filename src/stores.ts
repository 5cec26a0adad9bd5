import { systemClock } from './adapters/clock/system.ts'
import { openEmbedded } from './adapters/embedded/open-embedded.ts'
import { openSecretStore } from './adapters/secret-store/sqlite.ts'
import { openSecrets } from './adapters/secrets/sealing.ts'
import type { Config } from './config.ts'
import { openExecutor } from './execute.ts'
import { openIds } from './ids.ts'
import type { Clock } from './ports/clock.ts'
import type { EventLog } from './ports/event-log.ts'

/** The module that the embedded writer loads the projections from, in its own thread. */
const projectionsModule = new URL('../projections/projections.ts', import.meta.url).href

export type StoreHooks = {
  /** The event log cannot be written any more. */
  readonly onFatal?: (reason: string) => void
  /** Seconds that an append took until it was answered. */
  readonly onAppend?: (seconds: number) => void
}

/** The log, with each append timed. */
const timed = (log: EventLog, clock: Clock, onAppend: (seconds: number) => void): EventLog => ({
  ...log,
  async append(stream, events, expected) {
    const from = clock.monotonic()
    const appended = await log.append(stream, events, expected)
    onAppend((clock.monotonic() - from) / 1000)
    return appended
  },
})

/** The stores that the environment names, with what works on them: for a node, and for tools while a node runs or not. */
export const openStores = async (config: Config, { onFatal, onAppend }: StoreHooks = {}) => {
  const clock = systemClock
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    projections: projectionsModule,
    ...(onFatal ? { onFatal } : {}),
  })
  const store = openSecretStore(config.dataDir)
  const close = async () => {
    await embedded.close()
    store.close()
  }
  const secrets = await openSecrets({ dataDir: config.dataDir, secretsKey: config.secretsKey, store }).catch(
    async error => {
      await close()
      throw error
    },
  )
  const log = onAppend ? timed(embedded.log, clock, onAppend) : embedded.log
  const newWork = openExecutor(log, clock)
  return {
    ...embedded,
    log,
    clock,
    secrets,
    newWork,
    ids: openIds(newWork),
    close,
  }
}
export type Stores = Awaited<ReturnType<typeof openStores>>
