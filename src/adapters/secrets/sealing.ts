import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { type KeyRing, keyRing, readKeys } from './key-ring.ts'

const checkId = 'check'
const checkText = 'endcap secrets'

type Options = { readonly dataDir: string; readonly secretsKey: string | undefined; readonly store: SecretStore }

/** Refuses a node that holds other keys than the store was sealed under. */
const checkRing = async (ring: KeyRing, store: SecretStore): Promise<void> => {
  const stored = (await store.get(checkId)) ?? (await store.put(checkId, ring.seal(checkText, checkId)))
  try {
    if (ring.unseal(stored, checkId) === checkText) return
  } catch (error) {
    throw new Error(
      'SECRETS_KEY is not the one that these stores were sealed under: put back the old key, or keep it behind the new one in the list',
      { cause: error },
    )
  }
}

/** A key that is made once and kept sealed, so that rotating SECRETS_KEY leaves API keys and links valid. */
const madeOnce = async (name: string, ring: KeyRing, store: SecretStore): Promise<KeyObject> => {
  const stored = (await store.get(name)) ?? (await store.put(name, ring.seal(randomBytes(32).toString('base64'), name)))
  return createSecretKey(Buffer.from(ring.unseal(stored, name), 'base64'))
}

/** Opens sealing, signing and the store of secrets (design 8). Rejects when SECRETS_KEY is not the one of the stores. */
export const openSecrets = async ({ dataDir, secretsKey, store }: Options): Promise<Secrets> => {
  const ring = keyRing(await readKeys(dataDir, secretsKey))
  await checkRing(ring, store)
  const pepper = await madeOnce('pepper', ring, store)
  const signing = await madeOnce('signing-key', ring, store)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', signing).update(`${purpose}\n${text}`).digest('base64url')
  const accounts = accountKeys(ring, store)
  return {
    seal: ring.seal,
    unseal: ring.unseal,
    sign,
    verify(purpose, text, signature) {
      const [wanted, given] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)]
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
    hashApiKey: apiKey => createHmac('sha256', pepper).update(apiKey).digest('hex'),
    async store(plain, context) {
      const id = `secret:${randomUUID()}`
      await store.put(id, ring.seal(plain, context))
      return id
    },
    async load(id, context) {
      const sealed = await store.get(id)
      return sealed === undefined ? undefined : ring.unseal(sealed, context)
    },
    forget: id => store.delete(id),
    ...accounts,
  }
}

/** Data keys of accounts: mail addresses are sealed under them, and unreadable for ever once the key is destroyed (design 4). */
const accountKeys = (ring: KeyRing, store: SecretStore) => {
  const idOf = (accountId: string) => `account-key:${accountId}`
  const held = new Map<string, { readonly ring: KeyRing; readonly until: number }>()
  const opened = (accountId: string, sealed: string): KeyRing => {
    const key = Buffer.from(ring.unseal(sealed, idOf(accountId)), 'base64')
    const own = keyRing([{ id: 'account', key }])
    // a key that another node destroyed is forgotten here soon
    held.set(accountId, { ring: own, until: performance.now() + 5_000 })
    return own
  }
  const ringOf = async (accountId: string): Promise<KeyRing | undefined> => {
    const known = held.get(accountId)
    if (known && known.until > performance.now()) return known.ring
    held.delete(accountId)
    const sealed = await store.get(idOf(accountId))
    return sealed === undefined ? undefined : opened(accountId, sealed)
  }
  const made = async (accountId: string): Promise<KeyRing> =>
    opened(accountId, await store.put(idOf(accountId), ring.seal(randomBytes(32).toString('base64'), idOf(accountId))))
  return {
    sealForAccount: async (accountId: string, plain: string) =>
      ((await ringOf(accountId)) ?? (await made(accountId))).seal(plain, accountId),
    unsealForAccount: async (accountId: string, sealed: string) => (await ringOf(accountId))?.unseal(sealed, accountId),
    destroyAccountKey: async (accountId: string) => {
      held.delete(accountId)
      await store.delete(idOf(accountId))
    },
  }
}
