import { hash } from 'node:crypto'
import type { EventLog, Metadata, NewEvent, Recorded, RecordedText } from '../../ports/event-log.ts'
import { textOfEvent } from './chaining.ts'

/** 132 bits of a SHA-256. */
const characters = 22

const shortened = (text: string): string => hash('sha256', text, 'base64url').slice(0, characters)

type Place = Pick<Recorded, 'stream' | 'revision'>

const checksum = (place: Place, { id, type, data }: Pick<NewEvent, 'id' | 'type' | 'data'>, metadata: Metadata) =>
  shortened(JSON.stringify([place.stream, place.revision, id, type, data, metadata]))

/**
 * The checksum of an event and its place in its stream: over the JSON text of everything that a log keeps, except the
 * position, which a copy does not keep, and the checksum itself. It finds damage; it is no signature (ADR 0037).
 */
export const checksumOf = (event: Omit<Recorded, 'position'>): string => {
  const { checksum: _, ...metadata } = event.metadata
  return checksum(event, event, metadata)
}

/** As `checksumOf`, of an event and its text; metadata ends with its checksum unless somebody else wrote it. */
export const checksumOfText = (event: Recorded, text: RecordedText): string => {
  const end = `,"checksum":${JSON.stringify(event.metadata.checksum)}}`
  if (!text.metadata.endsWith(end)) return checksumOf(event)
  return shortened(textOfEvent({ ...text, metadata: `${text.metadata.slice(0, -end.length)}}` }))
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
