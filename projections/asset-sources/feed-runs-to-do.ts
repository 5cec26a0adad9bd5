import { feed } from '../../src/domain/asset-sources/feed.ts'
import { feedRunId } from '../../src/domain/asset-sources/feed-run.ts'
import { todoList } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { RunToDo, requestedRun, workedOn } from './run-to-do.ts'

/** Requested runs of feeds. */
export const feedRunsToDo = todoList(
  projectionOn<RunToDo>({ name: 'feed-runs-to-do', version: 1, codec: RunToDo, indexes: [['todo']] }, [
    on(feed, {
      idOf: ({ type, data }) =>
        type === 'FeedRunRequested' && 'queueId' in data ? feedRunId(data.accountId, data.queueId) : undefined,
      evolve: (item, { type, data }) =>
        type === 'FeedRunRequested' && 'queueId' in data
          ? requestedRun(data, { isScheduled: data.due !== undefined })
          : item,
    }),
    workedOn,
  ]),
  item => item.run.status === 'FAILED',
)
