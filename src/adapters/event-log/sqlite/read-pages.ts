import type Database from 'better-sqlite3'
import { ofStreams } from '../../../engine/read/of-streams.ts'
import { hashOfEvent } from '../../../engine/write/chaining.ts'
import type { LogFilter } from '../../../ports/event-log.ts'
import { type EventRow, eventColumns } from './event-row.ts'
import { filteredRows, type Rows } from './filtered-rows.ts'

/** Events after a position. `scanned`: the last position read; `more`: whether the log continues. */
export type LogPage = { readonly rows: readonly EventRow[]; readonly scanned: number; readonly more: boolean }
export type HashedPage = LogPage & { readonly hashes: readonly string[] }
type PageBounds = { readonly rows: number; readonly bytes: number }

/** Limits of a page, so that memory use does not grow with the log or the size of events. */
const pageBounds: PageBounds = { rows: 1_000, bytes: 4_000_000 }

/** Rows fetched before their size is known: enough to be fast, few enough if all have the maximum size. */
export const rowsAtOnce = 50
/** Positions that a page with a filter looks through: some milliseconds of work, so that other reads are not held up. */
const scannedAtOnce = 5_000

/** Reads the log in its own order, page by page, on one connection. `head`: the position of its last event. */
export const pageReader = (db: Database.Database, head: () => number) => {
  const after = db
    .prepare<[number, number], EventRow>(
      `SELECT ${eventColumns} FROM event WHERE position > ? ORDER BY position LIMIT ?`,
    )
    .raw()

  const filtered = filteredRows(db)

  /** The page after a position of which SQLite leaves out the rows that are not wanted. */
  const filteredPage = (
    rowsOf: Rows,
    position: number,
    isWanted: (stream: string) => boolean,
    bounds: PageBounds,
  ): LogPage => {
    const end = head()
    const until = Math.min(position + scannedAtOnce, end)
    const rows: EventRow[] = []
    let scanned = position
    let bytes = 0
    while (scanned < until && rows.length < bounds.rows && bytes < bounds.bytes) {
      const some = rowsOf(scanned, until, rowsAtOnce)
      for (const row of some) {
        bytes += row[6].length + row[7].length
        if (isWanted(row[3])) rows.push(row)
      }
      scanned = some.length < rowsAtOnce ? until : (some.at(-1)?.[0] ?? until)
    }
    return { rows, scanned, more: scanned < end }
  }

  const readPage = (position: number, filter: LogFilter = {}, bounds: PageBounds = pageBounds): LogPage => {
    const wantedRows = filtered(filter)
    const isWanted = ofStreams(filter)
    if (wantedRows) return filteredPage(wantedRows, position, isWanted, bounds)
    const rows: EventRow[] = []
    let scanned = position
    let bytes = 0
    for (let seen = 0; seen < bounds.rows && bytes < bounds.bytes; ) {
      const wanted = Math.min(rowsAtOnce, bounds.rows - seen)
      const some = after.all(scanned, wanted)
      for (const row of some) {
        bytes += row[6].length + row[7].length
        if (isWanted(row[3])) rows.push(row)
      }
      seen += some.length
      scanned = some.at(-1)?.[0] ?? scanned
      if (some.length < wanted) return { rows, scanned, more: false }
    }
    return { rows, scanned, more: true }
  }

  /** As `readPage` without a filter, with the hash of each event. */
  const readHashed = (position: number): HashedPage => {
    const page = readPage(position)
    const hashes = page.rows.map(([, , revision, stream, id, type, data, metadata]) =>
      hashOfEvent({ stream, revision, id, type, data, metadata }),
    )
    return { ...page, hashes }
  }
  return { readPage, readHashed }
}
