import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { CreativeName } from '../../src/domain/creatives/creative.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'
import { mustNotBeFeed } from '../../src/lookups/campaign-from-views.ts'

/** DELETE …/creative/{creativeName} (CREATIVE-19): of a campaign with uploaded assets or a hybrid one. */
export const deleteCreative = command({
  summary: 'Delete a creative of a campaign',
  description:
    'An approval given before no longer holds. What an activated campaign serves does not change until it is activated again.',
  problems: ['wrong-asset-source-type'],
  extension: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName }),
  reply: fields({ message: t.string }),
  example: { reply: { message: 'Creative pot-3 was deleted.' } },
  run: ({ params: { accountId, retailCampaignIdx, creativeName } }, work, { clock }) => {
    const id = campaignId(accountId, retailCampaignIdx)
    const remove = { kind: 'DeleteCreative', creativeName, at: clock.now().toISOString() } as const
    return pipe(
      campaignFromLog(work, accountId, retailCampaignIdx),
      TE.tapEither(mustNotBeFeed),
      TE.flatMap(() => executed(work, creatives, id, remove)),
      TE.flatMapEither(() => reply({ message: `Creative ${creativeName} was deleted.` })),
    )()
  },
})
