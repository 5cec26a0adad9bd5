import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'

/** POST …/end: the campaign stops being served, for good (decision 18). */
export const endRetailCampaign = command({
  summary: 'End a retail campaign for good',
  extension: true,
  problems: ['campaign-not-active'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  async run({ params: { accountId, retailCampaignIdx } }, work, { clock }) {
    const found = await campaignFromLog(work, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const end = { kind: 'EndCampaign', reason: 'request', at: clock.now().toISOString() } as const
    const done = await work.execute(activation, campaignId(accountId, retailCampaignIdx), end)
    if (E.isLeft(done)) return done
    const message = done.right.events.length > 0 ? 'The campaign has ended.' : 'The campaign had ended already.'
    return reply({ retailCampaignIdx, message })
  },
})
