import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { exportEntry, exported } from '../support/service/exported.ts'
import { answerLink, approvalOf, approvers, askApproval, linksOf, unzipped } from '../support/service/flow.ts'
import { whenIndexed } from '../support/service/indexed.ts'
import {
  account,
  activated,
  campaignWith,
  provision,
  type Service,
  startService,
  statusPath,
} from '../support/service/service.ts'

const test = suite('feed campaigns')
const sources = `${account}/asset-sources`
let service: Service
test.before(async () => {
  service = whenIndexed(await startService())
  await provision(service)
  const adUnits = [{ adUnitId: 1, adUnitName: 'Product', dimension: '80x40', html: '<p>{{title}} {{price}}</p>' }]
  await service.must('PUT', `${account}/template-campaigns/7`, { templateCampaignName: 'Products', adUnits })
})
test.after(() => service.stop())

const pot = (n: number, price = '9.90') => ({ sku: `pot-${n}`, title: `Pot ${n}`, price, brand: 'Terra' })
const feedOf = async (data: readonly object[]): Promise<number> =>
  Number((await service.must('POST', `${sources}/inline`, { assetSourceName: 'Pots', assetKeyColumn: 'sku', data })).id)
const load = (feed: number, data: readonly object[]) => service.must('PUT', `${sources}/inline/${feed}`, { data })
const feedCampaign = (productAssetSourceId: number, more: object = {}) =>
  campaignWith(service, [], { templateCampaignIdx: 7, assetSourceType: 'productFeed', productAssetSourceId, ...more })
const served = async (campaign: string) =>
  (await service.call('GET', `/serve/acme/${campaign.split('/').pop()}/1`, undefined, { key: undefined })).text

test('a product whose picture is empty is named when the campaign goes live (ACTIVATION-8)', async () => {
  const html = '<p>{{title}}</p><img src="{{image}}">{{#logo}}<img src="{{logo}}">{{/logo}}'
  const adUnits = [1, 2].map(adUnitId => ({ adUnitId, adUnitName: `Picture ${adUnitId}`, dimension: '80x40', html }))
  await service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Pictures', adUnits })
  const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const rows = [pot(1), pot(2), pot(3)].map((row, i) => ({ ...row, image: ['', image, ' '][i], logo: '' }))
  const campaign = await feedCampaign(await feedOf(rows), { templateCampaignIdx: 8 })
  const { status, message } = await activated(service, campaign)
  assert.is(status, 'ACTIVE')
  assert.match(message, / Pictures without an address are left empty: image of pot-1, image of pot-3\.$/)
})

test('a product feed campaign shows a creative a row: activated, served, exported (CREATIVE-16)', async () => {
  const feed = await feedOf([pot(1), pot(2)])
  const campaign = await feedCampaign(feed)
  assert.is((await service.must('GET', statusPath(campaign))).status, 'NEW')
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  assert.match(await served(campaign), /Pot \d 9\.90/)
  const queue = await exported(service, campaign)
  const files = await unzipped(Buffer.from(await (await fetch(queue.url)).arrayBuffer()))
  assert.equal([...files.keys()].sort(), ['manifest.json', 'pot-1/Product_80x40.png', 'pot-2/Product_80x40.png'])
})

test('the previews that approvers see of a feed are its first products (APPROVAL-19)', async () => {
  const campaign = await feedCampaign(await feedOf([pot(2), pot(1), pot(3)]))
  const { creatives } = await service.must('GET', `${campaign}/approvalPreviews?limit=2`)
  assert.equal(
    creatives.map(({ creativeName }: { creativeName: string }) => creativeName),
    ['pot-2', 'pot-1'],
  )
})

test('a new price reaches the tags with the next activation, and archives the export (CAMPAIGN-9)', async () => {
  const feed = await feedOf([pot(1)])
  const campaign = await feedCampaign(feed)
  await activated(service, campaign)
  await exported(service, campaign)
  await load(feed, [pot(1, '4.50')])
  assert.match(await served(campaign), /9\.90/)
  assert.is((await exportEntry(service, campaign)).status, 'ARCHIVED')
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  assert.match(await served(campaign), /4\.50/)
  await load(feed, [pot(1, '4.50')])
  assert.is((await exportEntry(service, campaign)).status, 'ARCHIVED')
})

