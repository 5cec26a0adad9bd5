import type { Recorded, RecordedText } from '../../../ports/event-log.ts'
import { FileFault } from '../../sqlite/file-fault.ts'

/** An event as stored and as posted between threads: JSON stays text until it is read. */
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

/** A class, because an object literal with getters costs more than it saves. */
class Unread implements Recorded {
  readonly id: string
  readonly stream: string
  readonly revision: number
  readonly position: bigint
  readonly type: string
  readonly #row: EventRow
  #data: Recorded['data']
  #metadata: Recorded['metadata'] | undefined

  constructor(row: EventRow) {
    this.position = BigInt(row[0])
    this.revision = row[2]
    this.stream = row[3]
    this.id = row[4]
    this.type = row[5]
    this.#row = row
  }
  get data(): Recorded['data'] {
    this.#data ??= parsed(this.#row[6])
    return this.#data
  }
  get metadata(): Recorded['metadata'] {
    const metadata: Recorded['metadata'] = this.#metadata ?? parsed(this.#row[7])
    this.#metadata = metadata
    return metadata
  }
}

/**
 * As `recordedOf`, but parses JSON on first access, for a replay: few projections read metadata. Only for readers of
 * single members: copies and JSON of it lack data and metadata.
 */
export const unreadOf = (row: EventRow): Recorded => new Unread(row)

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // the parser's message quotes the text
    throw error instanceof SyntaxError ? new FileFault('log.db', 'NOT_JSON') : error
  }
}
