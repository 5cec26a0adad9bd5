import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { feed } from '../../src/domain/asset-sources/feed.ts'
import {
  evolveFeedRun,
  FeedRun,
  feedRun,
  feedRunId,
  isRunning,
  notRun,
} from '../../src/domain/asset-sources/feed-run.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Requested runs of feeds; `id` is the run's stream id. */
export const FeedRunToDo = fields(
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
export type FeedRunToDo = t.TypeOf<typeof FeedRunToDo>

export const feedRunsToDo = todoList(
  projectionOn<FeedRunToDo>({ name: 'feed-runs-to-do', version: 1, codec: FeedRunToDo, indexes: [['todo']] }, [
    on(feed, {
      idOf: ({ type, data }) =>
        type === 'FeedRunRequested' && 'queueId' in data ? feedRunId(data.accountId, data.queueId) : undefined,
      evolve(item, event) {
        if (event.type !== 'FeedRunRequested') return item
        const { accountId, assetSourceId, queueId, due } = event.data
        return {
          ...todoOf(true, notRun.attempts),
          id: feedRunId(accountId, queueId),
          accountId,
          assetSourceId,
          isScheduled: due !== undefined,
          run: notRun,
        }
      },
    }),
    on(feedRun, {
      evolve(item, event) {
        if (item === undefined) return undefined
        const run = evolveFeedRun(item.run, event)
        const { claim: _, notBefore: __, ...rest } = item
        return { ...rest, ...todoOf(isRunning(run), run.attempts), run }
      },
    }),
  ]),
)
