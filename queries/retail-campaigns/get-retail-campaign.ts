import { pipe } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
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
  run: ({ params: { accountId, retailCampaignIdx } }, { readModels }) =>
    pipe(
      readCampaign(readModels, accountId, retailCampaignIdx),
      TE.bindTo('view'),
      TE.bind('settings', () => TE.fromTask(() => readSettings(readModels, accountId))),
      TE.bind('body', ({ view, settings }) => TE.fromTask(() => campaignReply(readModels, view, settings))),
      TE.flatMapEither(({ view, body }) => reply(body, view.record.revision)),
    )(),
})
