import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { Campaign, classicCampaign } from '../../src/domain/campaigns/campaign.ts'
import { classicTimestamp } from '../../src/domain/campaigns/timestamp.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** A classic campaign, for lists and reads. */
export const ClassicCampaignView = fields(
  {
    accountId: t.string,
    campaignId: t.number,
    campaignName: t.string,
    creationDate: t.string,
    lastUpdate: t.string,
    campaign: Campaign,
    revision: t.number,
  },
  { defaultURL: t.string },
)
export type ClassicCampaignView = t.TypeOf<typeof ClassicCampaignView>

export const classicCampaigns = projectionOf(classicCampaign, {
  name: 'classic-campaigns',
  version: 1,
  codec: ClassicCampaignView,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['campaignId'], filters: [['campaignName']] }],
  evolve: (_, event) => {
    if (event.type === 'ClassicCampaignDeleted') return undefined
    const { campaign, at } = event.data
    const { accountId, campaignId, campaignName, defaultURL } = campaign
    const created = classicTimestamp(at)
    return {
      accountId,
      campaignId,
      campaignName,
      ...(defaultURL === undefined ? {} : { defaultURL }),
      creationDate: created,
      lastUpdate: created,
      campaign,
      revision: event.revision,
    }
  },
})
