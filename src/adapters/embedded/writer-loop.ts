import Database from 'better-sqlite3'
import type { Batch } from '../event-log/sqlite/append-batch.ts'
import { type Called, outcomesOf, share } from './commit-share.ts'
import type { Stores } from './open-stores.ts'
import { type FromWriter, type Job, type ToWriter, unpack, type WriterState } from './protocol.ts'

/** How long a look at what others did may keep appends waiting, in milliseconds. */
const glance = 5

/**
 * What the writing thread does with what it is told: commits the appends that wait together, brings the views up, and
 * answers then; does the jobs; looks for what other processes wrote; builds views in between.
 */
export const writerLoop = (stores: Stores, node: string, post: (message: FromWriter) => void) => {
  const exchange = stores.exchange(node)
  const appends: Called[] = []
  let jobs: (readonly [number, Job])[] = []
  let state: WriterState = { head: 0, reflected: 0, failedViews: [], building: [], viewsProblem: undefined }
  let wanting = false
  let closed = false

  /** Views that cannot be written now do not fail the command whose event is on disk; they are brought up later. */
  const feed = (batch?: Batch, limitMs?: number): boolean => {
    try {
      const { head, reflected, moved } = stores.feed(batch, limitMs)
      const news = reflected !== state.reflected
      state = { ...state, head, reflected, failedViews: stores.failed(), viewsProblem: undefined }
      return moved || news
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      state = { ...state, head: batch?.rows.at(-1)?.[0] ?? state.head, viewsProblem: error.code }
      return false
    }
  }
  const tell = (moved: boolean, more: Partial<FromWriter> = {}) =>
    post({ appended: [], refused: [], answers: [], faults: [], state, moved, ...more })

  const commit = () => {
    while (appends.length > 0) {
      const called = appends.splice(0, share(appends))
      const batch = stores.append(called.map(({ append }) => append))
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
      if (!(error instanceof Database.SqliteError)) throw error
      tell(false, { faults: [[call, `the views cannot be written (${error.code})`]] })
    }
  }

  return {
    start: () => {
      feed()
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
      if (closed || !(stores.changedElsewhere() || state.viewsProblem)) return
      const before = state
      const moved = feed(undefined, glance)
      wanting ||= stores.builder.needed()
      const facts = ({ head, viewsProblem, failedViews }: WriterState) =>
        `${head} ${viewsProblem} ${failedViews.length}`
      if (moved || facts(state) !== facts(before)) tell(moved)
    },
    /** Builds a piece of what is missing; false: nothing is to be done for now. */
    build: (): boolean => {
      if (closed || !wanting) return false
      try {
        const more = stores.builder.step()
        state = { ...state, building: stores.builder.building() }
        wanting = more || stores.builder.needed()
        const moved = feed()
        tell(moved || state.building.length === 0)
        return more
      } catch (error) {
        if (!(error instanceof Database.SqliteError)) throw error
        state = { ...state, viewsProblem: error.code }
        return false
      }
    },
  }
}
