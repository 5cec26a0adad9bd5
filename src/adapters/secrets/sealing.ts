import { createHmac, randomUUID } from 'node:crypto'
import type { CheckedSecret, Secrets } from '../../ports/secrets.ts'
import { apiKeyHash, sameText } from './api-key-hash.ts'
import { dataKeys } from './data-keys.ts'
import type { KeyRing } from './key-ring.ts'
import { openRing, type RingOptions } from './open-ring.ts'
import { type OwnKey, type OwnKeyName, openOwnKeys, readOwnKeys } from './own-keys.ts'
import { accountOfAddress } from './person-keys.ts'
import { KeysRefused } from './read-keys.ts'
import { openSealKeys } from './seal-keys.ts'
import { contextOf, credentialPrefix, withContext } from './stored-text.ts'

const checked = (ring: KeyRing, id: string, stored: string): CheckedSecret => {
  const { sealed, context } = contextOf(id, stored)
  try {
    const plain = ring.unseal(sealed, context)
    const accountId = accountOfAddress(id)
    return accountId === undefined ? { id } : { id, person: { accountId, personId: plain } }
  } catch (error) {
    return { id, fault: error instanceof Error ? error.message : 'unknown error' }
  }
}

type OwnKeys = readonly [OwnKey, ...OwnKey[]]

/** The keys of a name. With `isReading` none is made, and those that cannot be opened are refused when they are used. */
const ownKeys = async (name: OwnKeyName, ring: KeyRing, { store, isReading }: RingOptions): Promise<() => OwnKeys> => {
  try {
    const keys = await (isReading ? readOwnKeys : openOwnKeys)(name, ring, store)
    return () => keys
  } catch (error) {
    if (!isReading || !(error instanceof KeysRefused)) throw error
    return () => {
      throw error
    }
  }
}

/** Signs with the first key, and accepts signatures of all. */
const signing = (keys: () => OwnKeys): Pick<Secrets, 'sign' | 'verify'> => {
  const signed = ({ key }: OwnKey, purpose: string, text: string): string =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
  return {
    sign: (purpose, text) => signed(keys()[0], purpose, text),
    verify: (purpose, text, signature) => keys().some(key => sameText(signed(key, purpose, text), signature)),
  }
}

/**
 * Opens encryption, signatures and the secret store (ARCH-34). Rejects with KeysRefused if SECRETS_KEY does not match
 * the stores.
 */
export const openSecrets = async (options: RingOptions): Promise<Secrets> => {
  const { store } = options
  const ring = await openRing(options)
  const peppers = await ownKeys('pepper', ring, options)
  const signingKeys = await ownKeys('signing-key', ring, options)
  // made with the others, so that they can all be rotated
  if (!options.isReading) await openSealKeys(ring, store)
  return {
    keyIds: ring.ids,
    seal: ring.seal,
    unseal: ring.unseal,
    ...signing(signingKeys),
    hashApiKey: apiKey => apiKeyHash(peppers()[0], apiKey),
    isApiKey: (apiKey, hash) => peppers().some(pepper => sameText(apiKeyHash(pepper, apiKey), hash)),
    async store(plain, context, uuid = randomUUID()) {
      const id = `${credentialPrefix}${uuid}`
      await store.put(id, withContext(ring.seal(plain, context), context))
      return id
    },
    async load(id, context) {
      const stored = await store.get(id)
      return stored === undefined ? undefined : ring.unseal(contextOf(id, stored).sealed, context)
    },
    has: async id => (await store.get(id)) !== undefined,
    forget: id => store.delete(id),
    async *check() {
      for await (const { id, sealed } of store.list()) yield checked(ring, id, sealed)
    },
    ...dataKeys(ring, store),
  }
}
