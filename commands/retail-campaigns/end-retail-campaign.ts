import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed, hasChanged, loaded } from '../../src/engine/write/steps.ts'
import { campaignFromLog } from '../../src/lookups/campaign-from-log.ts'

/** POST …/end: stops serving the campaign permanently (ACTIVATION-11). */
export const endRetailCampaign = command({
  summary: 'End a retail campaign permanently',
  extension: true,
  problems: ['campaign-not-active'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  run({ params: { accountId, retailCampaignIdx } }, work, { clock }) {
    const id = campaignId(accountId, retailCampaignIdx)
    const end = { kind: 'EndCampaign', reason: 'request', at: clock.now().toISOString() } as const
    return pipe(
      campaignFromLog(work, accountId, retailCampaignIdx),
      TE.flatMap(() => loaded(work, creatives, id)),
      TE.flatMap(({ state }) => executed(work, activation, id, { ...end, creatives: state.creatives.size })),
      TE.flatMapEither(done => reply({ retailCampaignIdx, message: hasChanged(done) ? ended : unchanged })),
    )()
  },
})

const ended = 'The campaign has ended.'
const unchanged = 'The campaign has already ended.'
