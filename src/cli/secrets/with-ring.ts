import type { KeyRing } from '../../adapters/secrets/key-ring.ts'
import { openRing } from '../../adapters/secrets/open-ring.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { withLog } from '../with-stores.ts'

/** Runs work with the keys of SECRETS_KEY on the configured stores. A node may be running on them. */
export const withRing = (work: (ring: KeyRing, stores: Stores) => Promise<void>): Promise<void> =>
  withLog(async (stores, { dataDir, secretsKey }) =>
    work(await openRing({ dataDir, secretsKey, store: stores.secretStore }), stores),
  )
