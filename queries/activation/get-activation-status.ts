import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { ShownActivationStatus } from '../../src/domain/activation/state.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { activationStatusOf, readCampaign } from '../../src/lookups/campaign-from-views.ts'

/** GET …/retailcampaigns/{retailCampaignIdx}/activationstatus (ACTIVATION-1): the record of ACTIVATION-2. The path has no hyphen. */
export const getActivationStatus = query({
  summary: 'Get the activation status of a campaign',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: named('Activation', fields({ percentage: integer(0, 100), message: t.string, status: ShownActivationStatus })),
  run: ({ params: { accountId, retailCampaignIdx } }, { readModels }) =>
    pipe(
      readCampaign(readModels, accountId, retailCampaignIdx),
      TE.flatMapEither(view => {
        const { percentage, message } = view.record.activation
        return reply({ percentage, message, status: activationStatusOf(view) })
      }),
    )(),
})
