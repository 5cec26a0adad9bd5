import type Database from 'better-sqlite3'
import type { Position } from '../../../ports/event-log.ts'
import { FileFault, wrongLink } from '../../sqlite/file-fault.ts'
import { chainReader } from './chain.ts'
import { gapReader } from './chain-gaps.ts'
import { type EventRow, eventColumns } from './event-row.ts'
import { type BriefRow, briefColumns, pageOfRows, textsReader } from './large-events.ts'
import { linkReader } from './links.ts'
import { pageReader, rowsAtOnce } from './read-pages.ts'
import { replayReader } from './replay.ts'

export type StreamRange = {
  readonly from?: number
  readonly backwards?: boolean
  readonly limit?: number
  readonly at?: Position
}

/** Characters of JSON in a page of one stream, which is parsed and folded in one go. */
const streamPageBytes = 500_000
/** Events that a walk through a stream passes at once. */
const stepsAtOnce = 5_000
/** A range of the log is read whole when it has at most this many events for each one that is wanted. */
const denseEnough = 4

/** Reads of the log on one connection. */
export const logReader = (db: Database.Database) => {
  const last = db.prepare<[], number | null>('SELECT max(position) FROM event').pluck()
  const headOf = db.prepare<[string], [number, number]>('SELECT revision, position FROM stream WHERE stream = ?').raw()
  const before = db.prepare<[number], [number, number]>('SELECT revision, previous FROM event WHERE position = ?').raw()
  const at = db.prepare<[number], EventRow>(`SELECT ${eventColumns} FROM event WHERE position = ?`).raw()
  const walk = db
    .prepare<[number, number, number], [position: number, previous: number, revision: number]>(
      `WITH RECURSIVE walked (position, previous, revision) AS (
         SELECT position, previous, revision FROM event WHERE position = ?
         UNION ALL
         SELECT event.position, event.previous, event.revision
         FROM walked CROSS JOIN event ON event.position = walked.previous WHERE walked.revision > ? LIMIT ?
       ) SELECT position, previous, revision FROM walked`,
    )
    .raw()
  const brieflyAt = db.prepare<[number], BriefRow>(`SELECT ${briefColumns} FROM event WHERE position = ?`).raw()
  const between = db
    .prepare<[number, number, string], BriefRow>(
      `SELECT ${briefColumns} FROM event WHERE position BETWEEN ? AND ? AND stream = ? ORDER BY position`,
    )
    .raw()
  const id = db.prepare<[number], string>('SELECT id FROM event WHERE position = ?').pluck()
  const textsAt = textsReader(db)
  const head = (): number => last.get() ?? 0
  const streamHead = (stream: string): readonly [revision: number, position: number] => headOf.get(stream) ?? [-1, 0]

  /** Events of a stream from the one at a position, whose revision is `top`, back to revision `bottom`. */
  function* down(stream: string, position: number, top: number, bottom: number): Generator<EventRow> {
    let here = position
    for (let r = top; r >= bottom && here > 0; r--) {
      const row = at.get(here)
      // never an event of another stream
      if (row?.[3] !== stream || row[2] !== r) throw new FileFault('log.db', wrongLink)
      yield row
      here = row[1]
    }
  }

  /** Walks back from the head along `previous`; rows after the range are skipped without reading their data. */
  const readStream = (stream: string, range: StreamRange = {}): readonly EventRow[] => {
    const [revision, position] = streamHead(stream)
    const limit = range.limit ?? Number.POSITIVE_INFINITY
    const hinted = range.at !== undefined && limit === 1 ? at.get(Number(range.at)) : undefined
    if (hinted?.[3] === stream && hinted[2] === range.from) return [hinted]
    const from = range.from ?? (range.backwards ? revision : 0)
    const top = Math.min(revision, range.backwards ? from : from + limit - 1)
    const bottom = Math.max(0, range.backwards ? top - limit + 1 : from)
    let here = position
    for (let r = revision; r > top && here > 0; r--) here = before.get(here)?.[1] ?? 0
    const rows = [...down(stream, here, top, bottom)]
    return range.backwards ? rows : rows.reverse()
  }

  /** The events of a stream from a revision to its end; undefined if they are too large for one page. */
  const readEnd = (stream: string, from: number): readonly EventRow[] | undefined => {
    const [revision, position] = streamHead(stream)
    const rows: EventRow[] = []
    let bytes = 0
    for (const row of down(stream, position, revision, from)) {
      rows.push(row)
      bytes += row[6].length + row[7].length
      if (bytes >= streamPageBytes) return undefined
    }
    return rows.reverse()
  }

  /**
   * The positions of a stream's events from the one at `position` back to revision `bottom`, and where to continue when there are
   * more than one walk passes; 0 at the end.
   */
  const walkBack = (position: number, bottom: number): readonly [positions: Float64Array, next: number] => {
    const found = walk.all(position, bottom, stepsAtOnce)
    const [, previous = 0, revision = bottom] = found.at(-1) ?? []
    return [Float64Array.from(found, ([at]) => at), revision > bottom ? previous : 0]
  }

  /** Reads a run of positions as one range where the stream has most events of it, otherwise one by one. */
  const rowsAt = (stream: string, positions: Float64Array): readonly BriefRow[] => {
    const [first = 0, last = 0] = [positions[0], positions.at(-1)]
    if (last - first < positions.length * denseEnough) return between.all(first, last, stream)
    return Array.from(positions).flatMap(position => {
      const row = brieflyAt.get(position)
      return row ? [row] : []
    })
  }

  /** The events of a stream at these positions, which ascend; the first of them if all are too large for one page. */
  const eventsAt = (stream: string, positions: Float64Array): readonly EventRow[] => {
    const page = pageOfRows(textsAt, streamPageBytes)
    while (page.rows.length < positions.length && !page.isFull()) {
      const some = positions.subarray(page.rows.length, page.rows.length + rowsAtOnce)
      const found = rowsAt(stream, some)
      if (found.length < some.length) throw new FileFault('log.db', wrongLink)
      for (const row of found) if (page.add(row)) break
    }
    return page.rows
  }

  return {
    head,
    idAt: (position: number) => id.get(position),
    streamHead,
    readStream,
    readEnd,
    walkBack,
    eventsAt,
    ...pageReader(db, head),
    ...replayReader(db),
    ...linkReader(db),
    ...chainReader(db),
    ...gapReader(db),
  }
}
export type LogReader = ReturnType<typeof logReader>
