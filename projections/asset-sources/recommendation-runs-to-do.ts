import { feedRunId } from '../../src/domain/asset-sources/feed-run.ts'
import { recommendation } from '../../src/domain/asset-sources/recommendation.ts'
import { todoList } from '../../src/engine/react/to-do.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'
import { RunToDo, requestedRun, workedOn } from './run-to-do.ts'

/** Requested computations of recommendations. */
export const recommendationRunsToDo = todoList(
  projectionOn<RunToDo>({ name: 'recommendation-runs-to-do', version: 1, codec: RunToDo, indexes: [['todo']] }, [
    on(recommendation, {
      idOf: ({ type, data }) =>
        type === 'RecommendationRunRequested' && 'queueId' in data
          ? feedRunId(data.accountId, data.queueId)
          : undefined,
      evolve: (item, { type, data }) =>
        type === 'RecommendationRunRequested' && 'queueId' in data ? requestedRun(data, { isScheduled: false }) : item,
    }),
    workedOn,
  ]),
  item => item.run.status === 'FAILED',
)
