import Database from 'better-sqlite3'
import type { Unavailable } from '../../../ports/event-log.ts'

const reasons: readonly (readonly [code: string, reason: string])[] = [
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_BUSY', 'the log is locked by another process'],
  ['SQLITE_READONLY', 'the log is read-only'],
  ['SQLITE_IOERR', 'the disk reports an I/O error'],
  ['SQLITE_CORRUPT', 'the log file is damaged'],
  ['SQLITE_NOTADB', 'the log file is damaged'],
]

/** SQLite's code of a failed commit. */
export const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : 'unknown error')

/** Maps a failed commit to Unavailable. Errors other than SQLite's are bugs and are rethrown. */
export const unavailable = (error: unknown): Unavailable => {
  if (!(error instanceof Database.SqliteError)) throw error
  const reason = reasons.find(([code]) => error.code.startsWith(code))?.[1] ?? 'the log cannot be written'
  return { kind: 'unavailable', reason: `${reason} (${error.code})` }
}
