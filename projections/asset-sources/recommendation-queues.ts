import { feedRunId } from '../../src/domain/asset-sources/feed-run.ts'
import { recommendation } from '../../src/domain/asset-sources/recommendation.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'
import type { QueueWork } from '../queues/queue-view.ts'
import { initiatedRun } from './feed-queues.ts'

/** The queue views of computations of recommendations (EXPORT-12); what happens to them comes with runs of feeds. */
export const recommendationQueues: readonly Source<QueueWork>[] = [
  on(recommendation, {
    idOf: ({ type, data }) =>
      type === 'RecommendationRunRequested' && 'queueId' in data ? feedRunId(data.accountId, data.queueId) : undefined,
    evolve: (queue, { type, data }) =>
      type === 'RecommendationRunRequested' && 'queueId' in data ? initiatedRun(data, 'RECOMMENDATION') : queue,
  }),
]
