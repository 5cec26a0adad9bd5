import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type Database from 'better-sqlite3'
import { FileFault, onFile, writesLeft } from '../../sqlite/file-fault.ts'
import { hasOnlyLastWrites } from '../../sqlite/last-writes.ts'
import { openForWriting } from '../../sqlite/open-file.ts'
import { writing } from '../../sqlite/transaction.ts'

/** Layout of log.db; a file with another number belongs to another release and is refused. */
const format = '1'

// `previous` is the position of the previous event in the stream (0: none). Together with the table of stream heads it
// replaces an index on (stream, revision), which costs three times as much to maintain (ARCH-20). `chain` holds the hash chain
// over the events (ADR 0077), `chain_gap` what it lacked (ADR 0088).
const tables = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS event (
    position INTEGER PRIMARY KEY,
    previous INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    stream TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS stream (
    stream TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS chain (
    position INTEGER PRIMARY KEY,
    events INTEGER NOT NULL,
    head BLOB NOT NULL
  );
  CREATE TABLE IF NOT EXISTS chain_gap (
    position INTEGER PRIMARY KEY,
    events INTEGER NOT NULL,
    until INTEGER NOT NULL,
    had INTEGER NOT NULL,
    at TEXT NOT NULL
  );
`

/** Opens the log for appending, and creates it if missing. Every commit is synced. */
export const openLog = (path: string): Database.Database => {
  if (hasOnlyLastWrites(path)) throw new FileFault(basename(path), writesLeft)
  return onFile(path, () => opened(path))
}

const opened = (path: string): Database.Database => {
  const db = openForWriting(path, 'FULL')
  try {
    writing(db)(() => {
      db.exec(tables)
      const add = db.prepare('INSERT OR IGNORE INTO meta (key, value) VALUES (?, ?)')
      add.run('format', format)
      add.run('id', randomUUID())
    })
    const found = db.prepare("SELECT value FROM meta WHERE key = 'format'").pluck().get()
    if (found !== format) throw new Error(`${path} has format ${found}; this release reads format ${format}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** The id that the log got when it was created. */
export const logId = (db: Database.Database): string =>
  db.prepare<[], string>("SELECT value FROM meta WHERE key = 'id'").pluck().get() ?? ''
