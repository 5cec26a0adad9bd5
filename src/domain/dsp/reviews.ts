import type { DspExportData } from './export-events.ts'
import { activeCreative, type ExportedCreative, type ExportedTags, exportedTag } from './exported-tags.ts'

/** What the DSP has decided about a creative. */
export type Reviewed = Pick<DspExportData<'DspCreativeReviewed'>, 'tagId' | 'creativeId' | 'review'>

/** The decisions that are not recorded, of creatives that still have their tag. */
export const newReviews = (
  tags: ExportedTags,
  dspAdvertiserId: number,
  reviewed: readonly Reviewed[],
): readonly Reviewed[] =>
  reviewed.filter(({ tagId, creativeId, review }) => {
    const creative = activeCreative(exportedTag(tags, dspAdvertiserId, tagId))
    return creative?.creativeId === creativeId && creative.review !== review
  })

/**
 * How far the DSP is with the tags of a campaign. `since`: a day before the first of the undecided ones was sent, ISO 8601, as clocks differ.
 * `changedAt`: when the last of them was sent whose creative may have had another tag before.
 */
export type ReviewProgress = {
  readonly undecided: ReadonlySet<string>
  readonly since: string | undefined
  readonly changedAt: string | undefined
  readonly rejected: readonly string[]
  readonly approved: number
}

const dayMs = 86_400_000

type Sent = ExportedCreative & { readonly tagId: string }

/** The progress of the reviews of tags at an advertiser. */
export const reviewProgress = (
  tagIds: readonly string[],
  known: ExportedTags,
  dspAdvertiserId: number,
): ReviewProgress => {
  const tags = tagIds.flatMap((tagId): readonly Sent[] => {
    const creative = activeCreative(exportedTag(known, dspAdvertiserId, tagId))
    return creative ? [{ ...creative, tagId }] : []
  })
  const having = (review: ExportedCreative['review']) => tags.filter(tag => tag.review === review)
  const open = having(undefined)
  const sent = open.map(({ sentAt }) => sentAt).sort()
  const changed = open.filter(({ hadAnother }) => hadAnother).map(({ sentAt }) => sentAt)
  return {
    undecided: new Set(open.map(({ tagId }) => tagId)),
    since: sent[0] && new Date(Date.parse(sent[0]) - dayMs).toISOString(),
    changedAt: changed.sort().at(-1),
    rejected: having('rejected').map(({ tagId }) => tagId),
    approved: having('approved').length,
  }
}

/** Minutes between the questions about reviews (ACTIVATION-13); the last one is repeated. */
const pauses = [1, 2, 4, 8, 16, 30] as const
/** Days after which nothing more is asked. */
const patienceDays = 14

/** When to ask again after the question number `asked` at `at`. */
export const nextQuestion = (asked: number, at: string): string =>
  new Date(Date.parse(at) + (pauses[Math.min(asked, pauses.length) - 1] ?? 0) * 60_000).toISOString()

/** Whether a decision is no longer waited for. */
export const isOverdue = (publishedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(publishedAt) >= patienceDays * dayMs