test('approvers see the products, and changed rows make their request Invalid (APPROVAL-4)', async () => {
  const feed = await feedOf([pot(1), pot(2)])
  const campaign = await feedCampaign(feed)
  await approvers(service, false, 'ann@example.com')
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, 'ann@example.com')
  const page = await (await fetch(link)).text()
  assert.match(page, /pot-1/)
  const picture = /src="([^"]+\.png[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { status, headers } = await service.call('GET', new URL(picture, link).href, undefined, { key: undefined })
  assert.equal([status, headers.get('content-type')], [200, 'image/png'])
  await load(feed, [pot(1), pot(2, '1.00')])
  assert.is((await approvalOf(service, campaign)).status, 'Invalid')
  assert.match((await answerLink(service, link, 'Approved')).text, /changed/)
  await approvers(service, false)
})

test('the same rows in another order leave approval and export as they are (CAMPAIGN-9)', async () => {
  const feed = await feedOf([pot(1), pot(2)])
  const campaign = await feedCampaign(feed)
  await activated(service, campaign)
  await exported(service, campaign)
  await approvers(service, false, 'ann@example.com')
  await askApproval(service, campaign)
  const [link = ''] = await linksOf(service, campaign, 'ann@example.com')
  await load(feed, [pot(2), pot(1)])
  assert.equal((await service.must('GET', `${sources}/${feed}/data`)).data[0].sku, 'pot-2')
  await answerLink(service, link, 'Approved')
  await load(feed, [pot(1), pot(2)])
  assert.is((await approvalOf(service, campaign)).status, 'Approved')
  assert.is((await exportEntry(service, campaign)).status, 'COMPLETED')
  await load(feed, [pot(2), pot(1, '1.00')])
  assert.is((await approvalOf(service, campaign)).status, 'Invalid')
  assert.is((await exportEntry(service, campaign)).status, 'ARCHIVED')
  await approvers(service, false)
})

test('productAssetSourceId is required and must name a source with rows of its own (CAMPAIGN-3)', async () => {
  const other = { retailCampaignName: 'Feed', templateCampaignIdx: 7, assetSourceType: 'productFeed' }
  const uploaded = await campaignWith(service, ['one'])
  const { dataServiceId } = await service.must('GET', uploaded)
  for (const sent of [
    {},
    { productAssetSourceId: 4_711 },
    { productAssetSourceId: dataServiceId },
    { productAssetSourceId: '12a' },
  ])
    await givenService(service)(async () => undefined)
      .when(() => ['POST', `${account}/retail-campaigns`, { ...other, ...sent }])
      .thenRefused(400, 'invalid-request', '/productAssetSourceId')
})

test('productAssetSourceId may be the text that the source was answered with (CAMPAIGN-3)', async () => {
  const sent = { assetSourceName: 'Pots', assetKeyColumn: 'sku', data: [pot(1)] }
  const { id: productAssetSourceId } = await service.must('POST', `${sources}/inline`, sent)
  assert.type(productAssetSourceId, 'string')
  const campaign = await campaignWith(service, [], {
    ...{ templateCampaignIdx: 7, assetSourceType: 'productFeed', productAssetSourceId },
  })
  const read = async () => (await service.must('GET', campaign)).productAssetSourceId
  assert.is(await read(), Number(productAssetSourceId))
  const { message } = await service.must('PUT', campaign, { productAssetSourceId })
  assert.match(message, /^No changes/)
})

test('a campaign whose feed has no rows is refused with what its owner can do about it (ACTIVATION-4)', async () => {
  const feed = await feedOf([pot(1)])
  const campaign = await feedCampaign(feed)
  await load(feed, [])
  const { status, json } = await service.call('POST', `${campaign}/activate`)
  assert.equal([status, json.code], [409, 'nothing-to-activate'])
  assert.match(json.detail, 'or load rows into its product feed')
})

test('rows whose key cannot name a creative are left out, and the activation says so', async () => {
  const feed = await feedOf([pot(1), { ...pot(2), sku: 'a\u0007b' }, { ...pot(3), sku: '..' }])
  const { status, message } = await activated(service, await feedCampaign(feed))
  assert.equal([status, /2 rows of the product feed were left out/.test(message)], ['ACTIVE', true], message)
})

test('an activation with more than 10,000 rows fails and says so (CREATIVE-16)', async () => {
  const feed = await feedOf(Array.from({ length: 10_001 }, (_, n) => ({ sku: `p${n}`, title: 'P', price: '1' })))
  const { status, message } = await activated(service, await feedCampaign(feed))
  assert.equal([status, /10001 rows; a campaign shows at most 10000/.test(message)], ['FAILED', true], message)
})

test.run()
