import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { archiveAt } from '../../src/domain/exports/archive-at.ts'
import type { ExportEvent } from '../../src/domain/exports/events.ts'
import { exportOf } from '../../src/domain/exports/export.ts'
import { ExportState, evolveExport, notExported } from '../../src/domain/exports/state.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** Finished exports, due when their 30 days are over; `id` is the export's stream id. */
export const ExportToArchive = fields(
  { ...todoFields.required, id: t.string, export: ExportState },
  todoFields.optional,
)
export type ExportToArchive = t.TypeOf<typeof ExportToArchive>

export const exportsToArchive = todoList<ExportToArchive>({
  name: 'exports-to-archive',
  version: 2,
  codec: ExportToArchive,
  indexes: [['todo']],
  categories: [exportOf.category],
  idOf: event => (isOf(exportOf.category, event) ? streamId(exportOf.category, event) : undefined),
  evolve: (item, event) => {
    const state = evolveExport(item?.export ?? notExported, event as unknown as ExportEvent)
    const due = archiveAt(state)
    return {
      ...todoOf(due !== undefined, untouched, due),
      id: streamId(exportOf.category, event),
      export: state,
    }
  },
})
