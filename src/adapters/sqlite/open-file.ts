import Database from 'better-sqlite3'
import { onFile } from './file-fault.ts'
import { patience } from './transaction.ts'
import { whenFree } from './when-free.ts'

/** How commits reach the disk: FULL syncs every commit, NORMAL only at WAL checkpoints. */
export type Synchronous = 'FULL' | 'NORMAL'

/**
 * Opens (or creates) a database file for writing, in WAL mode, without a busy timeout. `synchronous` is explicit
 * because the default in WAL mode does not sync commits. Throws a FileFault if the file is unusable.
 */
export const openForWriting = (path: string, synchronous: Synchronous): Database.Database =>
  onFile(path, () => opened(path, synchronous))

const opened = (path: string, synchronous: Synchronous): Database.Database => {
  const db = new Database(path, { timeout: 0 })
  try {
    const mode = whenFree(() => db.pragma('journal_mode = WAL', { simple: true }), patience)
    if (mode !== 'wal') throw new Error(`${path} cannot be switched to WAL mode`)
    db.pragma(`synchronous = ${synchronous}`)
    db.pragma('journal_size_limit = 67108864')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Opens an existing database file for reading. Readers meet a lock only during recovery after a crash, and then wait for it at most
 * `limitMs`.
 */
export const openForReading = (path: string, limitMs = patience): Database.Database =>
  onFile(path, () => new Database(path, { readonly: true, fileMustExist: true, timeout: limitMs }))

/**
 * Leaves checkpoints to others: a commit of this connection makes one only when the write-ahead log has 4,000 pages (16 MiB), instead
 * of SQLite's 1,000.
 */
export const checkpointRarely = (db: Database.Database): void => {
  db.pragma('wal_autocheckpoint = 4000')
}

/** PRAGMA synchronous of a connection: 2 is FULL, 1 NORMAL. */
export const synchronousOf = (db: Database.Database): number => Number(db.pragma('synchronous', { simple: true }))

/** Returns whether another connection has committed since the last call; the first call returns true. */
export const changeWatch = (db: Database.Database): (() => boolean) => {
  const version = db.prepare('PRAGMA data_version').pluck()
  let seen: unknown
  return () => {
    const now = version.get()
    if (now === seen) return false
    seen = now
    return true
  }
}
