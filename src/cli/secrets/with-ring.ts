import type { KeyRing } from '../../adapters/secrets/key-ring.ts'
import { openRing } from '../../adapters/secrets/open-ring.ts'
import type { Config } from '../../node/config/read-config.ts'
import type { StoreHooks, Stores } from '../../node/stores/open-stores.ts'
import { withLog } from '../with-stores.ts'

/** Runs work with the keys of SECRETS_KEY on the configured stores. A node may be running on them. `isReading`: see StoreHooks. */
export const withRing = (
  work: (ring: KeyRing, stores: Stores, config: Config) => Promise<void>,
  hooks: Pick<StoreHooks, 'isReading'> = {},
): Promise<void> =>
  withLog(async (stores, config) => {
    const { dataDir, secretsKey } = config
    await work(await openRing({ dataDir, secretsKey, store: stores.secretStore, ...hooks }), stores, config)
  }, hooks)
