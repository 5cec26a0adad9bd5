import * as t from 'io-ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { listOf } from '../codec/json.ts'
import { apiKey } from '../domain/keys/key.ts'
import type { Recorded } from '../ports/event-log.ts'
import { keyShown } from './key-shown.ts'
import { PersonShown } from './people/person.ts'
import type { AuditReader } from './reader.ts'

const eventFields = {
  id: t.string,
  type: t.string,
  stream: t.string,
  revision: integer(0),
  position: t.string,
  data: t.unknown,
  metadata: fields(
    {
      at: t.string,
      actor: t.string,
      operation: t.string,
      correlationId: t.string,
      causationId: t.string,
      schemaVersion: integer(1),
    },
    { callerTraceId: t.string },
  ),
}

/** The JSON form of an event in audit, REST and headers (ARCH-14). The position is a decimal string. */
export const EventJson = named('Event', fields(eventFields))
export type EventJson = t.TypeOf<typeof EventJson>

/** An event of a list, with the people whom it names (AUDIT-9). */
export const ListedEvent = named('ListedEvent', fields({ ...eventFields, people: listOf(PersonShown) }))

const isOfKey = ({ stream }: Recorded): boolean => stream.startsWith(`${apiKey.category}-`)

/** The event as JSON, as auditors read it (AUDIT-4); events of keys without their hashes (AUDIT-8). */
export const eventJson = async (event: Recorded, reader: AuditReader): Promise<EventJson> => {
  const { id, type, stream, revision, position, data } = await reader.shownEvent(event)
  // the checksum covers what is sealed, so nobody could check it here
  const { checksum: _, ...metadata } = event.metadata
  return {
    id,
    type,
    stream,
    revision,
    position: String(position),
    data: isOfKey(event) ? keyShown(data) : data,
    metadata,
  }
}
