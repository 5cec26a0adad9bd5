import type Database from 'better-sqlite3'
import { type EventRow, eventColumns } from './event-row.ts'

/** Events after a position. `scanned`: the last position read; `more`: whether the log continues. */
export type LogPage = { readonly rows: readonly EventRow[]; readonly scanned: number; readonly more: boolean }
export type PageBounds = { readonly rows: number; readonly bytes: number }
export type StreamRange = { readonly from?: number; readonly backwards?: boolean; readonly limit?: number }

/** Limits of a page, so that memory use does not grow with the log or the size of events. */
export const pageBounds: PageBounds = { rows: 1_000, bytes: 4_000_000 }

/** Rows fetched before their size is known: enough to be fast, few enough if all have the maximum size. */
const rowsAtOnce = 50

/** Reads of the log on one connection. */
export const logReader = (db: Database.Database) => {
  const last = db.prepare<[], number | null>('SELECT max(position) FROM event').pluck()
  const headOf = db.prepare<[string], [number, number]>('SELECT revision, position FROM stream WHERE stream = ?').raw()
  const before = db.prepare<[number], [number, number]>('SELECT revision, previous FROM event WHERE position = ?').raw()
  const at = db.prepare<[number], EventRow>(`SELECT ${eventColumns} FROM event WHERE position = ?`).raw()
  const after = db
    .prepare<[number, number], EventRow>(
      `SELECT ${eventColumns} FROM event WHERE position > ? ORDER BY position LIMIT ?`,
    )
    .raw()

  const head = (): number => last.get() ?? 0
  const streamHead = (stream: string): readonly [revision: number, position: number] => headOf.get(stream) ?? [-1, 0]

  /** Walks back from the head along `previous`; rows after the range are skipped without reading their data. */
  const readStream = (stream: string, range: StreamRange = {}): readonly EventRow[] => {
    const [revision, position] = streamHead(stream)
    const limit = range.limit ?? Number.POSITIVE_INFINITY
    const from = range.from ?? (range.backwards ? revision : 0)
    const top = Math.min(revision, range.backwards ? from : from + limit - 1)
    const bottom = Math.max(0, range.backwards ? top - limit + 1 : from)
    let here = position
    for (let r = revision; r > top && here > 0; r--) here = before.get(here)?.[1] ?? 0
    const rows: EventRow[] = []
    for (let r = top; r >= bottom && here > 0; r--) {
      const row = at.get(here)
      if (!row) throw new Error(`the log lacks the event at position ${here} of stream ${stream}`)
      rows.push(row)
      here = row[1]
    }
    return range.backwards ? rows : rows.reverse()
  }

  const readPage = (position: number, prefixes?: readonly string[], bounds: PageBounds = pageBounds): LogPage => {
    const rows: EventRow[] = []
    let scanned = position
    let bytes = 0
    for (let seen = 0; seen < bounds.rows && bytes < bounds.bytes; ) {
      const wanted = Math.min(rowsAtOnce, bounds.rows - seen)
      const some = after.all(scanned, wanted)
      for (const row of some) {
        bytes += row[6].length + row[7].length
        if (!prefixes || prefixes.some(prefix => row[3].startsWith(prefix))) rows.push(row)
      }
      seen += some.length
      scanned = some.at(-1)?.[0] ?? scanned
      if (some.length < wanted) return { rows, scanned, more: false }
    }
    return { rows, scanned, more: true }
  }
  return { head, streamHead, readStream, readPage }
}
export type LogReader = ReturnType<typeof logReader>
