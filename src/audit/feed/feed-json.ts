import { apiKey } from '../../domain/keys/key.ts'
import type { Recorded } from '../../ports/event-log.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { eventJson } from '../event-json.ts'

const isOfKey = ({ stream }: Recorded): boolean => stream.startsWith(`${apiKey.category}-`)

/** The text of an event in a feed: as `listEvents` shows it, mail addresses masked (AUDIT-4), and keys without their hashes. */
export const feedJson = async (event: Recorded, secrets: Secrets): Promise<string> => {
  const shown = await eventJson(event, secrets)
  return isOfKey(event)
    ? JSON.stringify(shown, (name, value) => (name === 'hash' ? undefined : value))
    : JSON.stringify(shown)
}
