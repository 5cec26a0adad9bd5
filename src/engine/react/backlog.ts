import type { ReadModels, ViewRef, Where } from '../../ports/read-models.ts'
import { open } from './due-items.ts'

/** The states of items that are not done. */
export const jobStates = ['waiting', 'scheduled', 'running', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** How many items a list has in each state, and since when the oldest one waits that is due and has no holder (ISO 8601). */
export type Backlog = Readonly<Record<JobState, number>> & { readonly dueSince?: string }

const free: Where = { field: ['claim', 'worker'], is: '=', value: null }
const held: Where = { field: ['claim', 'worker'], is: '<>', value: null }
const later = (now: string): Where => ({ field: ['notBefore'], is: '>', value: now })
const withoutPause: Where = { field: ['notBefore'], is: '=', value: null }
const paused = (now: string): Where => ({ field: ['notBefore'], is: '<=', value: now })

/** The items of a to-do list that are in a state at a time. */
export const inState = (state: JobState, now: string): Where => {
  switch (state) {
    case 'waiting':
      return { all: [open, free, { any: [withoutPause, paused(now)] }] }
    case 'scheduled':
      return { all: [open, free, later(now)] }
    case 'running':
      return { all: [open, held] }
    case 'failed':
      return { field: ['todo'], is: '=', value: 'failed' }
  }
}

/** The backlog of a to-do list at a time. A list without open items costs two counts. */
export const backlogOf = async (readModels: Pick<ReadModels, 'find'>, view: ViewRef, now: string): Promise<Backlog> => {
  const count = async (where: Where) => (await readModels.find(view, { where, limit: 1 })).count
  const failed = await count(inState('failed', now))
  const all = await count(open)
  if (all === 0) return { waiting: 0, scheduled: 0, running: 0, failed }
  const running = await count(inState('running', now))
  const scheduled = await count(inState('scheduled', now))
  const waiting = Math.max(0, all - running - scheduled)
  const counts = { waiting, scheduled, running, failed }
  return waiting === 0 ? counts : { ...counts, ...(await oldest(readModels, view, now)) }
}

/** Since when the oldest item waits: those that never paused from when they were due, the others from the end of their pause. */
const oldest = async ({ find }: Pick<ReadModels, 'find'>, view: ViewRef, now: string) => {
  const first = async (field: string, where: Where) => {
    const query = { where: { all: [open, free, where] }, sort: { field: [field] }, limit: 1, counted: false } as const
    const value = (await find(view, query)).first?.value
    return typeof value === 'string' ? [value] : []
  }
  const [dueSince] = [...(await first('since', withoutPause)), ...(await first('notBefore', paused(now)))].sort()
  return dueSince === undefined ? {} : { dueSince }
}
