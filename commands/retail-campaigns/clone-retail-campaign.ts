import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import type { RetailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import { cut } from '../../src/domain/shared/cut.ts'
import { command } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen } from '../../src/engine/write/change.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'
import { copiedCreatives } from '../../src/retail-campaigns/copy-creatives.ts'
import {
  campaignStart,
  idxToUse,
  mustBeFree,
  replyStarted,
  startCampaign,
} from '../../src/retail-campaigns/start-campaign.ts'

/** POST …/clone: a new campaign with the settings, ad units and creatives of this one, not its approval or activation. */
export const cloneRetailCampaign = command({
  summary: 'Clone a retail campaign',
  extension: true,
  problems: ['external-id-taken'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields(
    {},
    {
      retailCampaignName: about(Name, 'The name of the clone; default: that of the original.'),
      externalId: about(
        text({ min: 1, max: 255 }),
        'An id of your own, unique in the account for ever: a second campaign with it is 409, so an import can be repeated.',
      ),
    },
  ),
  reply: fields({ retailCampaignIdx: integer(1), message: t.string }),
  newIds: { retailCampaignIdx: 'retail-campaign', dataServiceId: 'asset-source' },
  example: { body: { retailCampaignName: 'Spring Garden, second wave' } },
  run({ params: { accountId, retailCampaignIdx: clonedFrom }, body, newIds }, work, ports) {
    const at = ports.clock.now().toISOString()
    const own = { accountId, ...newIds, ...body }
    const cloned = (retailCampaignIdx: number) =>
      pipe(
        contentFromLog(work, accountId, clonedFrom, ports),
        TE.map(({ campaign, creatives, missingAssets }) => ({
          campaign: { ...copyOf(campaign), ...body, ...newIds, retailCampaignIdx, clonedFrom },
          originals: [...creatives.creatives.values()],
          missingAssets,
        })),
        TE.tap(() => mustBeFree(work, own, retailCampaignIdx)),
        TE.bind('copied', ({ campaign, originals, missingAssets }) =>
          copiedCreatives(work, campaign, originals, missingAssets, at),
        ),
        // last, so that a clone is complete or does not exist
        TE.flatMap(({ campaign, copied }) => startCampaign(work, campaign, TE.right(campaign), at, copied)),
      )
    // a clone that exists gets no more creatives, although its original may have some by now
    return pipe(
      campaignStart(work, own, pipe(idxToUse(work, own), TE.flatMap(cloned))),
      andThen(started => TE.fromEither(replyStarted(started))),
    )
  },
})

const copyOf = ({ externalId: _, ...original }: RetailCampaign): RetailCampaign => ({
  ...original,
  retailCampaignName: cut(`Copy of ${original.retailCampaignName}`, 255),
})
