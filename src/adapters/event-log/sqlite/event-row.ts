import type { Recorded, RecordedText } from '../../../ports/event-log.ts'
import { FileFault } from '../../sqlite/file-fault.ts'

/** What a row of the log says of an event besides its texts. */
export type EventPlace = [
  position: number,
  previous: number,
  revision: number,
  stream: string,
  id: string,
  type: string,
]

/** An event as stored and as posted between threads: JSON stays text until it is read. */
export type EventRow = readonly [...EventPlace, data: string, metadata: string]

/** The columns of `EventRow`, in its order. */
export const eventColumns = 'position, previous, revision, stream, id, type, data, metadata'

/** The event of a row. Throws a FileFault if its JSON is damaged. */
export const recordedOf = (row: EventRow): Recorded => ({
  id: row[4],
  stream: row[3],
  revision: row[2],
  position: BigInt(row[0]),
  type: row[5],
  data: parsed(row[6]),
  metadata: parsed(row[7]),
})

/** The event of a row, unparsed. */
export const textOf = (
  [position, , revision, stream, id, type, data, metadata]: EventRow,
  hash: string,
): RecordedText => ({
  id,
  stream,
  revision,
  position: BigInt(position),
  type,
  data,
  metadata,
  hash,
})

/** JSON of the log. Throws a FileFault if it is damaged. */
export const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // the parser's message quotes the text
    throw error instanceof SyntaxError ? new FileFault('log.db', 'NOT_JSON') : error
  }
}
