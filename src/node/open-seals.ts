import { openSealStore } from '../adapters/seal-store/open-seal-store.ts'
import { openRing } from '../adapters/secrets/open-ring.ts'
import { openSealKeys } from '../adapters/secrets/seal-keys.ts'
import type { Logger } from '../ports/logger.ts'
import { logChainProgress } from './chain-progress.ts'
import type { Config } from './config/read-config.ts'
import { startSealing } from './daily-seals.ts'
import { warnOfRemovedLinks } from './removed-links.ts'
import type { Stores } from './stores/open-stores.ts'

/** Warns of links that were removed, logs the progress of the hash chain, and starts the daily seals, if SEALS_TO says where they are written. */
export const openSeals = async (
  { sealsTo, dataDir, secretsKey }: Config,
  stores: Stores,
  logger: Logger,
): Promise<{ stop(): Promise<void> }> => {
  await warnOfRemovedLinks(stores.chain, logger)
  const progress = logChainProgress({ ...stores, logger })
  if (sealsTo === undefined) return { stop: async () => progress.stop() }
  const { secretStore } = stores
  const ring = await openRing({ dataDir, secretsKey, store: secretStore })
  const keys = await openSealKeys(ring, secretStore)
  const sealing = startSealing({ ...stores, logger, keys, store: await openSealStore(sealsTo) })
  return {
    stop: async () => {
      progress.stop()
      await sealing.stop()
    },
  }
}
