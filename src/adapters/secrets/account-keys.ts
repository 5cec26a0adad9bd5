import { createHash, randomBytes } from 'node:crypto'
import type { SecretStore } from '../../ports/secret-store.ts'
import { type DataKey, heldKeys } from './held-keys.ts'
import { type KeyRing, keyRing } from './key-ring.ts'

const entryOf = (accountId: string) => `account-key:${accountId}`

/** The key's own id distinguishes texts sealed under it from those under an earlier, destroyed one. */
const accountKey = (key: Buffer): DataKey => {
  const id = createHash('sha256').update(key).digest('base64url').slice(0, 11)
  return { id, key, ring: keyRing([{ id, key }]) }
}

/** The data keys of accounts, sealed in the store. */
export type AccountKeys = {
  /** Undefined if the account has none yet, or it was destroyed. */
  known(accountId: string): Promise<DataKey | undefined>
  /** The account's key, made if there is none; nodes that make it at once agree on one. */
  made(accountId: string): Promise<DataKey>
  destroy(accountId: string): Promise<void>
}

/** Data keys of accounts, under which those of persons are sealed (ARCH-14). */
export const accountKeys = (ring: KeyRing, store: SecretStore, held = heldKeys()): AccountKeys => {
  const opened = (accountId: string, sealed: string): DataKey => {
    const key = accountKey(Buffer.from(ring.unseal(sealed, entryOf(accountId)), 'base64'))
    held.set(accountId, key)
    return key
  }
  const known = async (accountId: string): Promise<DataKey | undefined> => {
    const cached = held.get(accountId)
    if (cached) return cached
    const sealed = await store.get(entryOf(accountId))
    return sealed === undefined ? undefined : opened(accountId, sealed)
  }
  const create = async (accountId: string): Promise<DataKey> => {
    const entry = entryOf(accountId)
    return opened(accountId, await store.put(entry, ring.seal(randomBytes(32).toString('base64'), entry)))
  }
  return {
    known,
    made: async accountId => (await known(accountId)) ?? (await create(accountId)),
    async destroy(accountId) {
      await store.delete(entryOf(accountId))
      held.delete(accountId)
    },
  }
}
