import { hash } from 'node:crypto'
import type { EventLog, Metadata, NewEvent, Recorded } from '../../ports/event-log.ts'

/** 132 bits of a SHA-256. */
const characters = 22

type Place = Pick<Recorded, 'stream' | 'revision'>

const checksum = (place: Place, { id, type, data }: Pick<NewEvent, 'id' | 'type' | 'data'>, metadata: Metadata) =>
  hash('sha256', JSON.stringify([place.stream, place.revision, id, type, data, metadata]), 'base64url').slice(
    0,
    characters,
  )

/**
 * The checksum of an event and its place in its stream: over the JSON text of everything that a log keeps, except the
 * position, which a copy does not keep, and the checksum itself. It finds damage; it is no signature (ADR 0037).
 */
export const checksumOf = (event: Omit<Recorded, 'position'>): string => {
  const { checksum: _, ...metadata } = event.metadata
  return checksum(event, event, metadata)
}

/** A log whose events are appended with their checksums. */
export const withChecksums = (log: EventLog): EventLog => ({
  ...log,
  append: (stream, events, expected) =>
    log.append(
      stream,
      events.map((event, i): NewEvent => {
        const sum = checksum({ stream, revision: expected + 1 + i }, event, event.metadata)
        return { ...event, metadata: { ...event.metadata, checksum: sum } }
      }),
      expected,
    ),
})
