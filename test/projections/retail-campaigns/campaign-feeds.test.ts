import { test } from 'uvu'
import { campaignFeeds } from '../../../projections/retail-campaigns/campaign-feeds.ts'
import { campaignCreated, campaignUpdated } from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const own = { accountId: 'acme', retailCampaignIdx: 12, assetSourceType: 'uploadAsset' }

test('a campaign has the feed and the column of brands that it was created with', () => {
  const created = campaignCreated({ assetSourceType: 'productFeed', productAssetSourceId: 7, brandColumn: 'brand' })
  return givenEvents(campaignFeeds)(...inStream('retail-campaign-acme:12', [created])).then({
    'acme:12': { ...own, assetSourceType: 'productFeed', productAssetSourceId: 7, brandColumn: 'brand' },
  })
})

test('an update changes one of them and keeps the other', () => {
  const events = [
    campaignCreated(),
    campaignUpdated({ brandColumn: 'brand' }),
    campaignUpdated({ productAssetSourceId: 8 }),
    campaignUpdated({ retailCampaignName: 'Summer' }),
  ]
  return givenEvents(campaignFeeds)(...inStream('retail-campaign-acme:12', events)).then({
    'acme:12': { ...own, productAssetSourceId: 8, brandColumn: 'brand' },
  })
})

test('a column of brands that is cleared is gone', () =>
  givenEvents(campaignFeeds)(
    ...inStream('retail-campaign-acme:12', [
      campaignCreated({ brandColumn: 'brand' }),
      campaignUpdated({ brandColumn: null }),
    ]),
  ).then({ 'acme:12': own }))

test.run()
