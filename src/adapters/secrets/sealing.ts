import { createHmac, randomUUID } from 'node:crypto'
import type { Secrets } from '../../ports/secrets.ts'
import { apiKeyHash, sameText } from './api-key-hash.ts'
import { dataKeys } from './data-keys.ts'
import { openRing, type RingOptions } from './open-ring.ts'
import { type OwnKey, openOwnKeys } from './own-keys.ts'
import { openSealKeys } from './seal-keys.ts'
import { contextOf, credentialPrefix, withContext } from './stored-text.ts'

const faultOf = (open: () => unknown): string | undefined => {
  try {
    open()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error'
  }
}

/** Signs with the first key, and accepts signatures of all. */
const signing = (keys: readonly [OwnKey, ...OwnKey[]]): Pick<Secrets, 'sign' | 'verify'> => {
  const signed = ({ key }: OwnKey, purpose: string, text: string): string =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
  return {
    sign: (purpose, text) => signed(keys[0], purpose, text),
    verify: (purpose, text, signature) => keys.some(key => sameText(signed(key, purpose, text), signature)),
  }
}

/**
 * Opens encryption, signatures and the secret store (ARCH-34). Rejects with KeysRefused if SECRETS_KEY does not match
 * the stores.
 */
export const openSecrets = async (options: RingOptions): Promise<Secrets> => {
  const { store } = options
  const ring = await openRing(options)
  const peppers = await openOwnKeys('pepper', ring, store)
  const signingKeys = await openOwnKeys('signing-key', ring, store)
  // made with the others, so that they can all be rotated
  await openSealKeys(ring, store)
  return {
    seal: ring.seal,
    unseal: ring.unseal,
    ...signing(signingKeys),
    hashApiKey: apiKey => apiKeyHash(peppers[0], apiKey),
    isApiKey: (apiKey, hash) => peppers.some(pepper => sameText(apiKeyHash(pepper, apiKey), hash)),
    async store(plain, context, uuid = randomUUID()) {
      const id = `${credentialPrefix}${uuid}`
      await store.put(id, withContext(ring.seal(plain, context), context))
      return id
    },
    async load(id, context) {
      const stored = await store.get(id)
      return stored === undefined ? undefined : ring.unseal(contextOf(id, stored).sealed, context)
    },
    forget: id => store.delete(id),
    async *check() {
      for await (const { id, sealed: stored } of store.list()) {
        const { sealed, context } = contextOf(id, stored)
        const fault = faultOf(() => ring.unseal(sealed, context))
        yield fault === undefined ? { id } : { id, fault }
      }
    },
    ...dataKeys(ring, store),
  }
}
