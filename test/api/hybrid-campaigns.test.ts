import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { exportEntry, exported } from '../support/service/exported.ts'
import { whenIndexed } from '../support/service/indexed.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('hybrid campaigns')
const sources = `${account}/asset-sources`
let service: Service
test.before(async () => {
  service = whenIndexed(await startService())
  await provision(service)
  const html = '<p>{{headline}} {{title}} {{price}}</p>'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Product', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/7`, { templateCampaignName: 'Hybrid', adUnits })
})
test.after(() => service.stop())

const pot = (n: number, price = '9.90') => ({ sku: `pot-${n}`, title: `Pot ${n}`, price })
const feedOf = async (data: readonly object[]): Promise<number> =>
  Number((await service.must('POST', `${sources}/inline`, { assetSourceName: 'Pots', assetKeyColumn: 'sku', data })).id)
const load = (feed: number, data: readonly object[]) => service.must('PUT', `${sources}/inline/${feed}`, { data })
const hybrid = (productAssetSourceId: number) =>
  campaignWith(service, [], { templateCampaignIdx: 7, assetSourceType: 'hybridAsset', productAssetSourceId })
const add = (campaign: string, ...creativeNames: readonly string[]) =>
  service.must('POST', `${campaign}/hybrid-creatives`, { creativeNames })
const save = (campaign: string, body: object) => service.must('POST', `${campaign}/hybrid-creative`, body)
const details = (campaign: string, name: string) => service.must('GET', `${campaign}/hybrid-creative/${name}`)
const headline = (columnValue: string, more = {}) => ({ columnName: 'headline', columnValue, ...more })
const valuesOf = (columns: readonly { readonly columnName: string; readonly columnValue: string }[]) =>
  Object.fromEntries(columns.map(c => [c.columnName, c.columnValue]))
const served = async (campaign: string) =>
  (await service.call('GET', `/serve/acme/${campaign.split('/').pop()}/1`, undefined, { key: undefined })).text

test('creatives are added by name, and the message counts them (CREATIVE-15)', async () => {
  const campaign = await hybrid(await feedOf([pot(1), pot(2)]))
  assert.is(
    (await add(campaign, 'pot-1', 'pot-2', 'vase')).message,
    '3 creatives were added; 0 existed already; 1 has no product.',
  )
  assert.is(
    (await add(campaign, 'pot-2', 'pot-2', 'bowl')).message,
    '1 creative was added; 1 existed already; 1 has no product.',
  )
  assert.equal(await details(campaign, 'pot-1'), {
    productDynamicAssets: Object.entries(pot(1)).map(([columnName, columnValue]) => ({
      columnName,
      columnValue,
      adUnitTransformations: [],
    })),
    creativeDynamicAssets: [],
  })
  assert.equal((await details(campaign, 'vase')).productDynamicAssets, [])
})

test('uploaded columns are joined with the product, whose columns can be overridden (CREATIVE-12, CREATIVE-16)', async () => {
  const campaign = await hybrid(await feedOf([pot(1), pot(2)]))
  const { warnings } = await save(campaign, {
    creativeName: 'hero',
    creativeDynamicAssets: [headline('Grow')],
    productDynamicAssets: [{ columnName: 'price', columnValue: '5.00' }],
    partnerDspColumns: { productId: 'pot-2', recOptimizationGoal: 2, brand: 'Terra' },
    clickthroughUrl: 'https://shop.example.com/hero',
  })
  assert.equal(warnings, [], 'the columns of the product are there')
  const { productDynamicAssets, creativeDynamicAssets, ...rest } = await details(campaign, 'hero')
  assert.equal(valuesOf(productDynamicAssets), { sku: 'pot-2', title: 'Pot 2', price: '5.00' })
  assert.equal(valuesOf(creativeDynamicAssets), { headline: 'Grow' })
  assert.equal(rest, {
    clickThroughUrl: 'https://shop.example.com/hero',
    partnerDspColumns: { productId: 'pot-2', recOptimizationGoal: 'CONVERSIONS', brand: 'Terra' },
  })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  assert.match(await served(campaign), 'Grow Pot 2 5.00')
  await save(campaign, { creativeName: 'plain', partnerDspColumns: { recOptimizationGoal: 9 } })
  const { partnerDspColumns } = await details(campaign, 'plain')
  await save(campaign, { creativeName: 'plain', partnerDspColumns })
  assert.equal((await details(campaign, 'plain')).partnerDspColumns, { recOptimizationGoal: '9' })
  await save(campaign, { creativeName: 'plain', partnerDspColumns: null })
  assert.is((await details(campaign, 'plain')).partnerDspColumns, undefined)
  for (const recOptimizationGoal of [null, '']) {
    const none = { productId: '', productName: null, productImage: '', recOptimizationGoal, brand: 'Terra' }
    await save(campaign, { creativeName: 'pot-1', partnerDspColumns: none })
    const unset = await details(campaign, 'pot-1')
    assert.equal([unset.partnerDspColumns, valuesOf(unset.productDynamicAssets).title], [{ brand: 'Terra' }, 'Pot 1'])
  }
  const unfinished = await save(campaign, {
    creativeName: 'plain',
    creativeDynamicAssets: [{ ...headline('x'), columnName: 'headlin' }],
  })
  assert.equal(
    unfinished.warnings.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    [
      ['/creativeDynamicAssets', 'missing-column'],
      ['/creativeDynamicAssets/0/columnName', 'unknown-column'],
    ],
  )
})

