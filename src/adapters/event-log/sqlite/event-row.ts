import type { Recorded } from '../../../ports/event-log.ts'

/** An event as it is stored and as it crosses threads: JSON stays text until somebody looks at the event. */
export type EventRow = readonly [
  position: number,
  previous: number,
  revision: number,
  stream: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
]

/** The columns of `EventRow`, in its order. */
export const eventColumns = 'position, previous, revision, stream, id, type, data, metadata'

/** The event that a row holds. */
export const recordedOf = (row: EventRow): Recorded => ({
  id: row[4],
  stream: row[3],
  revision: row[2],
  position: BigInt(row[0]),
  type: row[5],
  data: JSON.parse(row[6]),
  metadata: JSON.parse(row[7]),
})
