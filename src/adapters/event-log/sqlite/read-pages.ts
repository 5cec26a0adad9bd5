import type Database from 'better-sqlite3'
import { ofStreams } from '../../../engine/read/of-streams.ts'
import { hashOfEvent } from '../../../engine/write/chaining.ts'
import type { LogFilter } from '../../../ports/event-log.ts'
import type { EventRow } from './event-row.ts'
import { filteredRows, type Rows } from './filtered-rows.ts'
import { type BriefRow, briefColumns, pageOfRows, textsReader } from './large-events.ts'

/** Events after a position. `scanned`: the last position read; `more`: whether the log continues. */
export type LogPage = { readonly rows: readonly EventRow[]; readonly scanned: number; readonly more: boolean }
export type HashedPage = LogPage & { readonly hashes: readonly string[] }
type PageBounds = { readonly rows: number; readonly bytes: number }

/** Limits of a page, so that memory use does not grow with the log or the size of events. */
const pageBounds: PageBounds = { rows: 1_000, bytes: 4_000_000 }

/** Rows of one query: enough to be fast, few enough that those beyond the end of a page cost little. */
export const rowsAtOnce = 50
/** Positions that a page with a filter looks through: some milliseconds of work, so that other reads are not held up. */
const scannedAtOnce = 5_000

/** Reads the log in its own order, page by page, on one connection. `head`: the position of its last event. */
export const pageReader = (db: Database.Database, head: () => number) => {
  const after = db
    .prepare<[number, number], BriefRow>(
      `SELECT ${briefColumns} FROM event WHERE position > ? ORDER BY position LIMIT ?`,
    )
    .raw()
  const textsAt = textsReader(db)
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
    const page = pageOfRows(textsAt, bounds.bytes)
    let scanned = position
    while (scanned < until && page.rows.length < bounds.rows && !page.isFull()) {
      const some = rowsOf(scanned, until, rowsAtOnce)
      for (const row of some) {
        scanned = row[0]
        if (isWanted(row[3]) && page.add(row)) break
      }
      if (some.length < rowsAtOnce && !page.isFull()) scanned = until
    }
    return { rows: page.rows, scanned, more: scanned < end }
  }

  const readPage = (position: number, filter: LogFilter = {}, bounds: PageBounds = pageBounds): LogPage => {
    const wantedRows = filtered(filter)
    const isWanted = ofStreams(filter)
    if (wantedRows) return filteredPage(wantedRows, position, isWanted, bounds)
    const page = pageOfRows(textsAt, bounds.bytes)
    let scanned = position
    for (let seen = 0; seen < bounds.rows && !page.isFull(); seen += rowsAtOnce) {
      const wanted = Math.min(rowsAtOnce, bounds.rows - seen)
      const some = after.all(scanned, wanted)
      for (const row of some) {
        scanned = row[0]
        if (isWanted(row[3]) && page.add(row)) break
      }
      if (some.length < wanted && !page.isFull()) return { rows: page.rows, scanned, more: false }
    }
    return { rows: page.rows, scanned, more: true }
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
