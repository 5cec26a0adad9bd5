import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { dspExport } from '../../src/domain/dsp/export.ts'
import { DspRun, dspRunGoesOn, evolveDspRun } from '../../src/domain/dsp/export-run.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The newest run of a campaign with a configuration (DSP-24). `campaignKey`: the campaign's id. */
export const DspExportView = fields({
  campaignKey: t.string,
  configId: integer(1),
  /** Whether the run goes on, for look-ups. */
  runs: t.boolean,
  run: DspRun,
})
export type DspExportView = t.TypeOf<typeof DspExportView>

/** The id of the document of a campaign and a configuration. */
export const dspExportViewId = (campaignKey: string, configId: number): string => `${campaignKey}:${configId}`

export const dspExports = projectionOf(dspExport, {
  name: 'dsp-exports',
  version: 1,
  codec: DspExportView,
  indexes: [['campaignKey'], ['configId'], ['run', 'dspAdvertiserId']],
  idOf: (event, campaignKey) => dspExportViewId(campaignKey, event.data.configId),
  evolve: (view, event, campaignKey) => {
    const run = evolveDspRun(view?.run, event)
    return run && { campaignKey, configId: run.configId, runs: dspRunGoesOn(run), run }
  },
})
