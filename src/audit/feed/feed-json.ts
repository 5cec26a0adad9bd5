import { apiKey } from '../../domain/keys/key.ts'
import type { Recorded } from '../../ports/event-log.ts'
import { eventJson } from '../event-json.ts'
import type { AuditReader } from '../reader.ts'

const isOfKey = ({ stream }: Recorded): boolean => stream.startsWith(`${apiKey.category}-`)

/** The text of an event in a feed: as `listEvents` shows it, as auditors read it (AUDIT-4), and keys without their hashes. */
export const feedJson = async (event: Recorded, reader: AuditReader): Promise<string> => {
  const shown = await eventJson(event, reader)
  return isOfKey(event)
    ? JSON.stringify(shown, (name, value) => (name === 'hash' ? undefined : value))
    : JSON.stringify(shown)
}
