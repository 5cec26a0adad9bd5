import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import {
  evolveFeedRun,
  FeedRun,
  feedRun,
  feedRunId,
  isRunning,
  notRun,
} from '../../src/domain/asset-sources/feed-run.ts'
import { todoFields, todoOf } from '../../src/engine/react/to-do.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'

/** A requested run that makes the rows of an asset source; `id` is the run's stream id. */
export const RunToDo = fields(
  {
    ...todoFields.required,
    id: t.string,
    accountId: t.string,
    assetSourceId: t.number,
    isScheduled: t.boolean,
    run: FeedRun,
  },
  todoFields.optional,
)
export type RunToDo = t.TypeOf<typeof RunToDo>

type Requested = { readonly accountId: string; readonly assetSourceId: number; readonly queueId: string }

/** The item of a run that was requested. */
export const requestedRun = (
  { accountId, assetSourceId, queueId }: Requested,
  { isScheduled }: { readonly isScheduled: boolean },
): RunToDo => ({
  ...todoOf(true, notRun.attempts),
  id: feedRunId(accountId, queueId),
  accountId,
  assetSourceId,
  isScheduled,
  run: notRun,
})

/** What the work on a run changes in its item. */
export const workedOn: Source<RunToDo> = on(feedRun, {
  evolve(item, event) {
    if (item === undefined) return undefined
    const run = evolveFeedRun(item.run, event)
    const { notBefore: _, ...rest } = item
    return { ...rest, ...todoOf(isRunning(run), run.attempts), run }
  },
})
