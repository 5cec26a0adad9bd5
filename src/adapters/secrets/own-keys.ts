import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import * as E from 'fp-ts/lib/Either.js'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { KeyRing } from './key-ring.ts'
import { KeysRefused } from './read-keys.ts'

/** The keys that the service makes itself: the pepper of API keys, the key that signs links and page tokens, and that of seals. */
export const ownKeyNames = ['pepper', 'signing-key', 'seal-key'] as const
export type OwnKeyName = (typeof ownKeyNames)[number]

/** Several keys under one name are accepted, and the first is used. */
export type OwnKey = { readonly id: string; readonly key: KeyObject }

/** The id of the key that was made at the first start; its entry has the plain name. */
export const firstId = '1'
const entryOf = (name: OwnKeyName, id: string): string => (id === firstId ? name : `${name}:${id}`)
/** The entry with the ids in order, separated by commas. Without it there is only the first key. */
const orderOf = (name: OwnKeyName): string => `${name}:order`

const newKey = (): string => randomBytes(32).toString('base64')

/** The plain text of an entry of these keys. Throws KeysRefused if it was altered. */
const unsealed = (ring: KeyRing, stored: string, entry: string): string => {
  try {
    return ring.unseal(stored, entry)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown error'
    throw new KeysRefused(
      `the secret ${entry} cannot be opened (${why}): restore it from a backup (table secrets of log.db, or collection secrets of MongoDB)`,
      { cause },
    )
  }
}

type Order = { readonly stored: string | undefined; readonly ids: readonly string[] }
const readOrder = async (name: OwnKeyName, ring: KeyRing, store: SecretStore): Promise<Order> => {
  const stored = await store.get(orderOf(name))
  return { stored, ids: stored === undefined ? [firstId] : unsealed(ring, stored, orderOf(name)).split(',') }
}

/** The ids of the accepted keys; the first one is used. */
export const ownKeyIds = async (name: OwnKeyName, ring: KeyRing, store: SecretStore): Promise<readonly string[]> =>
  (await readOrder(name, ring, store)).ids

/** Whether there is neither a first key nor an order of later ones: none was made yet, or they were lost. */
export const isOwnKeyMissing = async (name: OwnKeyName, store: SecretStore): Promise<boolean> =>
  (await store.get(name)) === undefined && (await store.get(orderOf(name))) === undefined

const openKey = async (name: OwnKeyName, id: string, ring: KeyRing, store: SecretStore): Promise<OwnKey> => {
  const entry = entryOf(name, id)
  const stored = await store.get(entry)
  if (stored === undefined)
    throw new KeysRefused(
      `the key ${id} of ${name} is not in the store of secrets: restore the secrets of these stores`,
    )
  return { id, key: createSecretKey(Buffer.from(unsealed(ring, stored, entry), 'base64')) }
}

type OwnKeys = readonly [OwnKey, ...OwnKey[]]

const openKeys = async (
  name: OwnKeyName,
  ids: readonly string[],
  ring: KeyRing,
  store: SecretStore,
): Promise<OwnKeys> => {
  const [used, ...others] = await Promise.all(ids.map(id => openKey(name, id, ring, store)))
  if (used === undefined) throw new Error(`${orderOf(name)} in the store of secrets names no key`)
  return [used, ...others]
}

/** The accepted keys, the used one first. Throws KeysRefused if one is missing or was altered; none is made. */
export const readOwnKeys = async (name: OwnKeyName, ring: KeyRing, store: SecretStore): Promise<OwnKeys> =>
  openKeys(name, await ownKeyIds(name, ring, store), ring, store)

/** Like `readOwnKeys`, but the first key is made at the first start, by one of all nodes. */
export const openOwnKeys: typeof readOwnKeys = async (name, ring, store) => {
  const { stored, ids } = await readOrder(name, ring, store)
  if (stored === undefined && (await store.get(name)) === undefined) await store.put(name, ring.seal(newKey(), name))
  return openKeys(name, ids, ring, store)
}

/** Called once, before a change of the key with this id takes effect, so that none goes unrecorded; not if nothing changes. */
export type RecordChange = (id: string) => Promise<void>

/** Changes the order; repeats when another operator changed it at the same time. Left: why it cannot be changed so. */
const reorder = async (
  name: OwnKeyName,
  ring: KeyRing,
  store: SecretStore,
  change: (ids: readonly string[]) => E.Either<string, readonly string[]>,
  record: () => Promise<void>,
): Promise<E.Either<string, readonly string[]>> => {
  for (let isRecorded = false; ; isRecorded = true) {
    const { stored, ids } = await readOrder(name, ring, store)
    const changed = change(ids)
    if (E.isLeft(changed) || changed.right.join() === ids.join()) return changed
    if (!isRecorded) await record()
    const sealed = ring.seal(changed.right.join(','), orderOf(name))
    const isDone =
      stored === undefined
        ? (await store.put(orderOf(name), sealed)) === sealed
        : await store.replace(orderOf(name), stored, sealed)
    if (isDone) return changed
  }
}

const unknown = (name: OwnKeyName, id: string): E.Either<string, never> =>
  E.left(`${name} has no key ${id}; endcap secrets list shows its keys`)

/** Makes a key that is accepted from the next start of each node, but not used yet. Returns its id. */
export const addOwnKey = async (
  name: OwnKeyName,
  ring: KeyRing,
  store: SecretStore,
  record: RecordChange,
): Promise<string> => {
  const id = randomBytes(4).toString('hex')
  const entry = entryOf(name, id)
  await store.put(entry, ring.seal(newKey(), entry))
  const append = (ids: readonly string[]) => E.right([...ids, id])
  await reorder(name, ring, store, append, () => record(id))
  return id
}

/** Makes a key the used one, from the next start of each node; the others are still accepted. */
export const useOwnKey = (name: OwnKeyName, id: string, ring: KeyRing, store: SecretStore, record: RecordChange) => {
  const first = (ids: readonly string[]) =>
    ids.includes(id) ? E.right([id, ...ids.filter(other => other !== id)]) : unknown(name, id)
  return reorder(name, ring, store, first, () => record(id))
}

/** Destroys a key that is not used. What was made with it is no longer accepted after the next start of each node. */
export const removeOwnKey = async (
  name: OwnKeyName,
  id: string,
  ring: KeyRing,
  store: SecretStore,
  record: RecordChange,
) => {
  const without = (ids: readonly string[]) => {
    if (!ids.includes(id)) return unknown(name, id)
    return ids[0] === id
      ? E.left(`${id} is the key of ${name} that is used; use another one first`)
      : E.right(ids.filter(other => other !== id))
  }
  const left = await reorder(name, ring, store, without, () => record(id))
  if (E.isRight(left)) await store.delete(entryOf(name, id))
  return left
}
