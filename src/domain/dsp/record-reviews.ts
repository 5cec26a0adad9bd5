import type { DspExportEvent } from './export-events.ts'
import type { DspExportState } from './export-state.ts'
import { newReviews, type Reviewed } from './reviews.ts'

/** Asking for reviews, and what the DSP has decided (ACTIVATION-13). */
export type DspReviewCommand =
  /** `due`: when the question is due. Nothing is appended if another node has asked since. */
  | { readonly kind: 'AskForReviews'; readonly due: string; readonly at: string }
  | {
      readonly kind: 'RecordReviews'
      readonly dspAdvertiserId: number
      readonly reviews: readonly Reviewed[]
      readonly at: string
    }

/** The events of a question about reviews, or of its answer. */
export const recordReviews = (
  { current, tags }: DspExportState,
  command: DspReviewCommand,
): readonly DspExportEvent[] => {
  if (current === undefined) return []
  const { configId, batchId, reviewAskedAt } = current
  const own = { configId, batchId, at: command.at }
  switch (command.kind) {
    case 'AskForReviews': {
      const isAsked = reviewAskedAt !== undefined && reviewAskedAt >= command.due
      return isAsked ? [] : [{ type: 'DspReviewAsked', data: own }]
    }
    case 'RecordReviews':
      return newReviews(tags, command.dspAdvertiserId, command.reviews).map(reviewed => ({
        type: 'DspCreativeReviewed',
        data: { ...own, dspAdvertiserId: command.dspAdvertiserId, ...reviewed },
      }))
  }
}
