import { openRing } from '../../adapters/secrets/open-ring.ts'
import { KeysRefused } from '../../adapters/secrets/read-keys.ts'
import { readPublicSealKeys } from '../../adapters/secrets/seal-keys.ts'
import type { Fault } from '../../audit/verify/fault.ts'
import type { NamedSeal } from '../../audit/verify/seals.ts'
import { firstAfter } from '../../engine/read/first-after.ts'
import type { Config } from '../../node/config/read-config.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { readPublicKeys } from './read-seals.ts'

/** Public keys, and why those of the store could not be read. */
export type Trusted = { readonly publicKeys: readonly string[]; readonly keyFaults: readonly Fault[] }

/** The keys of the store. An event that a node writes comes after its keys, so a log without events needs none. */
const keysOfStore = async ({ secretStore, log }: Stores, config: Config) => {
  const ring = await openRing({ ...config, store: secretStore, isReading: true })
  try {
    return { publicKeys: await readPublicSealKeys(ring, secretStore) }
  } catch (error) {
    if (!(error instanceof KeysRefused)) throw error
    return { publicKeys: [], refused: error, isNew: (await firstAfter(log, 0n)) === undefined }
  }
}

/**
 * The keys that are trusted to have signed seals: those given, else those in the store. A key that the store lacks is a fault, with or
 * without seals; one that cannot be opened is reported with the other secrets, and here if seals need it.
 */
export const trustedKeys = async (
  seals: readonly NamedSeal[],
  publicKey: string | undefined,
  stores: Stores,
  config: Config,
): Promise<Trusted> => {
  const given = publicKey === undefined ? undefined : await readPublicKeys(publicKey)
  const { publicKeys, refused, isNew } = await keysOfStore(stores, config)
  const isAltered = refused?.cause !== undefined
  const isNeeded = given === undefined && seals.length > 0
  const isFault = refused !== undefined && (isAltered ? isNeeded : isNeeded || !isNew)
  return {
    publicKeys: given ?? publicKeys,
    keyFaults: isFault ? [{ kind: 'secret', where: 'seal-key', detail: refused.message }] : [],
  }
}
