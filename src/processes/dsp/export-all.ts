import { exportPlan } from '../../domain/dsp/export-plan.ts'
import type { DspExportState } from '../../domain/dsp/export-state.ts'
import type { ExportTag } from '../../dsp/export-tag.ts'
import { tagsOfSnapshot } from '../../dsp/tags-of-campaign.ts'
import { BlobMissing } from '../../ports/blobs.ts'
import { archiveOne } from './archive-one.ts'
import { exportOne } from './export-one.ts'
import { type Exporting, goesOn, record, unrecordedCreatives } from './exporting.ts'
import { ExportEnds } from './failures.ts'

const tagsOf = async ({ run, step }: Exporting): Promise<readonly ExportTag[]> => {
  try {
    return await tagsOfSnapshot(run.snapshot, step.ports)
  } catch (error) {
    if (error instanceof BlobMissing) throw new ExportEnds('The snapshot of the activation does not exist any more.')
    throw error
  }
}

/**
 * Exports the tags that this run has not dealt with, in their order, then archives the creatives of ad units that have gone, and
 * completes the run (DSP-22). Returns early when the run is cancelled: what the DSP was doing then is recorded.
 */
export const exportAll = async (exporting: Exporting, before: DspExportState): Promise<DspExportState> => {
  const tags = await tagsOf(exporting)
  const found = await unrecordedCreatives(exporting, before)
  const { create, update, archive } = exportPlan(tags, before.tags, exporting.run)
  const wanted = new Set([...create, ...update])
  const present = new Set(tags.map(({ tagId }) => tagId))
  const gone = found.entries().filter(([tagId]) => !present.has(tagId))
  let state = before
  for (const tag of tags.filter(tag => wanted.has(tag))) {
    exporting.step.signal.throwIfAborted()
    state = await exportOne(exporting, state, tag, found.get(tag.tagId))
    if (!goesOn(state)) return state
  }
  for (const one of [...archive, ...gone.map(([tagId, creativeId]) => ({ tagId, creativeId }))]) {
    exporting.step.signal.throwIfAborted()
    state = await archiveOne(exporting, one)
    if (!goesOn(state)) return state
  }
  return record(exporting, { kind: 'CompleteExport' })
}
