import { createdBy } from '../../domain/dsp/export-plan.ts'
import type { DspExportState } from '../../domain/dsp/export-state.ts'
import { adUnitIdOf } from '../../dsp/export-tag.ts'
import { archiveOne } from './archive-one.ts'
import { type Exporting, record, unrecordedCreatives } from './exporting.ts'

/**
 * Archives what a cancelled run has created, and completes the cancellation (DSP-25). What an attempt created without a record is
 * recorded first.
 */
export const archiveAll = async (exporting: Exporting, before: DspExportState): Promise<void> => {
  let state = before
  for (const [tagId, creativeId] of await unrecordedCreatives(exporting, before)) {
    const own = { tagId, adUnitId: adUnitIdOf(tagId), creativeId, tagHash: '', found: true } as const
    state = await record(exporting, { kind: 'RecordExported', ...own })
  }
  for (const one of createdBy(state.tags, exporting.run)) {
    exporting.step.signal.throwIfAborted()
    await archiveOne(exporting, one)
  }
  await record(exporting, { kind: 'CompleteCancellation' })
}
