import type { Batch } from '../../event-log/sqlite/append-batch.ts'
import { codeOfFile, isDamage, removed } from '../../sqlite/file-fault.ts'
import { fileProblems } from '../files/file-problems.ts'
import type { Stores } from '../files/open-stores.ts'
import { type FromWriter, type Job, type ToWriter, unpack, type WriterState } from '../protocol.ts'
import { type Called, outcomesOf, share } from './commit-share.ts'

/** How long a check for other processes' writes may delay appends, in milliseconds. */
const checkLimitMs = 5
/** Milliseconds between two reports of a build. */
const reportEvery = 100

/**
 * The work of the writer thread: commits waiting appends together, updates the views, and then answers; runs jobs;
 * checks for writes of other processes; builds views in between.
 */
export const writerLoop = (stores: Stores, post: (message: FromWriter) => void) => {
  const problems = fileProblems(stores.tryLog)
  const appends: Called[] = []
  let jobs: (readonly [number, Job])[] = []
  let state: Omit<WriterState, 'logProblem' | 'viewsProblem'> = {
    head: 0,
    reflected: 0,
    failedViews: [],
    building: [],
    viewsReopened: 0,
  }
  let wanting = false
  /** When a build was last reported, by `performance.now`. */
  let reported = 0
  let closed = false
  /** views.db was removed, and not all views are built anew yet. */
  let viewsLost = false
  const currentState = (): WriterState => {
    const { logProblem, viewsProblem } = problems.now()
    return { ...state, logProblem, viewsProblem: viewsProblem ?? (viewsLost ? removed : undefined) }
  }

  /** A failed view write does not fail the command whose event is on disk; the views catch up later. */
  const feed = (batch?: Batch, limitMs?: number): boolean => {
    try {
      const { head, reflected, moved } = stores.feed(batch, limitMs)
      const news = reflected !== state.reflected
      state = { ...state, head, reflected, failedViews: stores.failed() }
      problems.viewsWritten()
      return moved || news
    } catch (error) {
      problems.note(error)
      state = { ...state, head: batch?.rows.at(-1)?.[0] ?? state.head }
      return false
    }
  }
  const send = (moved: boolean, more: Partial<FromWriter> = {}) => {
    post({ appended: [], refused: [], answers: [], faults: [], state: currentState(), moved, ...more })
  }

  const commit = () => {
    while (appends.length > 0) {
      const called = appends.splice(0, share(appends))
      const batch = stores.append(called.map(({ append }) => append))
      problems.logWritten(batch.problem)
      send(feed(batch), outcomesOf(called, batch))
    }
  }
  const run = (job: Job): unknown => {
    switch (job.kind) {
      case 'exchange':
        return stores.exchange(job.rows, job.now)
      case 'findLeases':
        return stores.leases().find(job.prefix)
      case 'swapLease':
        return stores.leases().swap(job.swap)
      case 'rebuild':
        stores.builder.rebuild(job.names)
        state = { ...state, building: stores.builder.progress() }
        wanting = true
        return undefined
      case 'close':
        closed = true
        stores.builder.release()
        stores.close()
        return undefined
    }
  }
  const perform = ([call, job]: readonly [number, Job]) => {
    try {
      send(false, { answers: [[call, run(job)]] })
    } catch (error) {
      const code = codeOfFile(error)
      if (code === undefined) throw error
      send(false, { faults: [[call, code]] })
    }
  }

  return {
    start: () => {
      feed()
      problems.refuseDamage()
      wanting = stores.builder.needed()
      send(false, { started: stores.started })
    },
    take: (message: ToWriter) => {
      appends.push(...unpack(message.appends))
      jobs.push(...message.jobs)
    },
    work: () => {
      commit()
      const waiting = jobs
      jobs = []
      waiting.forEach(perform)
    },
    /** Follows other processes' writes, and retries failed writes. */
    checkOthers: () => {
      if (closed) return
      const before = currentState()
      let moved = false
      try {
        problems.retry()
        if (stores.isLogReplaced()) problems.logWritten(removed)
        if (stores.reopenViews()) {
          state = { ...state, viewsReopened: state.viewsReopened + 1 }
          problems.viewsWritten()
          moved = feed(undefined, checkLimitMs)
          wanting = stores.builder.needed()
          viewsLost = wanting
        } else if (stores.changedElsewhere() || problems.now().viewsProblem) {
          moved = feed(undefined, checkLimitMs)
          wanting ||= stores.builder.needed()
        }
      } catch (error) {
        problems.note(error)
      }
      const facts = ({ head, logProblem, viewsProblem, failedViews }: WriterState) =>
        `${head} ${logProblem} ${viewsProblem} ${failedViews.length}`
      if (moved || facts(currentState()) !== facts(before)) send(moved)
    },
    /**
     * Extends the hash chain by a page of events that were written without it; false if there is nothing to do now. A file that cannot
     * be written is reported by appends; a damaged one here.
     */
    chain: (): boolean => {
      if (closed || isDamage(problems.now().logProblem)) return false
      try {
        return stores.chain()
      } catch (error) {
        const code = codeOfFile(error)
        if (code === undefined || isDamage(code)) problems.note(error)
        return false
      }
    },
    /** Runs one step of building views; false if there is nothing to do now. */
    build: (): boolean => {
      if (closed || !wanting || isDamage(problems.now().logProblem)) return false
      try {
        const more = stores.builder.step()
        if (more && performance.now() - reported < reportEvery) return true
        reported = performance.now()
        state = { ...state, building: stores.builder.progress() }
        wanting = more || stores.builder.needed()
        viewsLost &&= wanting
        const moved = feed()
        send(moved || state.building.length === 0)
        return more
      } catch (error) {
        problems.note(error)
        send(false)
        return false
      }
    },
  }
}
