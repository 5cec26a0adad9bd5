import { test } from 'uvu'
import { classicCampaigns } from '../../../projections/campaigns/classic-campaigns.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const campaign = {
  accountId: 'acme',
  campaignId: 3,
  campaignName: 'Weather',
  assetMap: [],
  decisionMap: [],
  decisionGraph: { segments: [], defaultCreativeMaster: 'any' },
}
const created = { type: 'ClassicCampaignCreated', data: { campaign, at: '2026-05-01T10:00:00.120Z' } }
const deleted = { type: 'ClassicCampaignDeleted', data: { at: '2026-05-02T10:00:00.000Z' } }

test('a campaign is listed with timestamps in the classic format', () =>
  givenEvents(classicCampaigns)(...inStream('classic-campaign-acme:3', [created])).then({
    'acme:3': {
      accountId: 'acme',
      campaignId: 3,
      campaignName: 'Weather',
      creationDate: '2026-05-01 10:00:00.1',
      lastUpdate: '2026-05-01 10:00:00.1',
      campaign,
      revision: 0,
    },
  }))

test('a deleted campaign is removed', () =>
  givenEvents(classicCampaigns)(...inStream('classic-campaign-acme:3', [created, deleted])).then({}))

test.run()
