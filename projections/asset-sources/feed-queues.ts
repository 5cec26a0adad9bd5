import { feed } from '../../src/domain/asset-sources/feed.ts'
import type { FeedRunEvent, FeedRunRequested } from '../../src/domain/asset-sources/feed-events.ts'
import { feedRun, feedRunId } from '../../src/domain/asset-sources/feed-run.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'
import type { QueueWork } from '../queues/queue-view.ts'

/** The queue of a run that was requested. */
export const initiatedRun = (
  { accountId, assetSourceId, queueId }: Pick<FeedRunRequested['data'], 'accountId' | 'assetSourceId' | 'queueId'>,
  kind: QueueWork['kind'],
): QueueWork => ({
  accountId,
  assetSourceId,
  queueId,
  kind,
  permission: 'AssetSource_Create',
  status: 'INITIATED',
  total: 0,
  done: 0,
  failed: 0,
  errors: [],
})

const progressed = (queue: QueueWork, event: FeedRunEvent): QueueWork => {
  switch (event.type) {
    case 'FeedRunProgressed':
      return { ...queue, status: 'PROCESSING', done: event.data.rows }
    case 'FeedRunAttemptFailed':
      return { ...queue, errors: [{ item: '', code: 'retried', detail: event.data.reason }] }
    case 'FeedRunCompleted': {
      const { rows, faultyRows, faults } = event.data
      return { ...queue, status: 'COMPLETED', total: rows + faultyRows, done: rows, failed: faultyRows, errors: faults }
    }
    case 'FeedRunRetried':
      return { ...queue, status: 'INITIATED', done: 0, failed: 0, errors: [] }
    case 'FeedRunFailed': {
      const { code, reason } = event.data
      return { ...queue, status: 'FAILED', errors: [{ item: '', code, detail: reason }] }
    }
  }
}

/** The queue views of runs of feeds (EXPORT-12), and what happens to runs of any asset source. */
export const feedQueues: readonly Source<QueueWork>[] = [
  on(feed, {
    idOf: ({ type, data }) =>
      type === 'FeedRunRequested' && 'queueId' in data ? feedRunId(data.accountId, data.queueId) : undefined,
    evolve: (queue, { type, data }) =>
      type === 'FeedRunRequested' && 'queueId' in data ? initiatedRun(data, 'FEED') : queue,
  }),
  on(feedRun, { evolve: (queue, event) => queue && progressed(queue, event) }),
]
