import { inState, type JobState } from '../engine/react/backlog.ts'
import { open } from '../engine/react/due-items.ts'
import { runningItems } from '../engine/react/running.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import type { Key, Stored, Where } from '../ports/read-models.ts'
import { type Job, jobOf } from './job.ts'
import { type JobList, jobLists } from './job-lists.ts'

/** Which jobs are wanted; what is absent does not matter. */
export type JobQuery = {
  readonly accountId?: string | undefined
  readonly process?: string | undefined
  readonly state?: JobState | undefined
}
/** The place of a job in the order of all: by process, those that failed last, then by id. */
export type JobPlace = { readonly process: string; readonly failed: boolean; readonly id: string }

const pageSize = 200

const isAfter = (id: string): Key => ({ value: null, id })
/** Ids of an account begin with it and a colon; the semicolon follows the colon. */
const beforeAccount = (accountId: string): Key => isAfter(`${accountId}:`)

type Finding = Pick<Ports, 'readModels' | 'clock'>

/** The items of a list in the order of their ids, in pages, after an id. */
async function* itemsOf({ todo }: JobList, where: Where, after: Key | undefined, { readModels }: Finding) {
  for (let from = after; ; ) {
    const query = { where, limit: pageSize, counted: false, previous: false } as const
    const { documents, hasNext } = await readModels.find(todo, from === undefined ? query : { ...query, after: from })
    yield* documents
    const last: Stored | undefined = documents.at(-1)
    if (!hasNext || last === undefined) return
    from = isAfter(last.id)
  }
}

type Part = { readonly failed: boolean; readonly where: Where }

/** The criteria of the open and of the failed items that match: each is read along the index of the list. */
const partsOf = (state: JobState | undefined, now: string): readonly Part[] => {
  const failed = { failed: true, where: inState('failed', now) }
  if (state === undefined) return [{ failed: false, where: open }, failed]
  return state === 'failed' ? [failed] : [{ failed: false, where: inState(state, now) }]
}

/** The lists in which jobs can match, each with the criteria of its parts. */
export const listsOf = (
  { process, state }: JobQuery,
  ports: Pick<Finding, 'clock'>,
): readonly (readonly [list: JobList, parts: readonly Part[]])[] => {
  const parts = partsOf(state, timeOf(ports))
  return jobLists.flatMap(list => (process === undefined || list.process === process ? [[list, parts] as const] : []))
}

/** The jobs that match, in their order, beginning after a place. Read page by page, so that few are in memory. */
export async function* findJobs(query: JobQuery, ports: Finding, after?: JobPlace): AsyncGenerator<Job> {
  const { accountId, state } = query
  const now = timeOf(ports)
  const start = accountId === undefined ? undefined : beforeAccount(accountId)
  for (const [list, parts] of listsOf(query, ports)) {
    if (after !== undefined && list.process < after.process) continue
    const isWithin = after?.process === list.process
    const held = await runningItems(ports.readModels, list.process, list.todo)
    for (const { failed, where } of parts) {
      if (isWithin && after.failed && !failed) continue
      const from = isWithin && after.failed === failed ? isAfter(after.id) : start
      for await (const stored of itemsOf(list, where, from, ports)) {
        if (accountId !== undefined && !stored.id.startsWith(`${accountId}:`)) break
        const job = jobOf(list, stored, held.get(stored.id), now)
        if (state === undefined || job.state === state) yield job
      }
    }
  }
}
