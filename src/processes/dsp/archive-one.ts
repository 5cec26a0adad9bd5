import type { OfCreative } from '../../domain/dsp/export-plan.ts'
import type { DspExportState } from '../../domain/dsp/export-state.ts'
import { isDspFailure } from '../../ports/dsp.ts'
import { type Exporting, record } from './exporting.ts'
import { answeredOrRefused } from './failures.ts'

/** Archives a creative, and records it. One that the DSP does not have any more counts as archived. */
export const archiveOne = async (exporting: Exporting, { tagId, creativeId }: OfCreative): Promise<DspExportState> => {
  const { step, run, access } = exporting
  const archived = answeredOrRefused(
    step,
    await step.ports.dsp.archiveCreative(access, run.dspAdvertiserId, creativeId, step.signal),
  )
  if (!isDspFailure(archived) || archived.code === 'not-found')
    return record(exporting, { kind: 'RecordArchived', tagId, creativeId })
  const { code, detail: reason } = archived
  return record(exporting, { kind: 'RecordNotArchived', tagId, creativeId, code, reason })
}
