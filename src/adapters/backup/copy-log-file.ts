import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { openForReading } from '../sqlite/open-file.ts'
import { type BackedUp, hashed, syncFile } from './copy-files.ts'

/** Pages copied at once: 16 MB, so that progress is shown and memory use stays small. */
const pagesAtOnce = 4_000

/** Called while the log is copied, with its pages copied so far and in total. */
export type OnPages = (done: number, total: number) => void

/**
 * Copies a snapshot of log.db while it is being written. Without the read transaction SQLite would begin again after
 * each write of another process, and a backup of a busy service would never end.
 */
const copySnapshot = async (db: Database.Database, target: string, onPages: OnPages): Promise<void> => {
  db.exec('BEGIN')
  // the snapshot is taken by the first read
  db.prepare('SELECT 1 FROM meta').get()
  await db.backup(target, {
    progress: ({ totalPages, remainingPages }) => {
      onPages(totalPages - remainingPages, totalPages)
      return pagesAtOnce
    },
  })
  db.exec('COMMIT')
}

/** Copies log.db into a folder; its name there is final only when the copy is complete and synced. */
export const copyLogFile = async (dataDir: string, folder: string, onPages: OnPages): Promise<BackedUp> => {
  const copying = join(folder, 'log.db.incoming')
  // SQLite keeps the permissions of an existing file
  await writeFile(copying, '', { mode: 0o600, flag: 'wx' })
  const db = openForReading(join(dataDir, 'log.db'))
  try {
    await copySnapshot(db, copying, onPages)
  } finally {
    db.close()
  }
  await syncFile(copying)
  const copied = await hashed(copying, 'log.db')
  await rename(copying, join(folder, 'log.db'))
  return copied
}
