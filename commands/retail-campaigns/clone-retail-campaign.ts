import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { creatives } from '../../src/domain/creatives/creatives.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { replyStarted, startCampaign } from '../../src/retail-campaigns/start-campaign.ts'

/** POST …/clone: a new campaign with the settings, ad units and creatives of this one, not its approval or activation. */
export const cloneRetailCampaign = command({
  summary: 'Clone a retail campaign',
  extension: true,
  problems: ['external-id-taken'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({}, { retailCampaignName: Name, externalId: text({ min: 1, max: 255 }) }),
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  newIds: { retailCampaignIdx: 'retail-campaign', dataServiceId: 'asset-source' },
  example: { body: { retailCampaignName: 'Spring Garden, second wave' } },
  run({ params: { accountId, retailCampaignIdx: clonedFrom }, body, newIds }, work, { clock }) {
    const at = clock.now().toISOString()
    return pipe(
      contentFromLog(work, accountId, clonedFrom),
      TE.bindTo('content'),
      TE.bind('clone', ({ content }) =>
        startCampaign(work, { ...copyOf(content.campaign), ...body, ...newIds, clonedFrom }, at),
      ),
      TE.tap(({ content: { creatives: originals }, clone: { retailCampaignIdx } }) =>
        executed(work, creatives, campaignId(accountId, retailCampaignIdx), {
          kind: 'CopyCreatives',
          retailCampaignIdx,
          dataServiceId: newIds.dataServiceId,
          creatives: [...originals.creatives.values()],
          missingAssets: originals.missingAssets,
          at,
        }),
      ),
      TE.flatMapEither(({ clone }) => replyStarted(clone)),
    )()
  },
})

const copyOf = ({ externalId: _, ...original }: RetailCampaign): RetailCampaign => ({
  ...original,
  retailCampaignName: cut(`Copy of ${original.retailCampaignName}`, 255),
})
