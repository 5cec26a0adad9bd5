import { motion } from '../../src/domain/asset-sources/motion.ts'
import type { MotionRunEvent } from '../../src/domain/asset-sources/motion-events.ts'
import { motionRun, motionRunId } from '../../src/domain/asset-sources/motion-run.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'
import type { QueueWork } from '../queues/queue-view.ts'
import { initiatedRun } from './feed-queues.ts'

const progressed = (queue: QueueWork, event: MotionRunEvent): QueueWork => {
  switch (event.type) {
    case 'MotionRunProgressed': {
      const { total, done, failed } = event.data
      return { ...queue, status: 'PROCESSING', total, done, failed }
    }
    case 'MotionRunAttemptFailed':
      return { ...queue, errors: [{ item: '', code: 'retried', detail: event.data.reason }] }
    case 'MotionRunCompleted': {
      const { total, failed, faults } = event.data
      return { ...queue, status: 'COMPLETED', total, done: total - failed, failed, errors: faults }
    }
    case 'MotionRunRetried':
      return { ...queue, status: 'INITIATED', done: 0, failed: 0, errors: [] }
    case 'MotionRunFailed': {
      const { total, failed, faults, code, reason } = event.data
      const errors = [{ item: '', code, detail: reason }, ...faults]
      return { ...queue, status: 'FAILED', total, done: total - failed, failed, errors }
    }
  }
}

/** The queue views of runs of motion assets (EXPORT-12). */
export const motionQueues: readonly Source<QueueWork>[] = [
  on(motion, {
    idOf: ({ type, data }) =>
      type === 'MotionRunRequested' && 'queueId' in data ? motionRunId(data.accountId, data.queueId) : undefined,
    evolve: (queue, { type, data }) =>
      type === 'MotionRunRequested' && 'queueId' in data ? initiatedRun(data, 'MOTION_ASSETS') : queue,
  }),
  on(motionRun, { evolve: (queue, event) => queue && progressed(queue, event) }),
]
