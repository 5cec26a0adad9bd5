import { cloudCopy } from '../../src/domain/cloud/copy.ts'
import { type CloudCopyEvent, mostFaults } from '../../src/domain/cloud/copy-events.ts'
import { cloudService } from '../../src/domain/cloud/service.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'
import type { QueueWork } from '../queues/queue-view.ts'
import { requestedId, requestOf } from './copy-request.ts'

const initiated = (accountId: string, queueId: string): QueueWork => ({
  accountId,
  queueId,
  kind: 'CLOUD_COPY',
  permission: 'CloudService_All',
  status: 'INITIATED',
  total: 0,
  done: 0,
  failed: 0,
  errors: [],
})

type Counted = Extract<CloudCopyEvent, { type: 'CloudCopyProgressed' | 'CloudCopyCompleted' | 'CloudCopyFailed' }>

const counted = (queue: QueueWork, { data }: Counted): QueueWork => ({
  ...queue,
  total: data.total,
  done: data.done,
  failed: data.failed,
  errors: [...queue.errors, ...data.faults].slice(0, mostFaults),
})

const cancelled = {
  item: '',
  code: 'copy-cancelled',
  detail: 'The copy was cancelled. Files that were copied before are kept.',
}

const progressed = (queue: QueueWork, event: CloudCopyEvent): QueueWork => {
  switch (event.type) {
    case 'CloudCopyProgressed':
      return { ...counted(queue, event), status: 'PROCESSING' }
    case 'CloudCopyCompleted':
      return { ...counted(queue, event), status: 'COMPLETED' }
    case 'CloudCopyFailed': {
      const failed = counted(queue, event)
      const { done, failed: broken, total, reason: detail } = event.data
      // if every file was tried, the faults of files explain the failure; otherwise add the reason
      const isExplained = failed.errors.length > 0 && done + broken >= total
      const reason = { item: '', code: 'copy-failed', detail }
      return { ...failed, status: 'FAILED', errors: isExplained ? failed.errors : [reason, ...failed.errors] }
    }
    case 'CloudCopyRetried':
      return queue.status === 'FAILED' ? { ...queue, status: 'INITIATED', done: 0, failed: 0, errors: [] } : queue
    case 'CloudCopyCancelled':
      return { ...queue, status: 'FAILED', errors: [cancelled, ...queue.errors].slice(0, mostFaults) }
    case 'CloudCopyAttemptFailed':
      return queue
  }
}

/** The queue views of copies (EXPORT-12). */
export const copyQueues: readonly Source<QueueWork>[] = [
  on(cloudService, {
    idOf: requestedId,
    evolve(queue, event) {
      const request = requestOf(event)
      return request ? initiated(request.accountId, request.queueId) : queue
    },
  }),
  on(cloudCopy, { evolve: (queue, event) => queue && progressed(queue, event) }),
]
