import type { DspExportState } from '../../domain/dsp/export-state.ts'
import { activeCreative, exportedTag } from '../../domain/dsp/exported-tags.ts'
import type { ExportTag } from '../../dsp/export-tag.ts'
import { isDspFailure } from '../../ports/dsp.ts'
import { type Exporting, goesOn, record } from './exporting.ts'
import { answeredOrRefused, ExportEnds } from './failures.ts'

/** How a creative came to be that gets a tag: it is known to have an older one, or was found without a record. */
type Existing = { readonly creativeId: string; readonly is: { readonly updated: true } | { readonly found: true } }

/** Creates the creative of a tag, and records it, or that the DSP has refused the tag. */
const create = async (exporting: Exporting, tag: ExportTag): Promise<DspExportState> => {
  const { step, run, access } = exporting
  const { tagId, adUnitId, tagHash } = tag
  const created = answeredOrRefused(
    step,
    await step.ports.dsp.createCreative(access, run.dspAdvertiserId, tag, step.signal),
  )
  if (!isDspFailure(created))
    return record(exporting, { kind: 'RecordExported', tagId, adUnitId, creativeId: created.creativeId, tagHash })
  const { code, detail: reason } = created
  // nothing but the advertiser can be missing here
  if (code === 'not-found') throw new ExportEnds(reason)
  return record(exporting, { kind: 'RecordFailed', tagId, adUnitId, code, reason })
}

/** Gives a creative its tag. One that is archived or gone at the DSP stays as it is, and another one takes its place. */
const update = async (exporting: Exporting, tag: ExportTag, { creativeId, is }: Existing): Promise<DspExportState> => {
  const { step, run, access } = exporting
  const { tagId, adUnitId, tagHash } = tag
  const updated = answeredOrRefused(
    step,
    await step.ports.dsp.updateCreative(access, run.dspAdvertiserId, creativeId, tag, step.signal),
  )
  const isGone = isDspFailure(updated) ? updated.code === 'not-found' : updated.state === 'archived'
  if (isGone) {
    const state = await record(exporting, { kind: 'RecordArchived', tagId, creativeId })
    return goesOn(state) ? create(exporting, tag) : state
  }
  if (!isDspFailure(updated))
    return record(exporting, { kind: 'RecordExported', tagId, adUnitId, creativeId, tagHash, ...is })
  const { code, detail: reason } = updated
  return record(exporting, { kind: 'RecordFailed', tagId, adUnitId, code, reason })
}

/**
 * Exports one tag (DSP-22): to the creative that it has, to one that was `found` at the DSP without a record, or to a new one. The state
 * is that after its record.
 */
export const exportOne = (
  exporting: Exporting,
  state: DspExportState,
  tag: ExportTag,
  found: string | undefined,
): Promise<DspExportState> => {
  const known = activeCreative(exportedTag(state.tags, exporting.run.dspAdvertiserId, tag.tagId))
  if (known) return update(exporting, tag, { creativeId: known.creativeId, is: { updated: true } })
  if (found !== undefined) return update(exporting, tag, { creativeId: found, is: { found: true } })
  return create(exporting, tag)
}
