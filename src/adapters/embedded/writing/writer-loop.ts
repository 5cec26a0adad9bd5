import type { Batch } from '../../event-log/sqlite/append-batch.ts'
import { codeOfFile, isDamage } from '../../sqlite/file-fault.ts'
import { fileProblems } from '../files/file-problems.ts'
import type { Stores } from '../files/open-stores.ts'
import { type FromWriter, type Job, type ToWriter, unpack, type WriterState } from '../protocol.ts'
import { type Called, outcomesOf, share } from './commit-share.ts'

/** How long a look at what others did may keep appends waiting, in milliseconds. */
const glance = 5

/**
 * What the writing thread does with what it is told: commits the appends that wait together, brings the views up, and
 * answers then; does the jobs; looks for what other processes wrote; builds views in between.
 */
export const writerLoop = (stores: Stores, node: string, post: (message: FromWriter) => void) => {
  const exchange = stores.exchange(node)
  const problems = fileProblems(stores.tryLog)
  const appends: Called[] = []
  let jobs: (readonly [number, Job])[] = []
  let state: Omit<WriterState, 'logProblem' | 'viewsProblem'> = { head: 0, reflected: 0, failedViews: [], building: [] }
  let wanting = false
  let closed = false
  const told = (): WriterState => ({ ...state, ...problems.now() })

  /** Views that cannot be written now do not fail the command whose event is on disk; they are brought up later. */
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
  const tell = (moved: boolean, more: Partial<FromWriter> = {}) =>
    post({ appended: [], refused: [], answers: [], faults: [], state: told(), moved, ...more })

  const commit = () => {
    while (appends.length > 0) {
      const called = appends.splice(0, share(appends))
      const batch = stores.append(called.map(({ append }) => append))
      problems.logWritten(batch.problem)
      tell(feed(batch), outcomesOf(called, batch))
    }
  }
  const run = (job: Job): unknown => {
    switch (job.kind) {
      case 'apply':
        return stores.apply(job.view, job.changes, job.from, job.checkpoint)
      case 'exchange':
        return exchange(job.rows, job.now)
      case 'rebuild':
        stores.builder.rebuild(job.names)
        state = { ...state, building: stores.builder.building() }
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
      const answer = run(job)
      tell(job.kind === 'apply', { answers: [[call, answer]] })
    } catch (error) {
      const code = codeOfFile(error)
      if (code === undefined) throw error
      tell(false, { faults: [[call, `the views cannot be written (${code})`]] })
    }
  }

  return {
    start: () => {
      feed()
      problems.refuseDamage()
      wanting = stores.builder.needed()
      tell(false, { started: stores.started })
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
    /** Follows other processes, and makes up for what could not be written before. */
    look: () => {
      if (closed) return
      const before = told()
      let moved = false
      try {
        problems.retry()
        if (stores.changedElsewhere() || problems.now().viewsProblem) {
          moved = feed(undefined, glance)
          wanting ||= stores.builder.needed()
        }
      } catch (error) {
        problems.note(error)
      }
      const facts = ({ head, logProblem, viewsProblem, failedViews }: WriterState) =>
        `${head} ${logProblem} ${viewsProblem} ${failedViews.length}`
      if (moved || facts(told()) !== facts(before)) tell(moved)
    },
    /** Builds a piece of what is missing; false: nothing is to be done for now. */
    build: (): boolean => {
      if (closed || !wanting || isDamage(problems.now().logProblem)) return false
      try {
        const more = stores.builder.step()
        state = { ...state, building: stores.builder.building() }
        wanting = more || stores.builder.needed()
        const moved = feed()
        tell(moved || state.building.length === 0)
        return more
      } catch (error) {
        problems.note(error)
        tell(false)
        return false
      }
    },
  }
}
