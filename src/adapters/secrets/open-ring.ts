import type { SecretStore } from '../../ports/secret-store.ts'
import { type KeyRing, keyRing } from './key-ring.ts'
import { KeysRefused, readKeys } from './read-keys.ts'

/** The entry that shows whether SECRETS_KEY is the key of the stores. */
export const checkId = 'check'
const checkText = 'endcap secrets'
const refusal =
  'SECRETS_KEY (DATA_DIR/secrets.key when it is unset) is not the key that these stores were sealed under: put back the old key, or keep it behind the new one in the list'

export type RingOptions = {
  readonly dataDir: string
  readonly secretsKey: string | undefined
  readonly store: SecretStore
  /** For tools that change nothing: stores without secrets stay so. */
  readonly isReading?: boolean
}

/** Rejects a node whose keys differ from those that the stores were sealed under. */
const checkRing = (ring: KeyRing, stored: string): void => {
  try {
    if (ring.unseal(stored, checkId) === checkText) return
  } catch (cause) {
    throw new KeysRefused(refusal, { cause })
  }
  throw new KeysRefused(refusal)
}

/** The keys of SECRETS_KEY, checked against the stores. Rejects with KeysRefused if they do not match. */
export const openRing = async ({ dataDir, secretsKey, store, isReading = false }: RingOptions): Promise<KeyRing> => {
  const known = await store.get(checkId)
  const ring = keyRing(await readKeys({ dataDir, secretsKey, isFirstStart: known === undefined, isReading }))
  const stored = known ?? (isReading ? undefined : await store.put(checkId, ring.seal(checkText, checkId)))
  if (stored !== undefined) checkRing(ring, stored)
  return ring
}
