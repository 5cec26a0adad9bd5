import { wordsOf } from '../../codec/text.ts'

/** The status of a queue, and of a run of an asset source, with what it means to readers (EXPORT-12). */
export const QueueStatus = wordsOf(['INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'], {
  INITIATED: 'the work starts soon',
  PROCESSING: 'the work is being done',
  COMPLETED: 'the work is done; `errors` names single items that failed',
  FAILED: 'the work could not be done; `errors` says why',
})
