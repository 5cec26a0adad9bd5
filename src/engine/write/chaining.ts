import { hash } from 'node:crypto'
import type { ChainLink } from '../../ports/chain.ts'
import type { Recorded } from '../../ports/event-log.ts'

/** The chain before the first event. */
export const noLink: ChainLink = { position: 0n, events: 0, head: '0'.repeat(64) }

/** What the chain covers of an event. `data` and `metadata` are JSON. The position is left out: a copy of the log has others. */
export type EventText = {
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly data: string
  readonly metadata: string
}

/** The JSON of an event, `[stream, revision, id, type, data, metadata]`. */
export const textOfEvent = ({ stream, revision, id, type, data, metadata }: EventText): string =>
  `[${JSON.stringify(stream)},${revision},${JSON.stringify(id)},${JSON.stringify(type)},${data},${metadata}]`

/** The SHA-256 (hex) of the JSON of an event. */
export const hashOfEvent = (event: EventText): string => hash('sha256', textOfEvent(event))

/** As `hashOfEvent`, for an event that was read. */
export const hashOfRecorded = (event: Omit<Recorded, 'position'>): string =>
  hashOfEvent({ ...event, data: JSON.stringify(event.data ?? null), metadata: JSON.stringify(event.metadata) })

/**
 * The head of the chain after an event: the SHA-256 (hex) of the head before it and the hash of the event, each as 64 hex digits. So
 * who has the hashes of all events can verify the chain, and those events that he has (ADR 0077).
 */
export const nextHead = (head: string, hashed: string): string => hash('sha256', head + hashed)

/** The chain one event further. `hashed`: the hash of the event. */
export const linkedBy = ({ events, head }: ChainLink, { position }: Recorded, hashed: string): ChainLink => ({
  position,
  events: events + 1,
  head: nextHead(head, hashed),
})

/** The chain one event further. */
export const linked = (link: ChainLink, event: Recorded): ChainLink => linkedBy(link, event, hashOfRecorded(event))
