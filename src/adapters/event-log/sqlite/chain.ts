import type Database from 'better-sqlite3'
import { hashOfEvent, nextHead, noLink } from '../../../engine/write/chaining.ts'
import { chainedCount, gapFinder } from './chain-gaps.ts'
import type { EventRow } from './event-row.ts'

/** A link as stored: `ChainLink`, with its position as a number. */
export type LinkRow = readonly [position: number, events: number, head: string]

const none: LinkRow = [0, 0, noLink.head]

const extended = (from: LinkRow, rows: readonly EventRow[]): LinkRow => {
  let [position, events, head] = from
  for (const [at, , revision, stream, id, type, data, metadata] of rows) {
    head = nextHead(head, hashOfEvent({ stream, revision, id, type, data, metadata }))
    position = at
    events++
  }
  return [position, events, head]
}

/** The kept links of a chain, on one connection. */
export const chainReader = (db: Database.Database) => {
  const columns = 'position, events, lower(hex(head))'
  const last = db.prepare<[], LinkRow>(`SELECT ${columns} FROM chain ORDER BY position DESC LIMIT 1`).raw()
  const after = db
    .prepare<[number, number], LinkRow>(`SELECT ${columns} FROM chain WHERE position > ? ORDER BY position LIMIT ?`)
    .raw()
  return {
    /** The latest link; that before the first event if there is none. */
    lastLink: (): LinkRow => last.get() ?? none,
    linksAfter: (position: number, limit: number): readonly LinkRow[] => after.all(position, limit),
  }
}

const keeper = (db: Database.Database) => {
  const insert = db.prepare<[number, number, Buffer]>('INSERT INTO chain (position, events, head) VALUES (?, ?, ?)')
  return ([position, events, head]: LinkRow) => insert.run(position, events, Buffer.from(head, 'hex'))
}

/**
 * Returns a function that extends the chain by the events of a batch, which follow position `before`; to be called in its
 * transaction. A chain that does not end there stays as it is, and `chainCatchUp` extends it: somebody has
 * changed the file.
 */
export const chainExtender = (db: Database.Database) => {
  const { lastLink } = chainReader(db)
  const keep = keeper(db)
  const chained = chainedCount(db)
  return (before: number, rows: readonly EventRow[]): void => {
    if (rows.length === 0) return
    const end = lastLink()
    if (end[0] !== before) return
    const next = extended(end, rows)
    keep(next)
    chained.keepInTime(next[1])
  }
}

/**
 * Returns a function that extends the chain by one page of the events that it lacks, and returns whether it may lack more. The page
 * is hashed before the file is locked, and discarded if another process was faster. Before that it records what the chain lacks (ADR 0088).
 */
export const chainCatchUp = (
  db: Database.Database,
  { head, readPage }: { head(): number; readPage(position: number): { readonly rows: readonly EventRow[] } },
  locked: (work: () => void) => void,
) => {
  const { lastLink } = chainReader(db)
  const keep = keeper(db)
  const find = gapFinder(db)
  return (): boolean => {
    const end = lastLink()
    if (end[0] >= head()) return false
    const { rows } = readPage(end[0])
    if (rows.length === 0) return false
    const next = extended(end, rows)
    locked(() => {
      if (lastLink()[0] !== end[0]) return
      find(end, head())
      keep(next)
    })
    return true
  }
}
