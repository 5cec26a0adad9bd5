import { type CloudCopyEvent, mostFaults } from '../../src/domain/cloud/copy-events.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import type { QueueView } from '../queues/queue-view.ts'
import { requestOf } from './cloud-copies-to-do.ts'

const asked = (accountId: string, queueId: string): QueueView => ({
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

const counted = (queue: QueueView, { data }: Counted): QueueView => ({
  ...queue,
  total: data.total,
  done: data.done,
  failed: data.failed,
  errors: [...queue.errors, ...data.faults].slice(0, mostFaults),
})

/** What watches a copy (decision 27). */
export const evolveCopyQueue = (queue: QueueView | undefined, recorded: Recorded): QueueView | undefined => {
  const request = requestOf(recorded)
  if (request) return asked(request.accountId, request.queueId)
  if (queue === undefined) return undefined
  const event = recorded as unknown as CloudCopyEvent
  switch (event.type) {
    case 'CloudCopyStarted':
      return { ...queue, status: 'PROCESSING' }
    case 'CloudCopyProgressed':
      return counted(queue, event)
    case 'CloudCopyCompleted':
      return { ...counted(queue, event), status: 'COMPLETED' }
    case 'CloudCopyFailed': {
      const failed = counted(queue, event)
      const { done, failed: broken, total, reason: detail } = event.data
      // faults of files say enough when every file was tried; else they do not say why the copy ended
      const isTold = failed.errors.length > 0 && done + broken >= total
      const reason = { item: '', code: 'copy-failed', detail }
      return { ...failed, status: 'FAILED', errors: isTold ? failed.errors : [reason, ...failed.errors] }
    }
    default:
      return queue
  }
}
