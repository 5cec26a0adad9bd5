import { openEmbedded } from '../../adapters/embedded/open-embedded.ts'
import { openSecretStore } from '../../adapters/secret-store/sqlite.ts'
import type { Config } from '../config/read-config.ts'
import { endEach } from '../end-each.ts'
import { bytesOf } from './bytes-of.ts'
import { checkpointsOf } from './checkpoints.ts'
import { projectionsWith } from './own-projections.ts'
import type { OnStores } from './store-hooks.ts'
import type { StoreSet } from './store-set.ts'

/** The module that the embedded writer loads the projections from, in its own thread. */
const projectionsModule = new URL('../../../projections/projections.ts', import.meta.url).href
/** The same with the operator's own. */
const moduleWith = (own: string): string =>
  new URL(`./writer-projections.ts?own=${encodeURIComponent(own)}`, import.meta.url).href

/** Opens both stores in SQLite files in DATA_DIR; one worker thread writes log and views together. */
export const openEmbeddedStores = async (
  { dataDir, projections: own }: Pick<Config, 'dataDir' | 'projections'>,
  { onFatal, onAway, onStopped }: Pick<OnStores, 'onFatal' | 'onAway' | 'onStopped'>,
): Promise<StoreSet> => {
  const projections = await projectionsWith(own)
  const embedded = await openEmbedded({
    dataDir,
    projections: own === undefined ? projectionsModule : moduleWith(own),
    ...(onFatal ? { onFatal } : {}),
    ...(onAway ? { onState: onAway } : {}),
    ...(onStopped ? { onStopped } : {}),
  })
  const secretStore = openSecretStore(dataDir)
  return {
    projections,
    log: embedded.log,
    chain: embedded.chain,
    readModels: embedded.readModels,
    secretStore,
    status: () => ({ ...embedded.status(), feeding: true, isStale: false }),
    checkpoints: () => checkpointsOf(projections, embedded.readModels.checkpoint),
    sizes: async () => ({ log: await bytesOf(dataDir, 'log.db'), views: await bytesOf(dataDir, 'views.db') }),
    rebuild: embedded.rebuild,
    close: () => endEach(embedded.close, secretStore.close),
  }
}
