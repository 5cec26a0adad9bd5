import type { Recorded } from '../../../ports/event-log.ts'
import { FileFault } from '../../sqlite/file-fault.ts'

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

/** The event that a row holds. Throws a FileFault when what was written as JSON is none any more. */
export const recordedOf = (row: EventRow): Recorded => ({
  id: row[4],
  stream: row[3],
  revision: row[2],
  position: BigInt(row[0]),
  type: row[5],
  data: parsed(row[6]),
  metadata: parsed(row[7]),
})

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // the parser's own words quote the text
    throw error instanceof SyntaxError ? new FileFault('log.db', 'NOT_JSON') : error
  }
}
