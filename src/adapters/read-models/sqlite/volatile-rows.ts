import type Database from 'better-sqlite3'
import { changeWatch } from '../../sqlite/open-file.ts'
import type { Write } from '../../sqlite/transaction.ts'

/** A node's counter under a key. `expires` and `at` are in milliseconds since 1970. */
export type CounterRow = { readonly key: string; readonly total: number; readonly expires: number; readonly at: number }
export type LatestRow = { readonly key: string; readonly value: string; readonly expires: number; readonly at: number }
/** What a node sends to or receives from the others: sums of the others' counters, and latest values. */
export type VolatileRows = { readonly counters: readonly CounterRow[]; readonly latest: readonly LatestRow[] }

/**
 * Exchanges volatile rows between nodes (HTTP-19): once a second a node writes its changes in one transaction and
 * reads those of the others. Undefined: no other node has written since the last exchange.
 */
export const volatileExchange = (db: Database.Database, write: Write, node: string) => {
  const changed = changeWatch(db)
  const count = db.prepare(
    `INSERT INTO counter (key, node, total, expires, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (key, node) DO UPDATE SET total = excluded.total, expires = excluded.expires, at = excluded.at`,
  )
  // one that was set after the end of this one was set by a clock that was ahead
  const set = db.prepare(
    `INSERT INTO latest (key, value, expires, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires = excluded.expires, at = excluded.at
     WHERE excluded.at >= at OR at > excluded.expires`,
  )
  const others = db.prepare<[string, number], CounterRow>(
    `SELECT key, sum(total) AS total, max(expires) AS expires, max(at) AS at FROM counter
     WHERE node <> ? AND expires > ? GROUP BY key`,
  )
  const latest = db.prepare<[number], LatestRow>('SELECT key, value, expires, at FROM latest WHERE expires > ?')
  const expired = [
    db.prepare<[number]>('DELETE FROM counter WHERE expires <= ?'),
    db.prepare<[number]>('DELETE FROM latest WHERE expires <= ?'),
  ]

  return (rows: VolatileRows, now: number): VolatileRows | undefined => {
    if (rows.counters.length + rows.latest.length > 0) {
      write(() => {
        for (const r of rows.counters) count.run(r.key, node, r.total, r.expires, r.at)
        for (const r of rows.latest) set.run(r.key, r.value, r.expires, r.at)
        for (const statement of expired) statement.run(now)
      })
    }
    if (!changed()) return undefined
    return { counters: others.all(node, now), latest: latest.all(now) }
  }
}
