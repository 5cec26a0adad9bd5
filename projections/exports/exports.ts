import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { exportFormats } from '../../src/domain/exports/events.ts'
import { evolveExport } from '../../src/domain/exports/evolve.ts'
import { exportKeyOf, exportOf } from '../../src/domain/exports/export.ts'
import { ExportState, notExported } from '../../src/domain/exports/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The export of one format and resolution (EXPORT-6). */
export const ExportView = fields({
  campaignKey: t.string,
  mode: oneOf('production', 'preview'),
  format: oneOf(...exportFormats),
  resolution: t.number,
  export: ExportState,
})
export type ExportView = t.TypeOf<typeof ExportView>

export const exportsView = projectionOf(exportOf, {
  name: 'exports',
  version: 1,
  codec: ExportView,
  indexes: [['campaignKey']],
  evolve: (view, event, stream) => {
    const { accountId, retailCampaignIdx, mode, format, resolution } = exportKeyOf(stream)
    return {
      campaignKey: campaignId(accountId, retailCampaignIdx),
      mode,
      format,
      resolution,
      export: evolveExport(view?.export ?? notExported, event),
    }
  },
})
