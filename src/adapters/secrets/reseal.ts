import * as E from 'fp-ts/lib/Either.js'
import type { SecretStore } from '../../ports/secret-store.ts'
import { type KeyRing, sealedUnder } from './key-ring.ts'
import { contextOf, storedAs } from './stored-text.ts'

/** A stored value that cannot be opened, and why. */
export type SealFault = { readonly id: string; readonly fault: string }

/** One pass over the stored values: how many there are, how many it sealed again, and those that cannot be opened. */
export type Resealed = { readonly total: number; readonly changed: number; readonly faults: readonly SealFault[] }

/** The value under the current key; undefined if it already is. Left: it cannot be opened. */
const underCurrent = (ring: KeyRing, id: string, stored: string): E.Either<string, string | undefined> => {
  const { sealed, context } = contextOf(id, stored)
  if (sealedUnder(sealed) === ring.currentId) return E.right(undefined)
  return E.tryCatch(
    () => storedAs(id, ring.seal(ring.unseal(sealed, context), context), context),
    error => (error instanceof Error ? error.message : 'unknown error'),
  )
}

/**
 * Seals every value that is under an older key of SECRETS_KEY again under the current one. A value that a node changes or
 * destroys meanwhile is left to it, so nodes may run; a pass that was interrupted can be run again. `onStep`: values seen so
 * far, and all.
 */
export const resealOnce = async (
  ring: KeyRing,
  store: SecretStore,
  onStep: (done: number, total: number) => void,
): Promise<Resealed> => {
  const values = await Array.fromAsync(store.list())
  const faults: SealFault[] = []
  let changed = 0
  for (const [i, { id, sealed: stored }] of values.entries()) {
    const again = underCurrent(ring, id, stored)
    if (E.isLeft(again)) faults.push({ id, fault: again.left })
    else if (again.right !== undefined && (await store.replace(id, stored, again.right))) changed++
    onStep(i + 1, values.length)
  }
  return { total: values.length, changed, faults }
}

/** How many values are sealed under each key; the ids as in SECRETS_KEY. */
export const countByKey = async (store: SecretStore): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  for await (const { id, sealed: stored } of store.list()) {
    const key = sealedUnder(contextOf(id, stored).sealed) ?? 'none'
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
