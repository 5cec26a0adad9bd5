import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { evolveExport } from '../../src/domain/exports/evolve.ts'
import { exportOf, isRunning } from '../../src/domain/exports/export.ts'
import { ExportState, notExported } from '../../src/domain/exports/state.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Unfinished exports; `id` is the export's stream id. */
export const ExportToDo = fields({ ...todoFields.required, id: t.string, export: ExportState }, todoFields.optional)
export type ExportToDo = t.TypeOf<typeof ExportToDo>

export const exportsToDo = todoList(
  projectionOf(exportOf, {
    name: 'exports-to-do',
    version: 1,
    codec: ExportToDo,
    indexes: [['todo']],
    evolve: (item, event, id) => {
      const state = evolveExport(item?.export ?? notExported, event)
      return { ...todoOf(isRunning(state), state.attempts), id, export: state }
    },
  }),
  item => item.export.status === 'FAILED',
)
