import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { DataSignal, dataSignals } from '../../src/domain/campaigns/data-signal.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** All data signals of an account in one document, as they are written and read together. */
export const DataSignalsView = fields({ dataSignals: t.array(DataSignal), revision: t.number })
export type DataSignalsView = t.TypeOf<typeof DataSignalsView>

export const dataSignalsView = projectionOf(dataSignals, {
  name: 'data-signals',
  version: 1,
  codec: DataSignalsView,
  indexes: [],
  evolve: (_, { data, revision }) => ({ dataSignals: data.value.dataSignals, revision }),
})
