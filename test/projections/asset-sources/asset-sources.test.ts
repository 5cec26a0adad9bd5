import { test } from 'uvu'
import { assetSources } from '../../../projections/asset-sources/asset-sources.ts'
import {
  assetSourceChanged,
  assetSourceCreated,
  assetSourceLoaded,
  assetSourceRolledBack,
  rowSet,
} from '../../support/examples/asset-sources.ts'
import { campaignCreated, campaignUpdated } from '../../support/examples/campaign.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const stream = 'asset-source-acme:12'

test('a source with rows of its own has its name and the version that it serves', () =>
  givenEvents(assetSources)(
    ...inStream(stream, [
      assetSourceCreated,
      assetSourceLoaded(),
      assetSourceLoaded(2, rowSet('d2')),
      assetSourceChanged,
      assetSourceRolledBack,
    ]),
  ).thenIn('acme:12', { assetSourceId: 12, assetSourceName: 'Summer products', assetSourceType: 'inline' }))

test('the uploaded source of a campaign has the name of the campaign', () => {
  const { dataServiceId, retailCampaignName } = campaignCreated().data.campaign
  givenEvents(assetSources)(...inStream('retail-campaign-acme:12', [campaignCreated()])).thenIn('campaign:acme:12', {
    accountId: 'acme',
    assetSourceId: dataServiceId,
    assetSourceName: retailCampaignName,
    assetSourceType: 'uploaded',
    uploaded: { retailCampaignIdx: 12 },
  })
})

test('an update of the campaign reaches its source', () =>
  givenEvents(assetSources)(
    ...inStream('retail-campaign-acme:12', [
      campaignCreated(),
      campaignUpdated({ retailCampaignName: 'Renamed', rotationWeightColumn: 'weight' }),
    ]),
  ).thenIn('campaign:acme:12', {
    assetSourceName: 'Renamed',
    uploaded: { retailCampaignIdx: 12, rotationWeightColumn: 'weight' },
  }))

test('a rotation column that is cleared is none of its source', () =>
  givenEvents(assetSources)(
    ...inStream('retail-campaign-acme:12', [
      campaignCreated({ rotationWeightColumn: 'weight' }),
      campaignUpdated({ rotationWeightColumn: null }),
    ]),
  ).thenIn('campaign:acme:12', { uploaded: { retailCampaignIdx: 12 } }))

test('a campaign of a product feed has no uploaded source', () =>
  givenEvents(assetSources)(
    ...inStream('retail-campaign-acme:12', [campaignCreated({ assetSourceType: 'productFeed' })]),
  ).then({}))

test.run()
