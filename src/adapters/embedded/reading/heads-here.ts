import { join } from 'node:path'
import { logReader } from '../../event-log/sqlite/read-log.ts'
import { openForReading } from '../../sqlite/open-file.ts'
import { fileOf } from '../files/file-names.ts'
import type { AsyncReads } from './reads.ts'

/**
 * Reads the heads of streams on this thread, and everything else where `reads` does: a head is one row of a small table, which costs less
 * than the messages that ask another thread for it, and every command that must know whether something still exists asks for one.
 * It never waits here: whatever SQLite cannot answer at once is asked for there.
 */
export const headsHere = (dataDir: string, reads: AsyncReads): AsyncReads => {
  const db = openForReading(join(dataDir, fileOf.log), 0)
  const { streamHead } = logReader(db)
  const here = (stream: string) => {
    try {
      return streamHead(stream)
    } catch {
      // locked, or damaged: there the error is told apart
      return undefined
    }
  }
  return {
    ...reads,
    streamHead: async stream => here(stream) ?? reads.streamHead(stream),
    close: async () => {
      db.close()
      await reads.close()
    },
  }
}
