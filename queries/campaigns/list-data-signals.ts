import * as t from 'io-ts'
import { dataSignalsView } from '../../projections/campaigns/data-signals.ts'
import { AccountId } from '../../src/codec/names.ts'
import { DataSignal } from '../../src/domain/campaigns/data-signal.ts'
import { exampleSignal } from '../../src/domain/campaigns/example.ts'
import { query } from '../../src/engine/operation.ts'
import { readDocument } from '../../src/engine/read/documents.ts'
import { list } from '../../src/list/list.ts'
import { pageOf } from '../../src/list/page-of.ts'
import type { Query, ReadModels } from '../../src/ports/read-models.ts'

const signals = list({
  items: 'dataSignals',
  item: DataSignal,
  sort: { field: ['dataSignalId'] },
})

/** GET /v2/accounts/{accountId}/data-signals (CLASSIC-1): the data signals that conditions may use. */
export const listDataSignals = query({
  summary: 'List the data signals of an account',
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: signals.codec,
  reply: signals.reply,
  example: { reply: { dataSignals: [exampleSignal], count: 1, next: null, previous: null } },
  run({ params: { accountId }, query: asked }, ports) {
    const scope = { field: ['accountId'], is: '=', value: accountId } as const
    const find = async (wanted: Query) =>
      pageOf(await signalsOf(ports.readModels, accountId), wanted, item => String(item.dataSignalId))
    return signals.readFrom(find, asked, scope, ports, { present })()
  },
})

type Item = DataSignal & { readonly accountId: string }

const signalsOf = async (readModels: ReadModels, accountId: string): Promise<readonly Item[]> => {
  const stored = await readDocument(readModels, dataSignalsView, accountId)
  return (stored?.dataSignals ?? []).map(signal => ({ ...signal, accountId }))
}

const present = ({ accountId: _, ...signal }: Item) => signal
