import { codeOfFile, FileFault, isDamage } from '../../sqlite/file-fault.ts'
import type { WriterState } from '../protocol.ts'
import { fileOf } from './file-names.ts'

/** Milliseconds between tries of a log that could not be written. */
const tryEvery = 1_000

/** What is wrong with the two files, as the thread that writes them has met it. `tryLog` throws as long as the log cannot be written. */
export const fileProblems = (tryLog: () => void) => {
  let log: string | undefined
  let views: string | undefined
  let triedAt = 0

  /** The log was written, or not: then with its code. Damage stays, whatever goes well elsewhere in the file. */
  const logWritten = (code?: string) => {
    triedAt = performance.now()
    if (!isDamage(log)) log = code
  }
  /** Views are fed from the log, so it may be the log's file that is not as it should be. Faults of ours are thrown on. */
  const note = (error: unknown) => {
    const code = codeOfFile(error)
    if (code === undefined) throw error
    if (error instanceof FileFault && error.file === fileOf.log) logWritten(code)
    else views = code
  }
  return {
    note,
    logWritten,
    viewsWritten: () => {
      views = undefined
    },
    /** Nobody may write while it is said that the log is away, so it is tried from here. */
    retry: () => {
      if (log === undefined || isDamage(log) || performance.now() - triedAt < tryEvery) return
      try {
        tryLog()
        logWritten()
      } catch (error) {
        const code = codeOfFile(error)
        if (code === undefined) throw error
        logWritten(code)
      }
    },
    /** Damage that was met at the start: what cannot be read now will not be read later, so somebody has to put it right first. */
    refuseDamage: () => {
      if (isDamage(log)) throw new FileFault(fileOf.log, log ?? '')
      if (isDamage(views)) throw new FileFault(fileOf.views, views ?? '')
    },
    now: (): Pick<WriterState, 'logProblem' | 'viewsProblem'> => ({ logProblem: log, viewsProblem: views }),
  }
}
