import { type DspExportToDo, dspExportsToDo } from '../../../projections/dsp/dsp-exports-to-do.ts'
import { activation } from '../../domain/activation/activation.ts'
import { dspConfigurations } from '../../domain/dsp/configurations.ts'
import { dspExport } from '../../domain/dsp/export.ts'
import type { DspRun } from '../../domain/dsp/export-run.ts'
import { type DspExportState, lookSince } from '../../domain/dsp/export-state.ts'
import { campaignOfId } from '../../domain/retail-campaigns/campaign-id.ts'
import { untouched } from '../../domain/shared/claim.ts'
import { cut } from '../../domain/shared/cut.ts'
import { campaignEnded } from '../../dsp/tags-of-campaign.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { archiveAll } from './archive-all.ts'
import { exportAll } from './export-all.ts'
import { type Exporting, goesOn, record } from './exporting.ts'
import { ExportEnds } from './failures.ts'

export type DspExportAction = { readonly do: 'export-tags' | 'archive-tags'; readonly run: DspRun }

const longestReason = 500

const nextActions = ({ current }: DspExportState): readonly DspExportAction[] => {
  if (current?.status === 'running') return [{ do: 'export-tags', run: current }]
  return current?.status === 'cancelling' ? [{ do: 'archive-tags', run: current }] : []
}

/** A job may be tried again, or wait, until after the end of its campaign. */
const mustNotHaveEnded = async ({ work, item }: Step<DspExportToDo>): Promise<void> => {
  const { state } = await work.load(activation, item.id)
  if (state.status === 'ENDED') throw new ExportEnds(campaignEnded.detail)
}

const mustBeConfigured = async ({ work, item }: Step<DspExportToDo>, { configId }: DspRun): Promise<void> => {
  const { state } = await work.load(dspConfigurations, campaignOfId(item.id).accountId)
  if (!state.has(configId)) throw new ExportEnds('The DSP configuration was deleted.')
}

/** Exports until the run is complete or cancelled; then archives. */
const carryOut = async (exporting: Exporting): Promise<void> => {
  const { step, run } = exporting
  let state = await record(exporting, { kind: 'BeginAttempt' })
  if (goesOn(state)) {
    await mustNotHaveEnded(step)
    await mustBeConfigured(step, run)
    state = await exportAll(exporting, state)
  }
  if (state.current?.status === 'cancelling') await archiveAll(exporting, state)
}

const perform = async ({ run }: DspExportAction, step: Step<DspExportToDo>): Promise<void> => {
  const { accountId } = campaignOfId(step.item.id)
  const { state: before } = await step.work.load(dspExport, step.item.id)
  const access = step.ports.dspAccess.of(accountId, run.dspPartnerId)
  const exporting = { step, run, access, since: lookSince(before) }
  try {
    await carryOut(exporting)
  } catch (error) {
    if (!(error instanceof ExportEnds)) throw error
    await record(exporting, { kind: 'FailExport', reason: cut(error.message, longestReason) })
  }
}

/** Exports tags to the DSP, and archives those of cancelled exports (DSP-14, DSP-22, DSP-25). */
export const dspExportsProcess = process({
  name: 'dsp-exports',
  todo: dspExportsToDo,
  concurrency: 2,
  claim: leased(
    dspExport,
    (item: DspExportToDo) => item.id,
    ({ current }) => current?.attempts ?? untouched,
  ),
  nextActions,
  perform,
})
