import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'

/** GET …/trackers (2.5, decision 30): the campaign's own types, and those of its last activation. */
export const getTrackerTypes = query({
  summary: 'Get the tracker types of a campaign, and those selected',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: fields({ trackerTypes: t.array(t.string), trackersSelected: t.array(t.string) }),
  async run({ params: { accountId, retailCampaignIdx } }, { readModels }) {
    const found = await readCampaign(readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const { campaign, activation } = found.right.record
    return reply({ trackerTypes: campaign.trackerTypes ?? [], trackersSelected: activation.trackersSelected })
  },
})
