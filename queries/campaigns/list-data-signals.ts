import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type DataSignalsView, dataSignalsView } from '../../projections/campaigns/data-signals.ts'
import { AccountId } from '../../src/codec/names.ts'
import { DataSignal } from '../../src/domain/campaigns/data-signal.ts'
import { exampleSignal } from '../../src/domain/campaigns/example.ts'
import { query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'
import { pageOf } from '../../src/list/page-of.ts'

const signals = list({
  items: 'dataSignals',
  fields: { dataSignalId: 'integer', dataSignalName: 'string' },
  selectable: ['dataSignalId', 'dataSignalName', 'dataSignalProperties'],
  sort: { field: ['dataSignalId'] },
})

/** GET /v2/accounts/{accountId}/data-signals (4.7): what conditions may ask about. */
export const listDataSignals = query({
  summary: 'List the data signals of an account',
  params: t.type({ accountId: AccountId }),
  query: signals.codec,
  reply: signals.shape(DataSignal),
  example: { reply: { dataSignals: [exampleSignal], count: 1, next: null, previous: null } },
  async run({ params: { accountId }, query: asked }, { readModels, secrets, clock }) {
    const now = clock.now()
    const scope = { field: ['accountId'], is: '=', value: accountId } as const
    const wanted = signals.toQuery(asked, scope, secrets, now)
    if (E.isLeft(wanted)) return wanted
    const stored = await readModels.get(dataSignalsView, accountId)
    const all = stored ? (JSON.parse(stored.json) as DataSignalsView).dataSignals : []
    const items = all.map(signal => ({ ...signal, accountId }))
    const page = pageOf(items, wanted.right, item => String(item.dataSignalId))
    const present = ({ accountId: _, ...signal }: DataSignal & { accountId: string }) => signal
    return E.right(signals.reply(page, asked, scope, secrets, now, { present }))
  },
})
