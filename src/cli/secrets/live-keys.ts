import { apiKeys } from '../../../projections/keys/api-keys.ts'
import { pepperOf } from '../../adapters/secrets/api-key-hash.ts'
import { parsed } from '../../engine/read/documents.ts'
import type { Stores } from '../../node/stores/open-stores.ts'

/** The ids of the API keys that work, by the pepper that they were hashed with. */
export const liveKeysByPepper = async ({
  readModels,
  clock,
}: Stores): Promise<ReadonlyMap<string, readonly string[]>> => {
  const byPepper = new Map<string, string[]>()
  const now = clock.now().toISOString()
  for await (const stored of readModels.all(apiKeys)) {
    const { grant, revokedAt } = parsed(apiKeys, stored)
    if (revokedAt !== undefined || (grant.expiresAt !== undefined && grant.expiresAt <= now)) continue
    const pepper = pepperOf(grant.hash)
    byPepper.set(pepper, [...(byPepper.get(pepper) ?? []), grant.keyId])
  }
  return byPepper
}