test('a save may apply to other creatives, in one append (CREATIVE-4)', async () => {
  const campaign = await hybrid(await feedOf([pot(1), pot(2)]))
  await add(campaign, 'pot-1', 'pot-2', 'pot-3')
  const everywhere = headline('Everywhere', { applyToAllVariants: true })
  const price = { columnName: 'price', columnValue: '1.00' }
  const body = { creativeName: 'pot-1', creativeDynamicAssets: [everywhere], productDynamicAssets: [price] }
  assert.match((await save(campaign, { ...body, applyAllVariants: ['pot-2'] })).message, '3 creatives changed')
  const shown = await Promise.all(['pot-1', 'pot-2', 'pot-3'].map(name => details(campaign, name)))
  assert.equal(
    shown.map(d => valuesOf(d.productDynamicAssets).price),
    ['1.00', '1.00', undefined],
  )
  assert.equal(
    shown.map(d => valuesOf(d.creativeDynamicAssets).headline),
    Array(3).fill('Everywhere'),
  )
})

test('a load changes the content only if rows of the campaign change (CREATIVE-16)', async () => {
  const feed = await feedOf([pot(1), pot(2)])
  const campaign = await hybrid(feed)
  await save(campaign, { creativeName: 'pot-1', creativeDynamicAssets: [headline('Grow')] })
  await activated(service, campaign)
  await exported(service, campaign)
  await load(feed, [pot(3), pot(2, '1.00'), pot(1)])
  assert.is((await exportEntry(service, campaign)).status, 'COMPLETED', 'the row of pot-1 is as it was')
  await load(feed, [pot(1, '8.00')])
  assert.is((await exportEntry(service, campaign)).status, 'ARCHIVED')
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  assert.match(await served(campaign), '8.00')
})

test('a creative that is sent back as it was read still follows the feed (CREATIVE-21)', async () => {
  const feed = await feedOf([pot(1), pot(2)])
  const campaign = await hybrid(feed)
  const price = { columnName: 'price', columnValue: '5.00' }
  await save(campaign, { creativeName: 'pot-1', productDynamicAssets: [price] })
  const read = await details(campaign, 'pot-1')
  assert.match((await save(campaign, { creativeName: 'pot-1', ...read })).message, 'already up to date')
  const renamed = (n: number) => ({ ...pot(n, '8.00'), title: `Vase ${n}` })
  await load(feed, [renamed(1), renamed(2)])
  const shown = async (name: string) => valuesOf((await details(campaign, name)).productDynamicAssets)
  assert.equal(await shown('pot-1'), { ...renamed(1), price: '5.00' })
  const { productDynamicAssets } = await details(campaign, 'pot-1')
  await add(campaign, 'pot-2')
  const applied = { creativeName: 'pot-1', productDynamicAssets, applyAllVariants: ['pot-2'] }
  await save(campaign, applied)
  assert.equal(await shown('pot-2'), { ...renamed(1), price: '5.00' }, 'each is compared with its own product')
})

test('a creative can be sent back as it was read when the campaign has another product feed (HTTP-8)', async () => {
  const [feed, other] = [await feedOf([pot(1)]), await feedOf([pot(1, '8.00')])]
  const campaign = await hybrid(feed)
  const transformations = [{ type: 'textStyle', transformation: { fontSize: 9 }, dataServiceId: feed }]
  const price = { columnName: 'price', columnValue: '7.00', adUnitTransformations: [{ adUnitId: 1, transformations }] }
  await save(campaign, { creativeName: 'pot-1', productDynamicAssets: [price] })
  await service.must('PUT', campaign, { productAssetSourceId: other })
  await save(campaign, { ...(await details(campaign, 'pot-1')), creativeName: 'pot-1' })
  const { productDynamicAssets } = await details(campaign, 'pot-1')
  assert.is(valuesOf(productDynamicAssets).price, '7.00')
})

