import type { ExportEvent } from '../../src/domain/exports/events.ts'
import { exportKeyOf, exportOf } from '../../src/domain/exports/export.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'
import { copyCategories, copyIdOf } from '../cloud/cloud-copies-to-do.ts'
import { evolveCopyQueue } from '../cloud/cloud-copy-queues.ts'
import { QueueView } from './queue-view.ts'

export { QueueView } from './queue-view.ts'

const queueOf = (event: ExportEvent): string | undefined => ('queueId' in event.data ? event.data.queueId : undefined)

const started = (accountId: string, retailCampaignIdx: number, queueId: string): QueueView => ({
  accountId,
  retailCampaignIdx,
  queueId,
  kind: 'export',
  permission: 'Campaigns_Create',
  status: 'INITIATED',
  total: 0,
  done: 0,
  failed: 0,
  errors: [],
})

const evolve = (queue: QueueView, event: ExportEvent): QueueView => {
  switch (event.type) {
    case 'ExportStarted':
      return { ...queue, status: 'PROCESSING' }
    case 'ExportProgressed':
      return { ...queue, total: event.data.total, done: event.data.done, failed: event.data.failed }
    case 'ExportCompleted': {
      const { total, faults, zip, filename, contentHash, failed = faults.length } = event.data
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
      const { faults, reason, failed = faults.length } = event.data
      const errors = faults.length > 0 ? faults : [{ item: '', code: 'export-failed', detail: reason }]
      return { ...queue, status: 'FAILED', failed, errors }
    }
    default:
      return queue
  }
}

export const queues = projection<QueueView>({
  name: 'queues',
  version: 3,
  codec: QueueView,
  indexes: [],
  categories: [exportOf.category, ...copyCategories],
  idOf: event => {
    if (!isOf(exportOf.category, event)) return copyIdOf(event)
    const queueId = queueOf(event as unknown as ExportEvent)
    return queueId && `${exportKeyOf(streamId(exportOf.category, event)).accountId}:${queueId}`
  },
  evolve: (queue, event) => {
    if (!isOf(exportOf.category, event)) return evolveCopyQueue(queue, event)
    const own = event as unknown as ExportEvent
    const { accountId, retailCampaignIdx } = exportKeyOf(streamId(exportOf.category, event))
    return evolve(queue ?? started(accountId, retailCampaignIdx, queueOf(own) ?? ''), own)
  },
})
