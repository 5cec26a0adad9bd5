import { type CopyCursor, type CopyFault, mostFaults } from '../../domain/cloud/copy-events.ts'
import type { CopyState } from '../../domain/cloud/copy-state.ts'
import type { Clock } from '../../ports/clock.ts'

/** Counts are told at most twice a second, or when so many faults wait to be told. */
const tellEveryMs = 500
const faultsAtOnce = 100

/** How far a copy is; `faults`: those that were not told yet. */
export type Progress = {
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly faults: CopyFault[]
}
export type Telling = (progress: Progress & { readonly cursor: CopyCursor }) => Promise<void>

/** Counts what is settled, in order, and tells it now and then. */
export const tallyFrom = (before: CopyState, total: number, from: CopyCursor, clock: Clock, tell: Telling) => {
  let { done, failed } = before
  let cursor = from
  let faults: CopyFault[] = []
  let told = Number.NEGATIVE_INFINITY
  let isAllTold = true
  /** The total grows when objects have come since they were counted. */
  const progress = (): Progress => ({ total: Math.max(total, done + failed), done, failed, faults })
  const tellNow = async (): Promise<void> => {
    told = clock.monotonic()
    isAllTold = true
    const telling = tell({ ...progress(), cursor })
    faults = []
    await telling
  }
  const dueIn = (): number => tellEveryMs - (clock.monotonic() - told)
  return {
    tellNow,
    progress,
    /** Awaits something slow; what was counted before is told when it is due, though nothing settles meanwhile. */
    async during<A>(work: Promise<A>): Promise<A> {
      if (isAllTold) return work
      const { promise: isDue, resolve: due } = Promise.withResolvers<true>()
      const timer = setTimeout(() => due(true), dueIn())
      const wasDue = await Promise.race([isDue, work.then(() => false)]).finally(() => clearTimeout(timer))
      if (wasDue) await tellNow()
      return work
    },
    async settled(fault: CopyFault | undefined, behind: CopyCursor): Promise<void> {
      cursor = behind
      isAllTold = false
      if (fault === undefined) done++
      else if (++failed - before.failed + before.faults.length <= mostFaults) faults.push(fault)
      if (dueIn() <= 0 || faults.length >= faultsAtOnce) await tellNow()
    },
  }
}
