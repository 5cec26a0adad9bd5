import type { Job } from '../../jobs/job.ts'
import { aligned } from '../aligned.ts'
import { say } from '../say.ts'

const none = '–'
const heading = ['PROCESS', 'JOB', 'STATE', 'ATTEMPT', 'NODE', 'SINCE', 'DUE', 'REASON', 'TRACE']

/** Jobs whose lines are aligned with each other, so that few are in memory. */
const tableRows = 100

const rowOf = (job: Job): readonly string[] => [
  job.process,
  job.id,
  job.state,
  String(job.attempt),
  job.node ?? none,
  job.since ?? none,
  job.due ?? none,
  job.reason ?? none,
  job.trace ?? none,
]

/** Prints jobs as tables of a hundred rows, each with the heading. */
export const jobTable = () => {
  let rows: (readonly string[])[] = []
  const end = async (): Promise<void> => {
    if (rows.length > 0) for (const line of aligned([heading, ...rows])) await say(line)
    rows = []
  }
  return {
    add: async (job: Job): Promise<void> => {
      if (rows.push(rowOf(job)) === tableRows) await end()
    },
    /** Prints the rows that are left. */
    end,
  }
}
