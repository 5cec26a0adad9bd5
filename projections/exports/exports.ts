import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { oneOf } from '../../src/codec/text.ts'
import { type ExportEvent, exportFormats } from '../../src/domain/exports/events.ts'
import { exportKeyOf, exportOf } from '../../src/domain/exports/export.ts'
import { ExportState, evolveExport, notExported } from '../../src/domain/exports/state.ts'
import { isOf, streamId } from '../../src/engine/read/keys-of-streams.ts'
import { projection } from '../../src/engine/read/projection.ts'

/** The export of one format and resolution (2.4). */
export const ExportView = fields({
  campaignKey: t.string,
  mode: oneOf('production', 'preview'),
  format: oneOf(...exportFormats),
  resolution: t.number,
  export: ExportState,
})
export type ExportView = t.TypeOf<typeof ExportView>

export const exportsView = projection<ExportView>({
  name: 'exports',
  version: 2,
  codec: ExportView,
  indexes: [['campaignKey']],
  categories: [exportOf.category],
  idOf: event => (isOf(exportOf.category, event) ? streamId(exportOf.category, event) : undefined),
  evolve: (view, event) => {
    const key = exportKeyOf(streamId(exportOf.category, event))
    return {
      campaignKey: `${key.accountId}:${key.retailCampaignIdx}`,
      mode: key.mode,
      format: key.format as ExportView['format'],
      resolution: key.resolution,
      export: evolveExport(view?.export ?? notExported, event as unknown as ExportEvent),
    }
  },
})
