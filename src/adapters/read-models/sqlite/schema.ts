import type Database from 'better-sqlite3'
import { onFile } from '../../sqlite/file-fault.ts'
import { openForWriting } from '../../sqlite/open-file.ts'
import { writing } from '../../sqlite/transaction.ts'

/** Layout of views.db. A file with another number is emptied: its contents can be rebuilt from the log. */
const format = '1'

// A generation is one set of a view's documents. `serving` names the one that readers and writers of (name, version)
// use, so that a rebuilt one takes over by updating one row. `changed` increases when documents change, `checkpoint`
// with the log.
const tables = `
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS generation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    checkpoint INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    beat INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS serving (
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (name, version)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counter (
    key TEXT NOT NULL,
    node TEXT NOT NULL,
    total REAL NOT NULL,
    expires INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (key, node)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS latest (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    expires INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lease (
    work_id TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    token TEXT NOT NULL,
    renewals INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) WITHOUT ROWID;
`

/** At startup another process may be building the indexes of a large view; milliseconds. */
export const openPatience = 60_000

/** The table that holds the documents of a generation. */
export const tableOf = (generation: number): string => `documents_${generation}`

const empty = (db: Database.Database) => {
  for (const id of db.prepare<[], number>('SELECT id FROM generation').pluck().all()) {
    db.exec(`DROP TABLE IF EXISTS ${tableOf(id)}`)
  }
  db.exec('DELETE FROM generation; DELETE FROM serving; DELETE FROM lease')
}

/** Drops generations that are ahead of the log: they include events that have been lost since. */
const dropAhead = (db: Database.Database, head: number) => {
  const ahead = db.prepare<[number], number>('SELECT id FROM generation WHERE checkpoint > ?').pluck().all(head)
  for (const id of ahead) {
    db.prepare('DELETE FROM serving WHERE generation = ?').run(id)
    db.prepare('DELETE FROM generation WHERE id = ?').run(id)
    db.exec(`DROP TABLE IF EXISTS ${tableOf(id)}`)
  }
}

/** The log of views. `idAt`: the id of the event at a position. */
export type LogOfViews = { readonly id: string; head(): number; idAt(position: number): string | undefined }

/**
 * Returns a function that notes the event at the head of the log, which the views may reflect. A log that was restored has its id and its
 * positions, but goes on with other events. `id`: of that event, where it is known.
 */
export const headNotes = (db: Database.Database, log: Pick<LogOfViews, 'idAt'>) => {
  const set = db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('head', ?)")
  return (head: number, id = log.idAt(head)): void => void set.run(`${head} ${id ?? ''}`)
}

/** Whether the log has the event of such a note, if it reaches as far. */
const hasNoted = (log: LogOfViews, note: string | undefined): boolean => {
  const [position, id] = note?.split(' ') ?? []
  return !id || Number(position) > log.head() || log.idAt(Number(position)) === id
}

/**
 * Opens the views for writing, and creates the file if missing. Commits are not synced: what a power failure loses is
 * projected again. Views of another log, or with events that this one lacks, are dropped and rebuilt (ARCH-25). Waits at most
 * `limitMs` for other writers.
 */
export const openViews = (path: string, log: LogOfViews, limitMs: number): Database.Database =>
  onFile(path, () => opened(path, log, limitMs))

const opened = (path: string, log: LogOfViews, limitMs: number): Database.Database => {
  const db = openForWriting(path, 'NORMAL')
  try {
    writing(db)(() => {
      db.exec(tables)
      const get = db.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
      const isOfLog = get.get('log') === log.id && get.get('format') === format && hasNoted(log, get.get('head'))
      if (isOfLog) dropAhead(db, log.head())
      else empty(db)
      const set = db.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)')
      set.run('log', log.id)
      set.run('format', format)
      headNotes(db, log)(log.head())
    }, limitMs)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
