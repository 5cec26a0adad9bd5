import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import { type JobCommand, jobRunning } from '../domain/shared/job.ts'
import { runningItems } from '../engine/react/running.ts'
import * as TE from '../engine/task-either.ts'
import { type Change, checkedFirst } from '../engine/write/change.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import { type JobList, jobLists } from './job-lists.ts'

const missing = rejection('not-found', 'There is no such job on this account.')

/** The list with a job: its item must exist, because a command on a stream that does not would begin one. */
const listOf =
  (
    { process, id }: { readonly process: string; readonly id: string },
    { readModels }: Pick<Ports, 'readModels'>,
  ): TE.TaskEither<Rejection, JobList> =>
  async () => {
    const list = jobLists.find(each => each.process === process)
    const item = list && (await readModels.get(list.todo, id))
    return list && item ? E.right(list) : E.left(missing)
  }

/** Refuses a job that a worker holds. */
const notRunning =
  (list: JobList, id: string, { readModels }: Pick<Ports, 'readModels'>): TE.TaskEither<Rejection, undefined> =>
  async () =>
    (await runningItems(readModels, list.process, list.todo)).has(id) ? E.left(jobRunning) : E.right(undefined)

/** Has a job tried again, skipped or cancelled (JOBS-4, JOBS-5); true: that changed something. */
export const changeJob = (
  job: { readonly process: string; readonly id: string },
  command: JobCommand,
  work: Pick<Work, 'execute' | 'load'>,
  ports: Pick<Ports, 'readModels'>,
): Change<boolean> =>
  checkedFirst(
    pipe(
      listOf(job, ports),
      TE.tap(list => (command.kind === 'SkipJob' ? notRunning(list, job.id, ports) : TE.right(undefined))),
    ),
    ({ decide }) =>
      typeof decide === 'string' ? TE.left(rejection('job-goes-on', decide)) : decide(work, job.id, command),
  )
