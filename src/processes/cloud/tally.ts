import { type CopyCursor, type CopyFault, mostFaults } from '../../domain/cloud/copy-events.ts'
import type { CopyState } from '../../domain/cloud/copy-state.ts'
import type { Clock } from '../../ports/clock.ts'

/** Counts are reported at most twice a second, or once this many faults are waiting. */
const reportEveryMs = 500
const faultsAtOnce = 100

/** The progress of a copy; `faults`: those not yet reported. */
export type Progress = {
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly faults: CopyFault[]
}
export type Report = (progress: Progress & { readonly cursor: CopyCursor }) => Promise<void>

/** Counts settled objects in order, and reports the counts periodically. */
export const tallyFrom = (before: CopyState, total: number, from: CopyCursor, clock: Clock, report: Report) => {
  let { done, failed } = before
  let cursor = from
  let faults: CopyFault[] = []
  let reportedAt = Number.NEGATIVE_INFINITY
  let isReported = true
  /** The total grows when objects were added after the count. */
  const progress = (): Progress => ({ total: Math.max(total, done + failed), done, failed, faults })
  const reportNow = async (): Promise<void> => {
    reportedAt = clock.monotonic()
    isReported = true
    const reporting = report({ ...progress(), cursor })
    faults = []
    await reporting
  }
  const dueIn = (): number => reportEveryMs - (clock.monotonic() - reportedAt)
  return {
    reportNow,
    progress,
    /** Awaits a slow copy; reports pending counts when they are due, even if nothing else settles. */
    async during<A>(work: Promise<A>): Promise<A> {
      if (isReported) return work
      const { promise: isDue, resolve: due } = Promise.withResolvers<true>()
      const timer = setTimeout(() => due(true), dueIn())
      const wasDue = await Promise.race([isDue, work.then(() => false)]).finally(() => clearTimeout(timer))
      if (wasDue) await reportNow()
      return work
    },
    async settled(fault: CopyFault | undefined, after: CopyCursor): Promise<void> {
      cursor = after
      isReported = false
      if (fault === undefined) done++
      else if (++failed - before.failed + before.faults.length <= mostFaults) faults.push(fault)
      if (dueIn() <= 0 || faults.length >= faultsAtOnce) await reportNow()
    },
  }
}
