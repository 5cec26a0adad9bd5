import { join } from 'node:path'
import { logReader } from '../../event-log/sqlite/read-log.ts'
import { openForReading } from '../../sqlite/open-file.ts'
import { fileOf } from '../files/file-names.ts'
import type { AsyncReads } from './reads.ts'

type Head = ReturnType<ReturnType<typeof logReader>['streamHead']>
type Asked = { readonly stream: string; resolve(head: Head | Promise<Head>): void }

/**
 * Reads the heads of streams on this thread, and everything else where `reads` does: a head is one row of a small table, which costs less
 * than the messages that ask another thread for it, and every command that must know whether something still exists asks for one.
 * Those asked for in one turn of the event loop are read at its end in one transaction: most of the cost of one is its locks.
 * It never waits here: whatever SQLite cannot answer at once is asked for there.
 */
export const headsHere = (dataDir: string, reads: AsyncReads): AsyncReads => {
  const db = openForReading(join(dataDir, fileOf.log), 0)
  const { streamHead } = logReader(db)
  const headsOf = db.transaction((all: readonly Asked[]) => all.map(({ stream }) => streamHead(stream)))
  const here = (all: readonly Asked[]): readonly Head[] => {
    try {
      return headsOf(all)
    } catch {
      // locked, or damaged: there the error is told apart
      return []
    }
  }
  let asked: Asked[] = []
  const answer = () => {
    const all = asked
    asked = []
    const heads = here(all)
    for (const [i, { stream, resolve }] of all.entries()) resolve(heads[i] ?? reads.streamHead(stream))
  }
  return {
    ...reads,
    streamHead: stream =>
      new Promise(resolve => {
        asked.push({ stream, resolve })
        if (asked.length === 1) setImmediate(answer)
      }),
    close: async () => {
      db.close()
      await reads.close()
    },
  }
}
