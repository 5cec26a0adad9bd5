import type { ExportEvent } from '../../src/domain/exports/events.ts'
import { exportKeyOf, exportOf } from '../../src/domain/exports/export.ts'
import { percentageOf } from '../../src/domain/queues/percentage.ts'
import { on, projectionOn, type Source } from '../../src/engine/read/projection-of.ts'
import { feedQueues } from '../asset-sources/feed-queues.ts'
import { motionQueues } from '../asset-sources/motion-queues.ts'
import { recommendationQueues } from '../asset-sources/recommendation-queues.ts'
import { copyQueues } from '../cloud/cloud-copy-queues.ts'
import { dspExportQueues } from '../dsp/dsp-export-queues.ts'
import { QueueView, type QueueWork } from './queue-view.ts'

export { QueueView } from './queue-view.ts'

const queueOf = (event: ExportEvent): string | undefined => ('queueId' in event.data ? event.data.queueId : undefined)

const started = (accountId: string, retailCampaignIdx: number, queueId: string): QueueWork => ({
  accountId,
  retailCampaignIdx,
  queueId,
  kind: 'EXPORT',
  permission: 'Campaigns_Create',
  status: 'INITIATED',
  total: 0,
  done: 0,
  failed: 0,
  errors: [],
})

const evolve = (queue: QueueWork, event: ExportEvent): QueueWork => {
  switch (event.type) {
    case 'ExportProgressed':
      return {
        ...queue,
        status: 'PROCESSING',
        total: event.data.total,
        done: event.data.done,
        failed: event.data.failed,
      }
    case 'ExportCompleted': {
      const { total, faults, zip, filename, contentHash, failed } = event.data
      return {
        ...queue,
        status: 'COMPLETED',
        total,
        done: total - failed,
        failed,
        errors: faults,
        zip,
        filename,
        contentHash,
      }
    }
    case 'ExportFailed': {
      const { faults, reason, failed } = event.data
      const errors = faults.length > 0 ? faults : [{ item: '', code: 'export-failed', detail: reason }]
      return { ...queue, status: 'FAILED', failed, errors }
    }
    case 'ExportRetried':
      // one that paused goes on with what it has
      return queue.status === 'FAILED' ? { ...queue, status: 'INITIATED', done: 0, failed: 0, errors: [] } : queue
    case 'ExportInitiated':
    case 'ExportAttemptFailed':
    case 'ExportMadeAvailable':
    case 'ExportArchived':
    case 'ExportFileDropped':
      return queue
  }
}

const exportQueues: readonly Source<QueueWork>[] = [
  on(exportOf, {
    idOf(event, stream) {
      const queueId = queueOf(event)
      return queueId && `${exportKeyOf(stream).accountId}:${queueId}`
    },
    evolve(queue, event, stream) {
      const { accountId, retailCampaignIdx } = exportKeyOf(stream)
      return evolve(queue ?? started(accountId, retailCampaignIdx, queueOf(event) ?? ''), event)
    },
  }),
]

/** What an event says of an attempt that is repeated later; undefined: the queue does not wait after it. */
const waitingAfter = (data: unknown): QueueView['waiting'] =>
  typeof data === 'object' && data !== null && 'retryAt' in data && 'reason' in data
    ? { reason: String(data.reason), until: String(data.retryAt) }
    : undefined

/** Notes how much of a queue is done, what it waits for, when it was requested, and when it last changed. */
const timed = (source: Source<QueueWork>): Source<QueueView> => ({
  ...source,
  evolve(queue, event, stream) {
    const work = source.evolve(queue, event, stream)
    const waiting = waitingAfter(event.data)
    if (work === undefined || (work === queue && waiting === undefined && queue.waiting === undefined)) return queue
    const { at } = event.metadata
    const { waiting: _, ...own } = { waiting: undefined, ...work }
    const view = { ...own, percentage: percentageOf(work), requestedOn: queue?.requestedOn ?? at, updatedOn: at }
    return waiting === undefined ? view : { ...view, waiting }
  },
})

export const queues = projectionOn<QueueView>(
  {
    name: 'queues',
    version: 1,
    codec: QueueView,
    indexes: [],
    lists: [
      {
        scope: ['accountId'],
        sort: ['requestedOn'],
        filters: [['kind'], ['status'], ['permission'], ['retailCampaignIdx']],
      },
    ],
  },
  [exportQueues, copyQueues, dspExportQueues, feedQueues, motionQueues, recommendationQueues].flat().map(timed),
)
