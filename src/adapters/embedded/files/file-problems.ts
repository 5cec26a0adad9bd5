import { codeOfFile, FileFault, isDamage } from '../../sqlite/file-fault.ts'
import type { WriterState } from '../protocol.ts'
import { fileOf } from './file-names.ts'

/** Interval between write attempts after the log could not be written, in milliseconds. */
const tryEvery = 1_000

/** Tracks the errors of the two files, as met by the writer thread. `tryLog` throws while the log cannot be written. */
export const fileProblems = (tryLog: () => void) => {
  let log: string | undefined
  let views: string | undefined
  let triedAt = 0

  /** Records a log write: success, or an error code. Damage stays recorded even if other writes succeed. */
  const logWritten = (code?: string) => {
    triedAt = performance.now()
    if (!isDamage(log)) log = code
  }
  /**
   * Records a file error. Views are fed from the log, so the error may concern the log's file. Other errors are
   * rethrown.
   */
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
    /** Retries the log: while it is reported unavailable there may be no appends to detect its recovery. */
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
    /** Refuses to start on damaged files: they stay unreadable until an operator repairs them. */
    refuseDamage: () => {
      if (isDamage(log)) throw new FileFault(fileOf.log, log ?? '')
      if (isDamage(views)) throw new FileFault(fileOf.views, views ?? '')
    },
    now: (): Pick<WriterState, 'logProblem' | 'viewsProblem'> => ({ logProblem: log, viewsProblem: views }),
  }
}
