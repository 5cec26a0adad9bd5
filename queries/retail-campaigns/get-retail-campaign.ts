import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { answer } from '../../src/engine/reply.ts'
import { readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignAnswer, campaignAnswer } from '../../src/lookups/campaign-record.ts'

/** GET …/retail-campaigns/{retailCampaignIdx} (decisions, last section). */
export const getRetailCampaign = query({
  summary: 'Get a retail campaign',
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: CampaignAnswer,
  async answer({ params: { accountId, retailCampaignIdx } }, { readModels }) {
    const found = await readCampaign(readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const body = await campaignAnswer(readModels, found.right, await readSettings(readModels, accountId))
    return answer(body, found.right.record.revision)
  },
})
