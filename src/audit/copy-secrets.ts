import type { SecretStore } from '../ports/secret-store.ts'
import { CopyFailed } from './copy-log.ts'

type Sealed = { readonly id: string; readonly sealed: string }

const sealedIn = async (store: SecretStore): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  for await (const { id, sealed } of store.list()) found.set(id, sealed)
  return found
}

const wayOut =
  'take a target that no node was ever started on (an empty DATA_DIR, or another database in MONGODB_URL), or delete its secrets if nothing sealed with them is needed'

/**
 * The secrets that the target lacks. Throws CopyFailed when it was sealed for itself, or keeps something that was destroyed in
 * the source. A source without any keeps its secrets elsewhere: then the target's are left alone.
 */
export const missingSecrets = async (from: SecretStore, to: SecretStore): Promise<readonly Sealed[]> => {
  const wanted = await sealedIn(from)
  if (wanted.size === 0) return []
  const held = await sealedIn(to)
  for (const [id, sealed] of held) {
    const original = wanted.get(id)
    if (original === undefined)
      throw new CopyFailed(
        `the target has the secret ${id}, which the source does not have or has destroyed: delete it there, or ${wayOut}`,
      )
    if (original !== sealed)
      throw new CopyFailed(`the target has another secret ${id}: it was sealed for itself; ${wayOut}`)
  }
  return Array.from(wanted, ([id, sealed]) => ({ id, sealed })).filter(({ id }) => !held.has(id))
}

/** Copies secrets as they are, sealed, so that the target needs the same SECRETS_KEY. Answers how many were written. */
export const copySecrets = async (from: SecretStore, to: SecretStore): Promise<number> => {
  const missing = await missingSecrets(from, to)
  for (const { id, sealed } of missing)
    if ((await to.put(id, sealed)) !== sealed)
      throw new CopyFailed(
        `the secret ${id} was made in the target meanwhile: a node runs there; stop it, and ${wayOut}`,
      )
  return missing.length
}
