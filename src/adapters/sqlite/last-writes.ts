import { existsSync, statSync } from 'node:fs'

/**
 * Whether a database is missing although the file with its last writes, its write-ahead log, is there. SQLite would delete the
 * file when it creates the database, or write it into another database that is put there.
 */
export const hasOnlyLastWrites = (path: string): boolean => {
  // in this order: another process may create both meanwhile
  const left = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return left !== undefined && left.size > 0 && !existsSync(path)
}
