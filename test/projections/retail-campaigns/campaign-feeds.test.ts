import { test } from 'uvu'
import { campaignFeeds } from '../../../projections/retail-campaigns/campaign-feeds.ts'
import { activationRequested, campaignEnded } from '../../support/examples/activation.ts'
import { campaignCreated, campaignUpdated } from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const own = { accountId: 'acme', retailCampaignIdx: 12, assetSourceType: 'uploadAsset' }

test('a campaign has the feed and the columns that it was created with', () => {
  const named = {
    assetSourceType: 'productFeed',
    productAssetSourceId: 7,
    brandColumn: 'brand',
    categoryColumn: 'kind',
  }
  const created = campaignCreated(named as Parameters<typeof campaignCreated>[0])
  return givenEvents(campaignFeeds)(...inStream('retail-campaign-acme:12', [created])).then({
    'acme:12': { ...own, ...named },
  })
})

test('an update changes some of them and keeps the others', () => {
  const events = [
    campaignCreated(),
    campaignUpdated({ brandColumn: 'brand' }),
    campaignUpdated({ productAssetSourceId: 8, productNameColumn: 'title' }),
    campaignUpdated({ retailCampaignName: 'Summer' }),
  ]
  return givenEvents(campaignFeeds)(...inStream('retail-campaign-acme:12', events)).then({
    'acme:12': { ...own, productAssetSourceId: 8, brandColumn: 'brand', productNameColumn: 'title' },
  })
})

test('a column of brands that is cleared is gone', () =>
  givenEvents(campaignFeeds)(
    ...inStream('retail-campaign-acme:12', [
      campaignCreated({ brandColumn: 'brand' }),
      campaignUpdated({ brandColumn: null }),
    ]),
  ).then({ 'acme:12': own }))

test('a campaign that is activated has not ended', () =>
  givenEvents(campaignFeeds)(
    ...inStream('retail-campaign-acme:12', [campaignCreated()]),
    ...inStream('activation-acme:12', [activationRequested()]),
  ).then({ 'acme:12': own }))

test('a campaign that has ended stays so when it is updated', () => {
  const events = inStream('retail-campaign-acme:12', [campaignCreated(), campaignUpdated({ brandColumn: 'brand' })])
  const [created, updated] = events
  const ofActivation = inStream('activation-acme:12', [activationRequested(), campaignEnded()])
  return givenEvents(campaignFeeds)(created!, ...ofActivation, updated!).then({
    'acme:12': { ...own, brandColumn: 'brand', ended: true },
  })
})

test.run()
