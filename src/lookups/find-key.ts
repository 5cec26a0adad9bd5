import { apiKeys } from '../../projections/keys/api-keys.ts'
import type { Caller } from '../engine/operation.ts'
import { readDocument } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** An issued key as stored. `hash` is `secrets.hashApiKey` of its text; times are ISO 8601. */
export type StoredKey = {
  readonly hash: string
  readonly caller: Caller
  readonly revokedAt?: string | undefined
}
/** Finds a key by the id in the key's text. */
export type FindKey = (keyId: string) => Promise<StoredKey | undefined>

/** Finds API keys in the read models, for authentication. */
export const findKeyIn =
  (readModels: ReadModels): FindKey =>
  async keyId => {
    const stored = await readDocument(readModels, apiKeys, keyId)
    if (!stored) return undefined
    const { grant, revokedAt } = stored
    const { accounts, organisations, permissions, hash, expiresAt } = grant
    return { hash, caller: { id: keyId, accounts, organisations, permissions, expiresAt }, revokedAt }
  }
