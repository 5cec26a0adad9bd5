import type { Ports } from '../ports/ports.ts'
import { findJobs, type JobQuery, listsOf } from './find-jobs.ts'

/**
 * How many jobs match. The stores count them; those of one account are read, because only their ids tell the account, and so are those that
 * wait or run, because leases say which.
 */
export const countJobs = async (query: JobQuery, ports: Pick<Ports, 'readModels' | 'clock'>): Promise<number> => {
  let count = 0
  if (query.accountId !== undefined || query.state === 'waiting' || query.state === 'running')
    for await (const _ of findJobs(query, ports)) count++
  else
    for (const [{ todo }, parts] of listsOf(query, ports))
      for (const { where } of parts) count += (await ports.readModels.find(todo, { where, limit: 1 })).count
  return count
}
