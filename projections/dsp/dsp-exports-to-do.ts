import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { dspExport } from '../../src/domain/dsp/export.ts'
import { DspRun, dspRunGoesOn, evolveDspRun } from '../../src/domain/dsp/export-run.ts'
import { todoFields, todoList, todoOf } from '../../src/engine/react/to-do.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** Campaigns whose export to the DSP, or its cancellation, is not finished; `id` is the export's stream id. */
export const DspExportToDo = fields({ ...todoFields.required, id: t.string, run: DspRun }, todoFields.optional)
export type DspExportToDo = t.TypeOf<typeof DspExportToDo>

export const dspExportsToDo = todoList(
  projectionOf(dspExport, {
    name: 'dsp-exports-to-do',
    version: 1,
    codec: DspExportToDo,
    indexes: [['todo']],
    evolve: (item, event, id) => {
      const run = evolveDspRun(item?.run, event)
      return run && { ...todoOf(dspRunGoesOn(run), run.attempts), id, run }
    },
  }),
  item => item.run.status === 'failed',
)
