import { apiKeys } from '../../../projections/keys/api-keys.ts'
import { pepperOf } from '../../adapters/secrets/api-key-hash.ts'
import type { Stores } from '../../node/stores/open-stores.ts'

type Key = Parameters<typeof apiKeys.evolve>[0]

/** The ids of the API keys that work, by the pepper that they were hashed with. From the log: the view may not be built. */
export const liveKeysByPepper = async ({
  log,
  clock,
}: Pick<Stores, 'log' | 'clock'>): Promise<ReadonlyMap<string, readonly string[]>> => {
  const byPepper = new Map<string, string[]>()
  const now = clock.now().toISOString()
  const keys = new Map<string, NonNullable<Key>>()
  for await (const event of log.readAll({ prefixes: apiKeys.categories.map(category => `${category}-`) })) {
    const id = apiKeys.idOf(event)
    const key = id === undefined ? undefined : apiKeys.evolve(keys.get(id), event)
    if (id !== undefined && key) keys.set(id, key)
  }
  for (const { grant, revokedAt } of keys.values()) {
    if (revokedAt !== undefined || (grant.expiresAt !== undefined && grant.expiresAt <= now)) continue
    const pepper = pepperOf(grant.hash)
    byPepper.set(pepper, [...(byPepper.get(pepper) ?? []), grant.keyId])
  }
  return byPepper
}
