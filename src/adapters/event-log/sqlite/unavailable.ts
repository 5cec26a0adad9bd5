import Database from 'better-sqlite3'
import type { Unavailable } from '../../../ports/event-log.ts'

const reasons: readonly (readonly [code: string, reason: string])[] = [
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_BUSY', 'another process holds the log'],
  ['SQLITE_READONLY', 'the log cannot be written to'],
  ['SQLITE_IOERR', 'the disk does not answer as it should'],
  ['SQLITE_CORRUPT', 'the file of the log is damaged'],
  ['SQLITE_NOTADB', 'the file of the log is damaged'],
]

/** SQLite's code of a failed commit. */
export const codeOf = (error: unknown): string => (error instanceof Database.SqliteError ? error.code : 'unknown error')

/** What a failed commit means to the caller. Errors that are not SQLite's are faults of ours and are thrown on. */
export const unavailable = (error: unknown): Unavailable => {
  if (!(error instanceof Database.SqliteError)) throw error
  const reason = reasons.find(([code]) => error.code.startsWith(code))?.[1] ?? 'the log cannot be written'
  return { kind: 'unavailable', reason: `${reason} (${error.code})` }
}
