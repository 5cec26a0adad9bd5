import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { classicCampaign } from '../../src/domain/campaigns/campaign.ts'
import { classicCampaignId } from '../../src/domain/campaigns/classic-campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

/** DELETE /v2/accounts/{accountId}/campaigns/{campaignId} (CLASSIC-1): 200 without a body. */
export const deleteCampaign = command({
  summary: 'Delete a classic campaign',
  takesIfMatch: true,
  params: t.type({ accountId: AccountId, campaignId: IntegerText }),
  reply: { media: '', status: 200 },
  run({ params: { accountId, campaignId }, ifMatch }, work, { clock }) {
    const remove = { kind: 'DeleteCampaign', at: clock.now().toISOString() } as const
    return pipe(
      executed(work, classicCampaign, classicCampaignId(accountId, campaignId), remove, { ifMatch }),
      TE.flatMapEither(() => rawReply({ raw: '', contentType: '' })),
    )()
  },
})
