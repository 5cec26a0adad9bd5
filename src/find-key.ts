import { type ApiKeyView, apiKeys } from '../projections/api-keys.ts'
import type { FindKey } from './http/authenticate.ts'
import type { ReadModels } from './ports/read-models.ts'

/** Finds API keys in the read models, for authentication. */
export const findKeyIn =
  (readModels: ReadModels): FindKey =>
  async keyId => {
    const stored = await readModels.get(apiKeys, keyId)
    if (!stored) return undefined
    const { grant, revokedAt } = JSON.parse(stored.json) as ApiKeyView
    const { accounts, organisations, permissions, hash, expiresAt } = grant
    return { hash, caller: { id: keyId, accounts, organisations, permissions }, expiresAt, revokedAt }
  }
