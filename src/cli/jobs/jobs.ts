import { Command } from 'commander'
import { type JobState, jobStates } from '../../engine/react/backlog.ts'
import { findJobs } from '../../jobs/find-jobs.ts'
import type { Job } from '../../jobs/job.ts'
import { processNames } from '../../jobs/job-lists.ts'
import { aligned } from '../aligned.ts'
import { say } from '../audit/say.ts'
import { withLog } from '../with-stores.ts'
import { exitCodes, WrongUse } from '../wrong-use.ts'
import { changeCommand } from './change.ts'

type Options = {
  readonly state?: string
  readonly process?: string
  readonly account?: string
  readonly json?: boolean
}

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

/** A state of jobs, as an option; undefined if it is absent. */
const stateIn = (given: string | undefined): JobState | undefined => {
  const state = jobStates.find(known => known === given)
  if (given !== undefined && state === undefined) throw new WrongUse(`--state is one of ${jobStates.join(', ')}`)
  return state
}

/** The name of a process, as an option; undefined if it is absent. */
const processIn = (given: string | undefined): string | undefined => {
  if (given === undefined || processNames.includes(given)) return given
  throw new WrongUse(`--process is one of ${processNames.join(', ')}`)
}

const list = async (options: Options): Promise<void> => {
  const { account: accountId, json } = options
  const query = { accountId, process: processIn(options.process), state: stateIn(options.state) }
  await withLog(async stores => {
    let count = 0
    let rows: (readonly string[])[] = []
    const flush = async () => {
      if (rows.length > 0) for (const line of aligned([heading, ...rows])) await say(line)
      rows = []
    }
    for await (const job of findJobs(query, stores)) {
      count++
      if (json) await say(JSON.stringify(job))
      else if (rows.push(rowOf(job)) === tableRows) await flush()
    }
    await flush()
    if (count > 0) return
    if (!json) console.error('No jobs match.')
    process.exitCode = exitCodes.nothing
  })
}

const changes = [
  changeCommand('retry', 'RetryJob', 'have a job that failed, or pauses, tried again at once'),
  changeCommand('skip', 'SkipJob', 'end a job that no worker holds, without a result'),
  changeCommand('cancel', 'CancelJob', 'end a job without a result, also while a worker holds it'),
]

/** `endcap jobs`: what processes have yet to do, and what failed (JOBS-3), and how to change it. */
export const jobsCommand = (): Command => {
  const jobs = new Command('jobs')
    .description('list the jobs of processes: what they have yet to do, and what failed; exit code 3 if there is none')
    .option('--state <state>', `only jobs in this state: ${jobStates.join(', ')}`)
    .option('--process <name>', 'only jobs of this process')
    .option('--account <id>', 'only jobs of this account')
    .option('--json', 'print one JSON object per line')
    .enablePositionalOptions()
    .action(list)
  for (const change of changes) jobs.addCommand(change)
  return jobs
}
