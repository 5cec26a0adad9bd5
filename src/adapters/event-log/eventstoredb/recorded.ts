import type { RecordedEvent } from '@eventstore/db-client'
import type { Metadata, Position, Recorded } from '../../../ports/event-log.ts'
import type { StreamNames } from './store.ts'

/** The part of the client's event that we use. Its type makes the position optional, but the server always sends it. */
type Stored = Pick<RecordedEvent, 'id' | 'streamId' | 'revision' | 'type' | 'data' | 'metadata'> & {
  readonly position?: { readonly commit: bigint }
}

/** Position of an event: its commit position, a byte offset that grows in commit order. */
export const positionOf = ({ position, id }: Pick<Stored, 'position' | 'id'>): Position => {
  if (position === undefined) throw new TypeError(`the event store returned event ${id} without a position`)
  return position.commit
}

/** The event in the port's format. */
export const recordedOf = (event: Stored, names: StreamNames): Recorded => ({
  id: event.id,
  stream: names.ofStore(event.streamId),
  revision: Number(event.revision),
  position: positionOf(event),
  type: event.type,
  data: event.data,
  metadata: event.metadata as Metadata,
})
