import * as t from 'io-ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { AuditReader } from './reader.ts'

/** The JSON form of an event in audit, REST and headers (ARCH-14). The position is a decimal string. */
export const EventJson = named(
  'Event',
  fields({
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
  }),
)
export type EventJson = t.TypeOf<typeof EventJson>

/** The event as JSON, as auditors read it. */
export const eventJson = async (event: Recorded, reader: AuditReader): Promise<EventJson> => {
  const { id, type, stream, revision, position, data } = await reader.shownEvent(event)
  // the checksum covers what is sealed, so nobody could check it here
  const { checksum: _, ...metadata } = event.metadata
  return { id, type, stream, revision, position: String(position), data, metadata }
}