test('null, or the value of the product, takes an override back (CREATIVE-21)', async () => {
  const campaign = await hybrid(await feedOf([pot(1), pot(2)]))
  await add(campaign, 'pot-1', 'pot-2')
  const price = (columnValue: string | null, more = {}) => ({ columnName: 'price', columnValue, ...more })
  const priceAfter = async (asset: object, name = 'pot-1') => {
    const { warnings } = await save(campaign, { creativeName: 'pot-1', productDynamicAssets: [asset] })
    assert.equal(
      warnings.map(({ code }: Record<string, string>) => code),
      ['missing-column'],
      'headline alone',
    )
    return valuesOf((await details(campaign, name)).productDynamicAssets).price
  }
  assert.is(await priceAfter(price('5.00')), '5.00')
  assert.is(await priceAfter(price(null)), '9.90')
  await priceAfter(price('5.00', { applyToAllVariants: true }))
  assert.is(await priceAfter(price('9.90')), '9.90')
  assert.is(await priceAfter(price(null, { applyToAllVariants: true }), 'pot-2'), '9.90')
  assert.is(await priceAfter({ columnName: 'colour', columnValue: null }), '9.90', 'a column that nobody has')
  await givenService(service)(async () => campaign)
    .when(() => [
      'POST',
      `${campaign}/hybrid-creative`,
      { creativeName: 'pot-1', creativeDynamicAssets: [{ columnName: 'headline', columnValue: null }] },
    ])
    .thenRefused(400, 'invalid-request', '/creativeDynamicAssets/0/columnValue')
})

test('a clone has the hybrid creatives of its original', async () => {
  const campaign = await hybrid(await feedOf([pot(1)]))
  await save(campaign, {
    creativeName: 'pot-1',
    creativeDynamicAssets: [headline('Grow')],
    productDynamicAssets: [{ columnName: 'price', columnValue: '5.00' }],
  })
  const { retailCampaignIdx } = await service.must('POST', `${campaign}/clone`, {})
  const clone = `${account}/retail-campaigns/${retailCampaignIdx}`
  assert.equal(await details(clone, 'pot-1'), await details(campaign, 'pot-1'))
})

test('refused: other campaigns, wrong ids, unknown goals and names (CREATIVE-3, CREATIVE-14)', async () => {
  const uploaded = await campaignWith(service, ['one'])
  const campaign = await hybrid(await feedOf([pot(1)]))
  const given = givenService(service)(async () => undefined)
  const transformed = { columnName: 'price', columnValue: '1', adUnitTransformations: [{ adUnitId: 99 }] }
  for (const path of ['hybrid-creative', 'hybrid-creatives'])
    await given
      .when(() => ['POST', `${uploaded}/${path}`, { creativeName: 'one', creativeNames: ['one'] }])
      .thenRefused(409, 'wrong-asset-source-type')
  await given.when(() => ['GET', `${uploaded}/hybrid-creative/one`]).thenRefused(409, 'wrong-asset-source-type')
  await given.when(() => ['GET', `${campaign}/creative/one`]).thenRefused(409, 'wrong-asset-source-type')
  await given
    .when(() => ['POST', `${campaign}/hybrid-creative`, { creativeName: 'a', productDynamicAssets: [transformed] }])
    .thenRefused(400, 'invalid-request', '/productDynamicAssets/0/adUnitTransformations/0/adUnitId')
  await given
    .when(() => [
      'POST',
      `${campaign}/hybrid-creative`,
      { creativeName: 'a', partnerDspColumns: { recOptimizationGoal: 'FAME' } },
    ])
    .thenRefused(400, 'invalid-request', '/partnerDspColumns/recOptimizationGoal')
  await given
    .when(() => ['POST', `${campaign}/hybrid-creatives`, { creativeNames: ['..'] }])
    .thenRefused(400, 'invalid-request', '/creativeNames/0')
  await given
    .when(() => ['POST', `${campaign}/hybrid-creative`, { creativeName: 'b', service: 'UPDATE' }])
    .thenRefused(404, 'not-found')
})

test.run()
