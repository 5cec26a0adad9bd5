import type Database from 'better-sqlite3'
import type { Conflict, Unavailable } from '../../../ports/event-log.ts'
import { bulk } from '../../sqlite/bulk.ts'
import { writing } from '../../sqlite/transaction.ts'
import { chainExtender } from './chain.ts'
import { type EventRow, eventColumns } from './event-row.ts'
import { type Head, streamHeads } from './stream-heads.ts'
import { codeOf, unavailable } from './unavailable.ts'

/** One append of a batch. `events`: id, type, data and metadata of each event, flat. */
export type Append = {
  readonly stream: string
  readonly expected: number
  /** Id of the event at `expected`, if this process appended it and the append is still pending. */
  readonly expectedId: string | undefined
  readonly events: readonly string[]
}
export type Outcome = { readonly revision: number; readonly position: number } | Conflict | Unavailable

/** Result of a batch: one outcome per append, and the rows now on disk, after position `before`. */
export type Batch = {
  readonly outcomes: readonly Outcome[]
  readonly before: number
  readonly rows: readonly EventRow[]
  /** SQLite's error code if the commit failed. */
  readonly problem?: string
}

/**
 * Returns a function that commits all waiting appends in one transaction (group commit). Each is checked separately: a
 * conflict fails that append and those based on its events; the rest commit. If the commit fails, all fail.
 */
export const batchAppender = (db: Database.Database): ((appends: readonly Append[]) => Batch) => {
  const write = writing(db)
  const heads = streamHeads(db)
  const chain = chainExtender(db)
  const insert = bulk(db, `INSERT INTO event (${eventColumns}) VALUES`, 8)
  const at = db
    .prepare<[number], [number, number, string]>('SELECT previous, revision, id FROM event WHERE position = ?')
    .raw()
  let rows: EventRow[] = []
  let written = 0

  const flush = () => {
    insert(written === 0 ? rows.flat() : rows.slice(written).flat())
    written = rows.length
  }
  const idAt = (head: Head) => {
    if (head.id !== undefined || head.revision < 0) return head.id
    return at.get(head.position)?.[2]
  }

  /** The earlier answer to a repeated append: its ids directly follow `expected` in the stream. */
  const repeated = ({ stream, expected, events }: Append): Outcome | undefined => {
    const last = expected + events.length / 4
    const head = heads.get(stream)
    if (events.length === 0 || head.revision < last) return undefined
    flush()
    let answer: Outcome | undefined
    for (let position = head.position; position > 0; ) {
      const [previous, revision, id] = at.get(position) ?? [0, -1, '']
      if (revision <= expected) break
      if (revision === last) answer = { revision, position }
      if (revision <= last && id !== events[(revision - expected - 1) * 4]) return undefined
      position = previous
    }
    return answer
  }

  const add = ({ stream, events }: Append) => {
    for (let i = 0; i < events.length; i += 4) {
      const previous = heads.get(stream).position
      const { revision, position } = heads.advance(stream, events[i]!)
      rows.push([position, previous, revision, stream, events[i]!, events[i + 1]!, events[i + 2]!, events[i + 3]!])
    }
  }

  const decide = (append: Append): Outcome => {
    const { stream, expected, expectedId } = append
    const head = heads.get(stream)
    const asDecided = head.revision === expected && (expectedId === undefined || idAt(head) === expectedId)
    if (!asDecided) return repeated(append) ?? { kind: 'conflict', stream, actual: head.revision }
    add(append)
    const { revision, position } = heads.get(stream)
    return { revision, position }
  }

  return appends => {
    rows = []
    written = 0
    try {
      return write(() => {
        heads.refresh()
        const before = heads.head()
        const outcomes = appends.map(decide)
        flush()
        heads.save()
        chain(before, rows)
        return { outcomes, before, rows }
      })
    } catch (error) {
      heads.forget()
      const failure = unavailable(error)
      return { outcomes: appends.map(() => failure), before: 0, rows: [], problem: codeOf(error) }
    }
  }
}
