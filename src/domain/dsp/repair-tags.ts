import type { DspExportData, DspExportEvent } from './export-events.ts'
import type { OfCreative } from './export-plan.ts'
import { dspRunGoesOn } from './export-run.ts'
import type { DspExportState } from './export-state.ts'
import { activeCreative, exportedTag } from './exported-tags.ts'

/** Of a campaign, at one advertiser: twins that were archived, and tags whose creative is gone (DSP-28). */
export type RepairTags = {
  readonly kind: 'RepairTags'
  readonly twins: readonly OfCreative[]
  readonly missing: readonly MissingTag[]
} & Omit<DspExportData<'DspTagMissing'>, keyof MissingTag>
type MissingTag = Pick<DspExportData<'DspTagMissing'>, 'tagId' | 'creativeId' | 'adUnitGone'>

/**
 * The events of a repair. What is missing counts only while the creative is recorded and nothing is being exported: an export has looked
 * for itself.
 */
export const repairTags = (
  { current, tags }: DspExportState,
  { kind: _, twins, missing, ...common }: RepairTags,
): readonly DspExportEvent[] => {
  const isBusy = current !== undefined && dspRunGoesOn(current)
  // of a tag without a creative there is nothing to record, unless it is not to be exported any more
  const isNews = ({ tagId, creativeId, adUnitGone }: MissingTag): boolean => {
    const active = activeCreative(exportedTag(tags, common.dspAdvertiserId, tagId))
    return active === undefined ? adUnitGone === true : active.creativeId === creativeId
  }
  const gone = isBusy ? [] : missing.filter(isNews)
  return [
    ...twins.map(twin => ({ type: 'DspTwinArchived', data: { ...common, ...twin } }) as const),
    ...gone.map(tag => ({ type: 'DspTagMissing', data: { ...common, ...tag } }) as const),
  ]
}
