import { Command } from 'commander'
import * as E from 'fp-ts/lib/Either.js'
import type { JobCommand } from '../../domain/shared/job.ts'
import { carriedOut } from '../../engine/write/change.ts'
import { changeJob } from '../../jobs/change-job.ts'
import { findJobs, type JobQuery } from '../../jobs/find-jobs.ts'
import type { Job } from '../../jobs/job.ts'
import { processNames, todosOf } from '../../jobs/job-lists.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import { timeOf } from '../../ports/clock.ts'
import { mustBeBuilt } from '../built-views.ts'
import { checkedReason, workOf } from '../operator.ts'
import { say, tell } from '../say.ts'
import { UserError } from '../user-error.ts'
import { withLog } from '../with-stores.ts'
import { exitCodes, WrongUse } from '../wrong-use.ts'

type Options = { readonly process: string; readonly reason: string; readonly all?: boolean; readonly json?: boolean }
type Named = Pick<Job, 'process' | 'id'>

const checked = (id: string | undefined, { process, reason, all = false }: Options): void => {
  if (!processNames.includes(process)) throw new WrongUse(`--process is one of ${processNames.join(', ')}`)
  if ((id !== undefined) === all) throw new WrongUse('name one job, or give --all')
  checkedReason(reason)
}

/** The jobs that `--all` means: retrying, those that failed or pause; otherwise those that are not over. */
const meant = (kind: JobCommand['kind'], process: string): readonly JobQuery[] => {
  switch (kind) {
    case 'RetryJob':
      return [
        { process, state: 'failed' },
        { process, state: 'scheduled' },
      ]
    case 'SkipJob':
      return [
        { process, state: 'waiting' },
        { process, state: 'scheduled' },
      ]
    case 'CancelJob':
      return [
        { process, state: 'waiting' },
        { process, state: 'scheduled' },
        { process, state: 'running' },
      ]
  }
}

/** Read before anything is changed: what is changed would move in the list. */
const allOf = async (kind: JobCommand['kind'], process: string, stores: Stores): Promise<readonly Named[]> => {
  const found: Named[] = []
  for (const query of meant(kind, process))
    for await (const { id } of findJobs(query, stores)) found.push({ process, id })
  return found
}

const changeOne = (job: Named, kind: JobCommand['kind'], reason: string, stores: Stores) => {
  const work = workOf(stores, 'jobs')
  return carriedOut(changeJob(job, { kind, reason, at: timeOf(stores) }, work, stores), work, stores.secrets)
}

const nothing = (json: boolean | undefined): void => {
  if (!json) tell('No jobs match.')
  process.exitCode = exitCodes.nothing
}

/** Changes each job, and goes on after one that cannot be changed; exit code 3 if nothing matched. */
const change = (kind: JobCommand['kind']) => async (id: string | undefined, options: Options) => {
  checked(id, options)
  const { process: name, reason, json } = options
  await withLog(async stores => {
    await mustBeBuilt(stores, todosOf(name))
    const jobs = id === undefined ? await allOf(kind, name, stores) : [{ process: name, id }]
    if (jobs.length === 0) nothing(json)
    for (const job of jobs) {
      const done = await changeOne(job, kind, reason, stores)
      if (E.isLeft(done) && id !== undefined) {
        if (done.left.code !== 'not-found') throw new UserError(done.left.detail)
        return nothing(json)
      }
      const outcome = E.isLeft(done) ? { error: done.left.detail } : { changed: done.right }
      if (E.isLeft(done)) process.exitCode = exitCodes.fault
      const words = E.isLeft(done) ? done.left.detail : done.right ? 'changed' : 'left as it was'
      await say(json ? JSON.stringify({ ...job, ...outcome }) : `${job.process} ${job.id}: ${words}`)
    }
  })
}

/** `endcap jobs retry|skip|cancel` (JOBS-4, JOBS-5). */
export const changeCommand = (name: string, kind: JobCommand['kind'], description: string): Command =>
  new Command(name)
    .description(description)
    .argument('[id]', 'id of the job, as endcap jobs prints it')
    .requiredOption('--process <name>', 'process of the job')
    .requiredOption('--reason <text>', 'why; auditors read it')
    .option('--all', 'all jobs of the process that this can change')
    .option('--json', 'print one JSON object per line')
    .action(change(kind))
