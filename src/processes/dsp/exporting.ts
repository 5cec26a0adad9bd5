import type { DspExportToDo } from '../../../projections/dsp/dsp-exports-to-do.ts'
import { type DspExportCommand, dspExport } from '../../domain/dsp/export.ts'
import type { DspRun } from '../../domain/dsp/export-run.ts'
import type { DspExportState } from '../../domain/dsp/export-state.ts'
import { exportedTag } from '../../domain/dsp/exported-tags.ts'
import { adUnitIdOf } from '../../dsp/export-tag.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'
import type { DspAccess } from '../../ports/dsp.ts'
import { answered } from './failures.ts'

/** One attempt at a run. `since`: from when the DSP may have creatives without a record; undefined: it has none. */
export type Exporting = {
  readonly step: Step<DspExportToDo>
  readonly run: DspRun
  readonly access: DspAccess
  readonly since: string | undefined
}

type Without<C> = C extends unknown ? Omit<C, 'attempt' | 'at'> : never
/** What the holder of the attempt records. */
type Recorded = Without<Extract<DspExportCommand, { readonly attempt: number }>>

/** Records a fact of this attempt; the state after it shows whether the export was cancelled meanwhile. */
export const record = async ({ step }: Pick<Exporting, 'step'>, fact: Recorded): Promise<DspExportState> => {
  const { item, claim, work, ports } = step
  const command = { ...fact, attempt: claim.attempt, at: timeOf(ports) }
  return settled(await work.execute(dspExport, item.id, command)).state
}

/** Whether the run still exports; otherwise it was cancelled. */
export const goesOn = ({ current }: DspExportState): boolean => current?.status === 'running'

/**
 * Active creatives of the campaign at the DSP that are not recorded, by tag: those of attempts that ended between the DSP's answer and
 * the record of it (DSP-14). Of twins the older one.
 */
export const unrecordedCreatives = async (
  { step, run: { dspAdvertiserId }, access, since }: Exporting,
  state: DspExportState,
): Promise<ReadonlyMap<string, string>> => {
  const { item, ports, signal } = step
  if (since === undefined) return new Map()
  const isWanted = (tagId: string) => tagId.startsWith(`${item.id}:`) && adUnitIdOf(tagId) > 0
  const found = answered(
    step,
    await ports.dsp.findCreatives(access, { advertiserId: dspAdvertiserId, since, isWanted }, signal),
  )
  const unknown = found.filter(
    ({ tagId, creativeId, state: is }) =>
      is !== 'archived' && exportedTag(state.tags, dspAdvertiserId, tagId)?.creative?.creativeId !== creativeId,
  )
  return new Map(unknown.toReversed().map(({ tagId, creativeId }) => [tagId, creativeId]))
}
