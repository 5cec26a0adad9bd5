import type Database from 'better-sqlite3'
import { likeMatcher } from '../../../domain/shared/like.ts'

/**
 * Adds `endcap_like(value, pattern)` to a connection: SQLite's own LIKE ignores case in ASCII only, and backtracks for
 * every `%`. NULL matches nothing; numbers match by their text.
 */
export const addLike = (db: Database.Database): void => {
  let pattern: unknown
  let matches = likeMatcher('')
  db.function('endcap_like', { deterministic: true }, (value: unknown, wanted: unknown) => {
    if (value === null || typeof wanted !== 'string') return 0
    if (wanted !== pattern) {
      pattern = wanted
      matches = likeMatcher(wanted)
    }
    return matches(String(value)) ? 1 : 0
  })
}
