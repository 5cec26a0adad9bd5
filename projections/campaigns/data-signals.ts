import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { DataSignal, dataSignals } from '../../src/domain/campaigns/data-signal.ts'
import type { Configure } from '../../src/domain/provisioning/configured.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** The data signals of an account, in one document: they are put, and asked about, together. */
export const DataSignalsView = fields({ dataSignals: t.array(DataSignal), revision: t.number })
export type DataSignalsView = t.TypeOf<typeof DataSignalsView>

export const dataSignalsView = projection<DataSignalsView>({
  name: 'data-signals',
  version: 1,
  codec: DataSignalsView,
  indexes: [],
  categories: [dataSignals.category],
  idOf: event => (isOf(dataSignals.category, event) ? streamId(dataSignals.category, event) : undefined),
  evolve: (_, event) => {
    const { value } = event.data as Configure<{ dataSignals: DataSignal[] }>
    return { dataSignals: value.dataSignals, revision: event.revision }
  },
})
