import Database from 'better-sqlite3'
import { onFile } from '../../sqlite/file-fault.ts'
import { identityOf } from '../../sqlite/file-identity.ts'
import { pauseBriefly } from '../../sqlite/when-free.ts'

/** A database file as the writer opened it; no identity: there was none. */
export type OpenedFile = { readonly path: string; readonly identity: string | undefined }

/** How often a checkpoint tries to find the file between two commits, with no reader. */
const attempts = 10

/**
 * Opens a file for checkpoints; undefined if another file, or none, is at its path meanwhile: the last writes of the one that the
 * writer has open must not be copied into that. Throws a FileFault if the file is unusable.
 */
export const openForCheckpoints = ({ path, identity }: OpenedFile) =>
  onFile(path, () => {
    if (identity === undefined || identityOf(path) !== identity) return undefined
    const db = new Database(path, { fileMustExist: true, timeout: 0 })
    if (identityOf(path) !== identity) {
      db.close()
      return undefined
    }
    // a checkpoint syncs no more with FULL
    db.pragma('synchronous = NORMAL')
    const passive = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').pluck()
    const restart = db.prepare('PRAGMA wal_checkpoint(RESTART)').pluck()
    return {
      identity,
      /**
       * Copies the write-ahead log into the file while others read and write, then what was written meanwhile, between two commits,
       * so that the next one begins the write-ahead log anew. It waits for nobody: if the file is in use each time, the next checkpoint
       * does that.
       */
      checkpoint: (): void =>
        onFile(path, () => {
          // the second one has little to copy, so that the third one is soon done
          passive.get()
          passive.get()
          for (let left = attempts; left > 0 && restart.get() !== 0; left--) pauseBriefly()
        }),
      close: () => db.close(),
    }
  })
