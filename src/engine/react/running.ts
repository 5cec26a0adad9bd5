import type { ReadModels, ViewRef } from '../../ports/read-models.ts'
import type { Todo } from './process.ts'

/** All leases of a process begin with this. */
const prefixOf = (process: string): string => `job:${process}:`

/** The work id of an attempt: the lease of one that is over says nothing about the next. */
export const workIdOf = (process: string, id: string, attempt: number): string => `${prefixOf(process)}${id}:${attempt}`

/** The open items of a list that a worker holds, by id, each with the worker. */
export const runningItems = async (
  { leases, getMany }: Pick<ReadModels, 'leases' | 'getMany'>,
  process: string,
  todo: ViewRef,
): Promise<ReadonlyMap<string, string>> => {
  const prefix = prefixOf(process)
  const held = new Map<string, { readonly attempt: number; readonly holder: string }>()
  for (const [workId, { holder }] of await leases.find(prefix)) {
    const at = workId.lastIndexOf(':')
    const id = workId.slice(prefix.length, at)
    const attempt = Number(workId.slice(at + 1))
    if (attempt > (held.get(id)?.attempt ?? 0)) held.set(id, { attempt, holder })
  }
  if (held.size === 0) return new Map()
  const found = await getMany(todo, [...held.keys()])
  return new Map(
    found.flatMap(stored => {
      const item = JSON.parse(stored.json) as Todo
      const lease = held.get(stored.id)
      return item.todo === 'open' && lease?.attempt === item.attempt + 1 ? [[stored.id, lease.holder] as const] : []
    }),
  )
}
