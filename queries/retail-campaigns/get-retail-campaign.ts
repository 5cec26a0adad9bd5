import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { readCampaign, readSettings } from '../../src/lookups/campaign-from-views.ts'
import { CampaignReply, campaignReply } from '../../src/lookups/campaign-record.ts'

/** GET …/retail-campaigns/{retailCampaignIdx} (decisions, last section). */
export const getRetailCampaign = query({
  summary: 'Get a retail campaign',
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: CampaignReply,
  async run({ params: { accountId, retailCampaignIdx } }, { readModels }) {
    const found = await readCampaign(readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const body = await campaignReply(readModels, found.right, await readSettings(readModels, accountId))
    return reply(body, found.right.record.revision)
  },
})
