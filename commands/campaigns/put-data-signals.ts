import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { DataSignal, dataSignals, repeatedIn } from '../../src/domain/campaigns/data-signal.ts'
import { exampleSignal } from '../../src/domain/campaigns/example.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

const Body = fields({ dataSignals: about(listOf(DataSignal, 500), 'All data signals of the account.') })

/** PUT /v2/accounts/{accountId}/data-signals (an extension): replaces all data signals of the account, in the shape of CLASSIC-2. */
export const putDataSignals = command({
  summary: 'Set the data signals of an account',
  takesIfMatch: true,
  extension: true,
  params: t.type({ accountId: AccountId }),
  body: Body,
  reply: fields({ dataSignals: t.array(DataSignal) }),
  example: { body: { dataSignals: [exampleSignal] }, reply: { dataSignals: [exampleSignal] } },
  run: ({ params: { accountId }, body, ifMatch }, work, { clock }) =>
    pipe(
      TE.fromEither(mustNotRepeat(body)),
      TE.flatMap(value =>
        executed(work, dataSignals, accountId, { value, at: clock.now().toISOString() }, { ifMatch }),
      ),
      TE.flatMapEither(({ revision }) => reply({ dataSignals: body.dataSignals }, revision)),
    )(),
})

const mustNotRepeat = (body: t.TypeOf<typeof Body>) => {
  const repeated = repeatedIn(body.dataSignals)
  if (!repeated) return E.right(body)
  return refuse('invalid-request', 'A data signal or property is listed twice; names and ids must be unique.', {
    errors: [{ ...repeated, code: 'duplicate', detail: 'is in the list already' }],
  })
}
