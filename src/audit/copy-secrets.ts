import type { SecretStore } from '../ports/secret-store.ts'
import { CopyFailed } from './compare-logs.ts'

type Sealed = { readonly id: string; readonly sealed: string }

const sealedIn = async (store: SecretStore): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for await (const { id, sealed } of store.list()) found.set(id, sealed)
  return found
}

const remedy =
  'use a target that no node has ever run on (an empty DATA_DIR, or another database in MONGODB_URL), or delete its secrets if you need nothing that they seal'

/**
 * The secrets that the target lacks. Throws CopyFailed if the target has secrets of its own, or still has one that the source
 * has destroyed. If the source has no secrets, they are stored elsewhere and the target's secrets are left alone.
 */
export const missingSecrets = async (from: SecretStore, to: SecretStore): Promise<readonly Sealed[]> => {
  const wanted = await sealedIn(from)
  if (wanted.size === 0) return []
  const held = await sealedIn(to)
  for (const [id, sealed] of held) {
    const original = wanted.get(id)
    if (original === undefined)
      throw new CopyFailed(
        `the target has a secret ${id} that the source lacks or has destroyed: delete it from the target, or ${remedy}`,
      )
    if (original !== sealed) throw new CopyFailed(`the target has a different secret ${id} of its own; ${remedy}`)
  }
  return Array.from(wanted, ([id, sealed]) => ({ id, sealed })).filter(({ id }) => !held.has(id))
}

/** Copies the secrets still sealed, so the target needs the same SECRETS_KEY. Returns how many were written. */
export const copySecrets = async (from: SecretStore, to: SecretStore): Promise<number> => {
  const missing = await missingSecrets(from, to)
  for (const { id, sealed } of missing)
    if ((await to.put(id, sealed)) !== sealed)
      throw new CopyFailed(
        `the secret ${id} appeared in the target during the copy, so a node is running on it: stop the node, then ${remedy}`,
      )
  return missing.length
}
