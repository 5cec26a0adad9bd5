import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'

/** GET …/trackers (TAGS-5, TAGS-4): the campaign's own types, and those of its last activation. */
export const getTrackerTypes = query({
  summary: 'Get the tracker types of a campaign, and those selected',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: fields({ trackerTypes: t.array(t.string), trackersSelected: t.array(t.string) }),
  run: ({ params: { accountId, retailCampaignIdx } }, { readModels }) =>
    pipe(
      readCampaign(readModels, accountId, retailCampaignIdx),
      TE.flatMapEither(({ record: { campaign, activation } }) =>
        reply({
          trackerTypes: [...new Set(campaign.trackerTypes)],
          trackersSelected: activation.trackersSelected,
        }),
      ),
    )(),
})
