import type Database from 'better-sqlite3'
import type { Recorded } from '../../../ports/event-log.ts'
import { parsed, recordedOf } from './event-row.ts'
import { textsReader, unlessLarge } from './large-events.ts'

type Rest = readonly [id: string, metadata: string]
/** `data` is null while the texts of a large event were not read; `rest` is absent until an event is asked for it. */
type Row = [position: number, revision: number, stream: string, type: string, data: string | null, ...rest: Rest | []]
const columns = `position, revision, stream, type, ${unlessLarge('data')}`

/** Events after a position. `scanned`: the last position read; `more`: whether the log continues. */
export type ReplayPage = { readonly events: readonly Recorded[]; readonly scanned: number; readonly more: boolean }

/** A class, because an object literal with getters costs more than it saves. */
class Unread implements Recorded {
  readonly revision: number
  readonly position: bigint
  readonly stream: string
  readonly type: string
  readonly #row: Row
  readonly #restAt: (position: number) => Rest
  #data: Recorded['data']
  #metadata: Recorded['metadata'] | undefined

  constructor(row: Row, restAt: (position: number) => Rest) {
    this.position = BigInt(row[0])
    this.revision = row[1]
    this.stream = row[2]
    this.type = row[3]
    this.#row = row
    this.#restAt = restAt
  }
  get id(): string {
    return this.#row[5] ?? this.#restAt(this.#row[0])[0]
  }
  get data(): Recorded['data'] {
    this.#data ??= parsed(this.#row[4]!)
    return this.#data
  }
  get metadata(): Recorded['metadata'] {
    const metadata: Recorded['metadata'] = this.#metadata ?? parsed(this.#row[6] ?? this.#restAt(this.#row[0])[1])
    this.#metadata = metadata
    return metadata
  }
}

/**
 * Reads the log in its own order for a replay. JSON is parsed when it is first read. Few projections read ids and metadata, which are more
 * than half of the text of the log: they are left out of the pages until an event is asked for one. Its events are for readers of single
 * members, unless they are `whole`: copies and JSON of them lack ids, data and metadata.
 */
export const replayReader = (db: Database.Database) => {
  const select = (more: string) =>
    db
      .prepare<[number, number], Row>(
        `SELECT ${columns}${more} FROM event WHERE position > ? ORDER BY position LIMIT ?`,
      )
      .raw()
  const [briefly, whole] = [select(''), select(`, id, ${unlessLarge('metadata')}`)]
  const textsAt = textsReader(db)
  const rest = db.prepare<[number], Rest>('SELECT id, metadata FROM event WHERE position = ?').raw()
  let wanted = briefly
  const restAt = (position: number): Rest => {
    wanted = whole
    // no event leaves the log
    return rest.get(position)!
  }

  const plain = ([position, revision, stream, type, data, id, metadata]: Row): Recorded =>
    recordedOf([position, 0, revision, stream, id!, type, data!, metadata!])

  /** Reads at most `rows` events, or those with which their data have `enough` characters; those of other streams are left out. `whole`: as plain objects. */
  const replayPage = (
    position: number,
    isWanted: (stream: string) => boolean,
    {
      rows,
      enough,
      whole: isWhole = false,
    }: { readonly rows: number; readonly enough: number; readonly whole?: boolean },
  ): ReplayPage => {
    const events: Recorded[] = []
    let characters = 0
    const some = (isWhole ? whole : wanted).all(position, rows)
    for (const row of some) {
      if (!isWanted(row[2])) continue
      if (row[4] === null) {
        const [data, metadata] = textsAt(row[0])
        row[4] = data
        if (row.length === 7) row[6] = metadata
      }
      characters += row[4].length
      events.push(isWhole ? plain(row) : new Unread(row, restAt))
      if (characters >= enough) return { events, scanned: row[0], more: true }
    }
    return { events, scanned: some.at(-1)?.[0] ?? position, more: some.length === rows }
  }
  return { replayPage }
}
