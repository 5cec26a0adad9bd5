import { digestOf } from '../shared/digest.ts'
import { emptyTree, type HashTree } from '../shared/hash-tree.ts'
import type { DspExportEvent } from './export-events.ts'
import type { DspRun } from './export-run.ts'

/**
 * A creative at the DSP. `tagHash`: of the tag that it was sent with, empty if not known; `createdIn`: the run; `hadAnother`: it may have had
 * another tag before.
 */
export type ExportedCreative = {
  readonly creativeId: string
  readonly tagHash: string
  readonly createdIn: number
  readonly hadAnother: boolean
  readonly state: 'active' | 'archived'
  /** When its tag was sent, ISO 8601. */
  readonly sentAt: string
  /** What the DSP has decided about its tag; undefined while it reviews it. */
  readonly review: 'approved' | 'rejected' | undefined
}

/** What is known about a tag at an advertiser of the DSP. */
export type ExportedTag = {
  readonly dspAdvertiserId: number
  readonly tagId: string
  /** Its newest creative; undefined if none was created. */
  readonly creative: ExportedCreative | undefined
  /** The last run that exported the tag, or was refused it. */
  readonly settledIn: number
  /** The last run that was refused to archive its creative. */
  readonly notArchivedIn: number
}

/** All tags of a campaign that were ever exported or refused, by advertiser: two configurations of one advertiser share creatives. */
export type ExportedTags = HashTree<ExportedTag>

export const noTags: ExportedTags = emptyTree<ExportedTag>(digestOf)

const keyOf = (dspAdvertiserId: number, tagId: string): string => `${dspAdvertiserId}:${tagId}`

/** What is known about a tag at an advertiser; undefined if it was never exported there. */
export const exportedTag = (tags: ExportedTags, dspAdvertiserId: number, tagId: string): ExportedTag | undefined =>
  tags.get(keyOf(dspAdvertiserId, tagId))

/** The active creative of a tag, if there is one. */
export const activeCreative = (tag: ExportedTag | undefined): ExportedCreative | undefined =>
  tag?.creative?.state === 'active' ? tag.creative : undefined

/** The tags after an event of a run. */
export const evolveTags = (
  tags: ExportedTags,
  { run, dspAdvertiserId: ofRun }: DspRun,
  event: DspExportEvent,
): ExportedTags => {
  // a repair or a review is of the advertiser that was asked, which may be another than that of the newest run
  const dspAdvertiserId = 'dspAdvertiserId' in event.data ? event.data.dspAdvertiserId : ofRun
  const changed = (tagId: string, change: (tag: ExportedTag) => Partial<ExportedTag>): ExportedTags => {
    const unknown = { dspAdvertiserId, tagId, creative: undefined, settledIn: 0, notArchivedIn: 0 }
    const tag = exportedTag(tags, dspAdvertiserId, tagId) ?? unknown
    return tags.set(keyOf(dspAdvertiserId, tagId), { ...tag, ...change(tag) })
  }
  switch (event.type) {
    case 'DspTagExported': {
      const { tagId, creativeId, tagHash, updated, found, at: sentAt } = event.data
      // an earlier run may have created what was found
      const hadAnother = (updated ?? found) === true
      return changed(tagId, ({ creative }) => {
        const createdIn = updated ? (creative?.createdIn ?? run) : run
        return {
          creative: { creativeId, tagHash, createdIn, hadAnother, state: 'active', sentAt, review: undefined },
          settledIn: run,
        }
      })
    }
    case 'DspTagFailed':
      return changed(event.data.tagId, () => ({ settledIn: run }))
    case 'DspTagArchived': {
      const { tagId, creativeId } = event.data
      return changed(tagId, ({ creative }) => {
        const { tagHash = '', createdIn = run, hadAnother = false, sentAt = event.data.at, review } = creative ?? {}
        return { creative: { creativeId, tagHash, createdIn, hadAnother, state: 'archived', sentAt, review } }
      })
    }
    case 'DspTagNotArchived':
      return changed(event.data.tagId, () => ({ notArchivedIn: run }))
    case 'DspCreativeReviewed': {
      const { tagId, creativeId, review } = event.data
      return changed(tagId, ({ creative }) =>
        creative?.creativeId === creativeId ? { creative: { ...creative, review } } : {},
      )
    }
    case 'DspTagMissing': {
      const { tagId, creativeId } = event.data
      return changed(tagId, ({ creative }) =>
        creative !== undefined && creative.creativeId === creativeId
          ? { creative: { ...creative, state: 'archived' } }
          : {},
      )
    }
    case 'DspTwinArchived':
    case 'DspReviewAsked':
    case 'DspExportStarted':
    case 'DspExportAttemptStarted':
    case 'DspExportAttemptFailed':
    case 'DspExportCompleted':
    case 'DspExportFailed':
    case 'DspExportRetried':
    case 'DspExportCancelled':
    case 'DspCancellationCompleted':
      return tags
  }
}
