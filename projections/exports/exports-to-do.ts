import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import type { ExportEvent } from '../../src/domain/exports/events.ts'
import { exportOf, isRunning } from '../../src/domain/exports/export.ts'
import { ExportState, evolveExport, notExported } from '../../src/domain/exports/state.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { isOf, streamId } from '../../src/engine/read/keys-of-streams.ts'

/** Exports that were asked for and are not finished; `id` is the export's stream id. */
export const ExportToDo = fields({ ...todoFields.required, id: t.string, export: ExportState }, todoFields.optional)
export type ExportToDo = t.TypeOf<typeof ExportToDo>

export const exportsToDo = todoList<ExportToDo>({
  name: 'exports-to-do',
  version: 2,
  codec: ExportToDo,
  indexes: [['todo']],
  categories: [exportOf.category],
  idOf: event => (isOf(exportOf.category, event) ? streamId(exportOf.category, event) : undefined),
  evolve: (item, event) => {
    const state = evolveExport(item?.export ?? notExported, event as unknown as ExportEvent)
    return { ...todoOf(isRunning(state), state.attempts), id: streamId(exportOf.category, event), export: state }
  },
})
