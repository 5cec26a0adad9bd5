import type Database from 'better-sqlite3'
import type { LeaseRow, SeenRow } from '../../../ports/leases.ts'
import type { Write } from '../../sqlite/transaction.ts'

/** A change of the row of a work, as the writer gets it. `at`: milliseconds since 1970. */
export type LeaseSwap = {
  readonly workId: string
  readonly seen: SeenRow | undefined
  readonly next: LeaseRow | undefined
  readonly at: number
}

/** Rows that nobody has touched for so long are removed, in milliseconds: their work was ended by other means. */
export const leaseKeptMs = 86_400_000

type Row = LeaseRow & { readonly workId: string }

/** The table `lease` of views.db. Commits of that file are not synced: after a loss of power, work starts again. */
export const leaseRows = (db: Database.Database, write: Write) => {
  const insert = db.prepare(
    'INSERT INTO lease (work_id, holder, token, renewals, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const update = db.prepare(
    `UPDATE lease SET holder = ?, token = ?, renewals = ?, at = ?
     WHERE work_id = ? AND token = ? AND renewals = coalesce(?, renewals)`,
  )
  const remove = db.prepare('DELETE FROM lease WHERE work_id = ? AND token = ?')
  const sweep = db.prepare<[number]>('DELETE FROM lease WHERE at < ?')
  const select = db.prepare<[string, string], Row>(
    'SELECT work_id AS workId, holder, token, renewals FROM lease WHERE work_id >= ? AND work_id < ?',
  )
  const swapped = ({ workId, seen, next, at }: LeaseSwap): boolean => {
    if (seen === undefined) {
      if (next === undefined) return false
      sweep.run(at - leaseKeptMs)
      return insert.run(workId, next.holder, next.token, next.renewals, at).changes === 1
    }
    if (next === undefined) return remove.run(workId, seen.token).changes === 1
    const { holder, token, renewals } = next
    return update.run(holder, token, renewals, at, workId, seen.token, seen.renewals ?? null).changes === 1
  }
  return {
    find: (prefix: string): readonly (readonly [string, LeaseRow])[] =>
      select.all(prefix, `${prefix}\u{10ffff}`).map(({ workId, ...row }) => [workId, row] as const),
    swap: (swap: LeaseSwap): boolean => write(() => swapped(swap)),
  }
}
