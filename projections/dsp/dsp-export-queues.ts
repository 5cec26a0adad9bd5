import { dspExport } from '../../src/domain/dsp/export.ts'
import type { DspExportData, DspExportEvent } from '../../src/domain/dsp/export-events.ts'
import { campaignOfId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'
import type { QueueWork } from '../queues/queue-view.ts'

/** Errors of single tags that a queue shows; further ones are only counted. */
const mostErrors = 100

const begun = (stream: string, { batchId: queueId, total, left }: DspExportData<'DspExportStarted'>): QueueWork => ({
  ...campaignOfId(stream),
  queueId,
  kind: 'DSP_EXPORT',
  permission: 'Dsp_All',
  status: 'INITIATED',
  total,
  done: left,
  failed: 0,
  errors: [],
})

type Fault = QueueWork['errors'][number]
const withFault = (queue: QueueWork, fault: Fault): QueueWork => ({
  ...queue,
  errors: queue.errors.length < mostErrors ? [...queue.errors, fault] : queue.errors,
})
/** With the reason why the whole export failed before the errors of single tags. */
const ended = (queue: QueueWork, code: string, detail: string): QueueWork => ({
  ...queue,
  status: 'FAILED',
  errors: [{ item: '', code, detail }, ...queue.errors].slice(0, mostErrors),
})

const isOfTag = ({ item }: Fault): boolean => item !== ''

/** A failed export goes on. One that was cancelled stays so: only its creatives are archived. */
const goesOn = (queue: QueueWork): QueueWork => {
  const cancelled = queue.errors.find(({ item, code }) => item === '' && code === 'export-cancelled')
  const errors = queue.errors.filter(isOfTag)
  return cancelled ? { ...queue, errors: [cancelled, ...errors] } : { ...queue, status: 'PROCESSING', errors }
}

const progressed = (queue: QueueWork, event: DspExportEvent): QueueWork => {
  switch (event.type) {
    case 'DspExportAttemptStarted':
      return queue.status === 'INITIATED' ? { ...queue, status: 'PROCESSING' } : queue
    case 'DspTagExported':
      return { ...queue, done: queue.done + 1 }
    case 'DspTagFailed': {
      const { tagId: item, code, reason: detail } = event.data
      return { ...withFault(queue, { item, code, detail }), failed: queue.failed + 1 }
    }
    case 'DspTagNotArchived': {
      const { tagId: item, code, reason: detail } = event.data
      return withFault(queue, { item, code, detail })
    }
    case 'DspExportCompleted':
      return { ...queue, status: 'COMPLETED' }
    case 'DspExportFailed':
      return ended(queue, 'export-failed', event.data.reason)
    case 'DspExportRetried':
      return queue.status === 'FAILED' ? goesOn(queue) : queue
    case 'DspExportCancelled': {
      const detail = 'The export was cancelled. Its creatives at the DSP are archived.'
      return ended({ ...queue, errors: queue.errors.filter(isOfTag) }, 'export-cancelled', detail)
    }
    case 'DspExportStarted':
    case 'DspReviewAsked':
    case 'DspCreativeReviewed':
    case 'DspTagMissing':
    case 'DspTwinArchived':
    case 'DspExportAttemptFailed':
    case 'DspTagArchived':
    case 'DspCancellationCompleted':
      return queue
  }
}

/** The queue views of exports to the DSP (EXPORT-12, DSP-26). */
export const dspExportQueues: readonly Source<QueueWork>[] = [
  on(dspExport, {
    idOf: (event, stream) => `${campaignOfId(stream).accountId}:${event.data.batchId}`,
    evolve: (queue, event, stream) =>
      event.type === 'DspExportStarted' ? begun(stream, event.data) : queue && progressed(queue, event),
  }),
]
