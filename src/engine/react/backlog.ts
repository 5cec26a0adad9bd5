import type { ReadModels, ViewRef, Where } from '../../ports/read-models.ts'
import { open } from './due-items.ts'
import { runningItems } from './running.ts'

/** The states of items that are not done. */
export const jobStates = ['waiting', 'scheduled', 'running', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** How many items a list has in each state, and since when the oldest one waits that is due and has no holder (ISO 8601). */
export type Backlog = Readonly<Record<JobState, number>> & { readonly dueSince?: string }

const later = (now: string): Where => ({ field: ['notBefore'], is: '>', value: now })
const withoutPause: Where = { field: ['notBefore'], is: '=', value: null }
const paused = (now: string): Where => ({ field: ['notBefore'], is: '<=', value: now })

/** The items of a to-do list that may be in a state at a time: of those that are due, leases say which ones run. */
export const inState = (state: JobState, now: string): Where => {
  switch (state) {
    case 'waiting':
    case 'running':
      return { all: [open, { any: [withoutPause, paused(now)] }] }
    case 'scheduled':
      return { all: [open, later(now)] }
    case 'failed':
      return { field: ['todo'], is: '=', value: 'failed' }
  }
}

type Lists = Pick<ReadModels, 'find' | 'getMany' | 'leases'>

/** The backlog of the list of a process at a time. A list without open items costs two counts. */
export const backlogOf = async (readModels: Lists, process: string, view: ViewRef, now: string): Promise<Backlog> => {
  const count = async (where: Where) => (await readModels.find(view, { where, limit: 1 })).count
  const failed = await count(inState('failed', now))
  const all = await count(open)
  if (all === 0) return { waiting: 0, scheduled: 0, running: 0, failed }
  const held = await runningItems(readModels, process, view)
  const scheduled = await count(inState('scheduled', now))
  const running = Math.min(held.size, all - scheduled)
  const waiting = all - running - scheduled
  const counts = { waiting, scheduled, running, failed }
  return waiting === 0 ? counts : { ...counts, ...(await oldest(readModels, view, now, held)) }
}

/** Since when the oldest item waits: those that never paused from when they were due, the others from the end of their pause. */
const oldest = async ({ find }: Lists, view: ViewRef, now: string, held: ReadonlyMap<string, string>) => {
  const first = async (field: 'since' | 'notBefore', where: Where) => {
    const sort = { field: [field] }
    const { documents } = await find(view, {
      where: { all: [open, where] },
      sort,
      limit: held.size + 1,
      counted: false,
    })
    const waits = documents.find(({ id }) => !held.has(id))
    const value: unknown = waits && JSON.parse(waits.json)[field]
    return typeof value === 'string' ? [value] : []
  }
  const [dueSince] = [...(await first('since', withoutPause)), ...(await first('notBefore', paused(now)))].sort()
  return dueSince === undefined ? {} : { dueSince }
}
