import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { archiveAt } from '../../src/domain/exports/archive-at.ts'
import { evolveExport } from '../../src/domain/exports/evolve.ts'
import { exportOf } from '../../src/domain/exports/export.ts'
import { ExportState, notExported } from '../../src/domain/exports/state.ts'
import { untouched } from '../../src/domain/shared/claim.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Finished exports, due for archiving after 30 days; `id` is the export's stream id. */
export const ExportToArchive = fields(
  { ...todoFields.required, id: t.string, export: ExportState },
  todoFields.optional,
)
export type ExportToArchive = t.TypeOf<typeof ExportToArchive>

export const exportsToArchive = todoList(
  projectionOf(exportOf, {
    name: 'exports-to-archive',
    version: 1,
    codec: ExportToArchive,
    indexes: [['todo']],
    evolve: (item, event, id) => {
      const state = evolveExport(item?.export ?? notExported, event)
      const due = archiveAt(state)
      return { ...todoOf(due !== undefined, untouched, due), id, export: state }
    },
  }),
)
