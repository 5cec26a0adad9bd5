import { createHash, randomBytes } from 'node:crypto'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { type KeyRing, keyRing, sealedUnder } from './key-ring.ts'

/** How long a key is cached, in milliseconds; a key destroyed by another node is usable here until then. */
const heldMs = 5_000

type AccountKey = { readonly id: string; readonly ring: KeyRing }

const idOf = (accountId: string) => `account-key:${accountId}`

/** The key's own id distinguishes texts sealed under it from those under an earlier, destroyed one. */
const accountKey = (key: Buffer): AccountKey => {
  const id = createHash('sha256').update(key).digest('base64url').slice(0, 11)
  return { id, ring: keyRing([{ id, key }]) }
}

/**
 * Data keys of accounts. Mail addresses are sealed under them, and permanently unreadable once the key is destroyed
 * (ARCH-14).
 */
export const accountKeys = (
  ring: KeyRing,
  store: SecretStore,
): Pick<Secrets, 'sealForAccount' | 'unsealForAccount' | 'destroyAccountKey'> => {
  const held = new Map<string, AccountKey & { readonly until: number }>()
  const opened = (accountId: string, sealed: string): AccountKey => {
    const key = accountKey(Buffer.from(ring.unseal(sealed, idOf(accountId)), 'base64'))
    held.set(accountId, { ...key, until: performance.now() + heldMs })
    return key
  }
  const keyOf = async (accountId: string): Promise<AccountKey | undefined> => {
    const known = held.get(accountId)
    if (known && known.until > performance.now()) return known
    held.delete(accountId)
    const sealed = await store.get(idOf(accountId))
    return sealed === undefined ? undefined : opened(accountId, sealed)
  }
  const created = async (accountId: string): Promise<AccountKey> =>
    opened(accountId, await store.put(idOf(accountId), ring.seal(randomBytes(32).toString('base64'), idOf(accountId))))
  return {
    sealForAccount: async (accountId, plain) =>
      ((await keyOf(accountId)) ?? (await created(accountId))).ring.seal(plain, accountId),
    async unsealForAccount(accountId, sealed) {
      const key = await keyOf(accountId)
      return key && key.id === sealedUnder(sealed) ? key.ring.unseal(sealed, accountId) : undefined
    },
    async destroyAccountKey(accountId) {
      await store.delete(idOf(accountId))
      held.delete(accountId)
    },
  }
}
