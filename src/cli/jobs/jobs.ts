import { Command } from 'commander'
import { type JobState, jobStates } from '../../engine/react/backlog.ts'
import { countJobs } from '../../jobs/count-jobs.ts'
import { findJobs } from '../../jobs/find-jobs.ts'
import { processNames, todosOf } from '../../jobs/job-lists.ts'
import { mustBeBuilt } from '../built-views.ts'
import { say, tell } from '../say.ts'
import { readingLog } from '../with-stores.ts'
import { exitCodes, WrongUse } from '../wrong-use.ts'
import { changeCommand } from './change.ts'
import { jobTable } from './job-table.ts'

type Options = {
  readonly state?: string
  readonly process?: string
  readonly account?: string
  readonly limit?: string
  readonly json?: boolean
}

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

/** How many jobs to print, as an option; all if it is absent. */
const limitIn = (given: string | undefined): number => {
  if (given === undefined) return Number.POSITIVE_INFINITY
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new WrongUse('--limit is a number of jobs, at least 1')
  return Number(given)
}

/** The line below a list that `--limit` has ended. */
const more = (shown: number, all: number): string =>
  `${shown} of ${all} jobs: a larger --limit shows more, and --state, --process and --account narrow the list.`

const list = async (options: Options): Promise<void> => {
  const { account: accountId, json } = options
  const limit = limitIn(options.limit)
  const query = { accountId, process: processIn(options.process), state: stateIn(options.state) }
  await readingLog(async stores => {
    await mustBeBuilt(stores, todosOf(query.process))
    const table = jobTable()
    let count = 0
    let isCut = false
    for await (const job of findJobs(query, stores)) {
      isCut = count === limit
      if (isCut) break
      count++
      await (json ? say(JSON.stringify(job)) : table.add(job))
    }
    await table.end()
    if (isCut) console[json ? 'error' : 'log'](more(count, await countJobs(query, stores)))
    if (count > 0) return
    if (!json) tell('No jobs match.')
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
    .option('--state <state>', `only jobs in this state: ${jobStates.join(', ')}`)
    .option('--process <name>', 'only jobs of this process')
    .option('--account <id>', 'only jobs of this account')
    .option('--limit <n>', 'only the first jobs, and how many there are')
    .option('--json', 'print one JSON object per line')
    .enablePositionalOptions()
    .action(list)
  for (const change of changes) jobs.addCommand(change)
  return jobs
}
