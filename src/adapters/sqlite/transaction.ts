import type Database from 'better-sqlite3'
import { whenFree } from './when-free.ts'

/** Runs work in one write transaction: all or nothing. Waits at most `limitMs` for other writers, then throws. */
export type Write = <T>(work: () => T, limitMs?: number) => T
/** Runs reads on one snapshot of the file. */
export type Snapshot = <T>(work: () => T) => T

/** How long a writer waits for others, in milliseconds. */
export const patience = 5_000

/** Write transactions of one connection. The lock is taken at the start, so that what is read inside stays true. */
export const writing = (db: Database.Database): Write => {
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  return (work, limitMs = patience) => {
    whenFree(() => begin.run(), limitMs)
    try {
      const result = work()
      commit.run()
      return result
    } finally {
      // SQLite rolls back by itself on some errors (a full disk); then there is nothing to undo.
      if (db.inTransaction) rollback.run()
    }
  }
}

/** Read snapshots of one connection. */
export const reading = (db: Database.Database): Snapshot => {
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  return work => {
    begin.run()
    try {
      return work()
    } finally {
      commit.run()
    }
  }
}
