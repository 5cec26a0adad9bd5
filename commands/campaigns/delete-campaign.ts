import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { classicCampaign } from '../../src/domain/campaigns/campaign.ts'
import { classicCampaignId } from '../../src/domain/campaigns/classic-campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'

/** DELETE /v2/accounts/{accountId}/campaigns/{campaignId} (4.7): 200 without a body. */
export const deleteCampaign = command({
  summary: 'Delete a classic campaign',
  params: t.type({ accountId: AccountId, campaignId: IntegerText }),
  reply: { media: '', status: 200 },
  async run({ params: { accountId, campaignId }, ifMatch }, work, { clock }) {
    const remove = { kind: 'DeleteCampaign', at: clock.now().toISOString() } as const
    const done = await work.execute(classicCampaign, classicCampaignId(accountId, campaignId), remove, { ifMatch })
    return E.isLeft(done) ? done : rawReply({ raw: '', contentType: '' })
  },
})
