import { firstAfter } from '../../engine/read/first-after.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { SecretStore } from '../../ports/secret-store.ts'
import { checkId } from './open-ring.ts'
import { isOwnKeyMissing } from './own-keys.ts'
import { KeysRefused } from './read-keys.ts'

/** What a node makes before the first event; keys of later releases may be missing. */
const missingOf = async (store: SecretStore): Promise<readonly string[]> => {
  const [check, pepper, signingKey] = await Promise.all([
    store.get(checkId).then(stored => stored === undefined),
    isOwnKeyMissing('pepper', store),
    isOwnKeyMissing('signing-key', store),
  ])
  return [...(check ? ['the check value'] : []), ...(pepper ? ['pepper'] : []), ...(signingKey ? ['signing-key'] : [])]
}

/** The keys that are gone although they were made before the first event of the log; none, while it has no events. */
export const lostSecrets = async (log: Pick<EventLog, 'readAll'>, store: SecretStore): Promise<readonly string[]> => {
  if ((await missingOf(store)).length === 0 || (await firstAfter(log, 0n)) === undefined) return []
  // a node that started at the same moment made its keys before its first event
  return missingOf(store)
}

/**
 * Rejects with KeysRefused if the log has events but the keys that were made before them are gone (ARCH-34). New keys would
 * refuse every API key, and seal under other keys than those of the log. Stores without events are new.
 */
export const mustHoldSecrets = async (log: Pick<EventLog, 'readAll'>, store: SecretStore): Promise<void> => {
  const missing = await lostSecrets(log, store)
  if (missing.length > 0)
    throw new KeysRefused(
      `the event log has events, but its secrets are missing (${missing.join(', ')}): restore them, or correct MONGODB_URL or DATA_DIR if they are elsewhere`,
    )
}
