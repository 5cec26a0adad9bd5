import { systemClock } from './adapters/clock/system.ts'
import { openEmbedded } from './adapters/embedded/open-embedded.ts'
import { openSecretStore } from './adapters/secret-store/sqlite.ts'
import { openSecrets } from './adapters/secrets/sealing.ts'
import type { Config } from './config.ts'
import { openExecutor } from './execute.ts'
import { openIds } from './ids.ts'

/** The module that the embedded writer loads the projections from, in its own thread. */
const projectionsModule = new URL('../projections/projections.ts', import.meta.url).href

/** The stores that the environment names, with what works on them: for a node, and for tools while a node runs or not. */
export const openStores = async (config: Config, onFatal?: (reason: string) => void) => {
  const clock = systemClock
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    projections: projectionsModule,
    ...(onFatal ? { onFatal } : {}),
  })
  const store = openSecretStore(config.dataDir)
  const secrets = await openSecrets({ dataDir: config.dataDir, secretsKey: config.secretsKey, store })
  const newWork = openExecutor(embedded.log, clock)
  return {
    ...embedded,
    clock,
    secrets,
    newWork,
    ids: openIds(newWork),
    async close() {
      await embedded.close()
      store.close()
    },
  }
}
export type Stores = Awaited<ReturnType<typeof openStores>>
