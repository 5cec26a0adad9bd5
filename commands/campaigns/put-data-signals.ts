import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { DataSignal, dataSignals, repeatedIn } from '../../src/domain/campaigns/data-signal.ts'
import { exampleSignal } from '../../src/domain/campaigns/example.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'

/** PUT /v2/accounts/{accountId}/data-signals (extension to 4.7): all data signals of the account, in the shape of 2.10. */
export const putDataSignals = command({
  summary: 'Say which data signals an account has',
  extension: true,
  params: t.type({ accountId: AccountId }),
  body: fields({ dataSignals: listOf(DataSignal, 500) }),
  reply: fields({ dataSignals: t.array(DataSignal) }),
  example: { body: { dataSignals: [exampleSignal] }, reply: { dataSignals: [exampleSignal] } },
  async run({ params: { accountId }, body, ifMatch }, work, { clock }) {
    const repeated = repeatedIn(body.dataSignals)
    if (repeated)
      return refuse(
        'invalid-request',
        'A data signal or property comes twice; each needs a name and an id of its own.',
        {
          errors: [{ ...repeated, code: 'duplicate', detail: 'is in the list already' }],
        },
      )
    const done = await work.execute(dataSignals, accountId, { value: body, at: clock.now().toISOString() }, { ifMatch })
    return E.isLeft(done) ? done : reply({ dataSignals: body.dataSignals }, done.right.revision)
  },
})
