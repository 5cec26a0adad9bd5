import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { answer } from '../../src/answer.ts'
import { activationStatusOf, readCampaign } from '../../src/campaign-view.ts'
import { AccountId, fields, IntegerText, integer, oneOf } from '../../src/codec.ts'
import { activationStatuses } from '../../src/domain/activation/state.ts'
import { query } from '../../src/operation.ts'

/** GET …/retailcampaigns/{retailCampaignIdx}/activationstatus (4.1): the record of 2.3. The path has no hyphen. */
export const getActivationStatus = query({
  summary: 'Get the activation status of a campaign',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: fields({ percentage: integer(0, 100), message: t.string, status: oneOf(...activationStatuses) }),
  async answer({ params: { accountId, retailCampaignIdx } }, { readModels }) {
    const found = await readCampaign(readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const { percentage, message } = found.right.record.activation
    return answer({ percentage, message, status: activationStatusOf(found.right) })
  },
})
