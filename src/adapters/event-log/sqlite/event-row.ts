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

/** A class, as an object literal with getters costs more than what it saves. */
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
 * As `recordedOf`, with JSON that is parsed when it is looked at, for a replay: few projections look at metadata. Only for those who
 * read members, as copies and JSON of it lack both.
 */
export const unreadOf = (row: EventRow): Recorded => new Unread(row)

const parsed = (text: string) => {
  try {
    return JSON.parse(text)
  } catch (error) {
    // the parser's own words quote the text
    throw error instanceof SyntaxError ? new FileFault('log.db', 'NOT_JSON') : error
  }
}
