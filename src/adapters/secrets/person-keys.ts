import { createHmac, randomBytes } from 'node:crypto'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { AccountKeys } from './account-keys.ts'
import { type DataKey, heldKeys } from './held-keys.ts'
import { type KeyRing, keyRing, sealedUnder } from './key-ring.ts'

/** 16 random bytes: the id says nothing about the person. */
const newId = (): string => randomBytes(16).toString('base64url')

/** The id of the person's key that a text is sealed under; undefined if it is sealed under an account's key, or not at all. */
export const personIn = (sealed: string): string | undefined => {
  const id = sealedUnder(sealed)
  return id?.length === 22 ? id : undefined
}

const keyEntry = (accountId: string, id: string) => `person-key:${accountId}:${id}`

/** Where the id of a person's key is found by address. Only who has the account's key can compute it. Case does not matter. */
const addressEntry = (accountId: string, account: DataKey, address: string): string => {
  const hash = createHmac('sha256', account.key).update(`person\n${address.toLowerCase()}`).digest('base64url')
  return `person:${accountId}:${hash}`
}

/** The account of an entry that leads from an address to a person's key; undefined for other entries. */
export const accountOfAddress = (id: string): string | undefined => /^person:([^:]+):/.exec(id)?.[1]

/** The data keys of the persons of accounts. */
export type PersonKeys = {
  /** Undefined if the key, or that of its account, was destroyed. */
  byId(accountId: string, id: string): Promise<DataKey | undefined>
  /** The key of the person with this mail address, made if there is none; nodes that make it at once agree on one. */
  made(accountId: string, address: string): Promise<DataKey>
  /** The id of that key; undefined if there is none. */
  find(accountId: string, address: string): Promise<string | undefined>
  /** Whether the store has the key now; never answered from a cache. */
  exists(accountId: string, id: string): Promise<boolean>
  /** Destroys the key, and what leads from the address to it, or is too damaged to lead anywhere. */
  destroy(accountId: string, id: string, address: string): Promise<void>
}

/** Data keys of persons, each sealed under its account's key, so that destroying either erases the person (ADR 0085). */
export const personKeys = (ring: KeyRing, store: SecretStore, accounts: AccountKeys, held = heldKeys()): PersonKeys => {
  const byId: PersonKeys['byId'] = async (accountId, id) => {
    const entry = keyEntry(accountId, id)
    const cached = held.get(entry)
    if (cached) return cached
    const [account, stored] = [await accounts.known(accountId), await store.get(entry)]
    if (stored === undefined || account === undefined) return undefined
    const inner = ring.unseal(stored, entry)
    // sealed under an earlier key of the account, which was destroyed
    if (sealedUnder(inner) !== account.id) return undefined
    const key = Buffer.from(account.ring.unseal(inner, entry), 'base64')
    const opened = { id, key, ring: keyRing([{ id, key }]) }
    held.set(entry, opened)
    return opened
  }
  const create = async (accountId: string, account: DataKey): Promise<DataKey> => {
    const [id, key] = [newId(), randomBytes(32)]
    const entry = keyEntry(accountId, id)
    await store.put(entry, ring.seal(account.ring.seal(key.toString('base64'), entry), entry))
    return { id, key, ring: keyRing([{ id, key }]) }
  }
  /** The id in an entry of an address; undefined if the entry is damaged. */
  const idIn = (stored: string, entry: string): string | undefined => {
    try {
      return ring.unseal(stored, entry)
    } catch {
      return undefined
    }
  }
  // the key comes before its address, so an address without a key is one whose key was destroyed
  const made: PersonKeys['made'] = async (accountId, address) => {
    const account = await accounts.made(accountId)
    const entry = addressEntry(accountId, account, address)
    const stored = await store.get(entry)
    const known = stored === undefined ? undefined : await byId(accountId, ring.unseal(stored, entry))
    if (known) return known
    const key = await create(accountId, account)
    const sealed = ring.seal(key.id, entry)
    const isFirst =
      stored === undefined ? (await store.put(entry, sealed)) === sealed : await store.replace(entry, stored, sealed)
    if (isFirst) return key
    await store.delete(keyEntry(accountId, key.id))
    return made(accountId, address)
  }
  return {
    byId,
    made,
    async find(accountId, address) {
      const account = await accounts.known(accountId)
      if (account === undefined) return undefined
      const entry = addressEntry(accountId, account, address)
      const stored = await store.get(entry)
      return stored === undefined ? undefined : ring.unseal(stored, entry)
    },
    exists: async (accountId, id) => (await store.get(keyEntry(accountId, id))) !== undefined,
    async destroy(accountId, id, address) {
      const account = await accounts.known(accountId)
      if (account !== undefined) {
        const entry = addressEntry(accountId, account, address)
        const stored = await store.get(entry)
        // a later key of the same address stays
        if (stored !== undefined && (idIn(stored, entry) ?? id) === id) await store.delete(entry)
      }
      await store.delete(keyEntry(accountId, id))
      held.delete(keyEntry(accountId, id))
    },
  }
}
