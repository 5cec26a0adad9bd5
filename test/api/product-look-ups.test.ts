import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { whenIndexed } from '../support/service/indexed.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('look-ups of brands and products')
const sources = `${account}/asset-sources`
const products = [
  {
    sku: 'p1',
    title: 'Terracotta <b>Pot</b>',
    brand: 'Café Terra',
    kind: 'Pots',
    image: 'https://img.example.com/1.png',
  },
  { sku: 'p2', title: 'Terracotta  Bowl', brand: 'CAFE TERRA', kind: 'Bowls', image: '/assets/acme/2.png' },
  { sku: 'p3', title: 'Watering can', brand: 'Café Terra', kind: 'Tools', image: '' },
  { sku: 'p4', title: 'Spade', brand: 'Fern & Co', kind: 'Tools', image: '' },
  { sku: 'p5', title: 'Gloves', brand: '', kind: 'tools', image: '' },
]
const columns = {
  brandColumn: 'brand',
  productNameColumn: 'title',
  categoryColumn: 'kind',
  productImageColumn: 'image',
}
let service: Service
let campaign: string
test.before(async () => {
  service = whenIndexed(await startService())
  await provision(service)
  const feed = { assetSourceName: 'Products', assetKeyColumn: 'sku', data: products }
  const productAssetSourceId = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  campaign = await campaignWith(service, [], { assetSourceType: 'productFeed', productAssetSourceId, ...columns })
})
test.after(() => service.stop())

const brands = async (searchKeyword = '') =>
  (await service.must('GET', `${campaign}/brands?searchKeyword=${encodeURIComponent(searchKeyword)}`)).values
const content = async (field: string, query: string, more = '') =>
  (
    await service.must(
      'GET',
      `${campaign}/product-content?field=${field}&query=${encodeURIComponent(query)}&limit=10&offset=0${more}`,
    )
  ).values
const shownOf = (values: readonly { readonly displayValue: string }[]) => values.map(v => v.displayValue)

test('brands of a campaign are unique, in their most frequent spelling, and sorted (CREATIVE-17)', async () => {
  assert.equal(await brands(), ['CAFE TERRA', 'Café Terra', 'Fern & Co'])
  assert.equal(await brands('Cafe'), ['CAFE TERRA', 'Café Terra'])
  assert.equal(await brands('é t'), ['CAFE TERRA', 'Café Terra'])
  assert.equal(await brands('& c'), ['Fern & Co'])
  assert.equal(await brands('%'), [])
})

test('a picture column that the products do not have, whatever its name, gives no pictures', async () => {
  const { productAssetSourceId } = await service.must('GET', campaign)
  const settings = {
    assetSourceType: 'productFeed',
    productAssetSourceId,
    ...columns,
    productImageColumn: 'constructor',
  }
  const other = await campaignWith(service, [], settings)
  const found = await service.must('GET', `${other}/product-content?field=PRODUCT_NAME&query=spade&limit=10&offset=0`)
  assert.equal(
    found.values.map((v: { productImageUrl: string }) => v.productImageUrl),
    [''],
  )
})

test('brands of an account come from the feeds of all its campaigns (CREATIVE-18)', async () => {
  const more = [
    { sku: 'q1', brand: 'fern & co', other: 'Aloe' },
    { sku: 'q2', brand: 'FERN & CO', other: 'Zinnia' },
    { sku: 'q3', brand: 'FERN & CO', other: 'Zinnia' },
  ]
  const feed = { assetSourceName: 'More', assetKeyColumn: 'sku', data: more }
  const productAssetSourceId = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  for (const brandColumn of ['brand', 'other'])
    await campaignWith(service, [], { assetSourceType: 'hybridAsset', productAssetSourceId, brandColumn })
  const of = async (query: string, page = 'limit=10&offset=0') =>
    (await service.must('GET', `${account}/retail-settings/brands?query=${encodeURIComponent(query)}&${page}`)).values
  assert.equal(await of(''), ['Aloe', 'CAFE TERRA', 'Café Terra', 'FERN & CO', 'Zinnia'])
  assert.equal(await of('terra, aloe'), ['Aloe', 'CAFE TERRA', 'Café Terra'])
  assert.equal(await of('', 'limit=2&offset=2'), ['Café Terra', 'FERN & CO'])
})

test('brands of a campaign with uploaded assets are the values of its creatives', async () => {
  const uploaded = await campaignWith(service, ['Acme', 'acme', 'Bold'], { brandColumn: 'headline' })
  assert.equal((await service.must('GET', `${uploaded}/brands`)).values.length, 2)
})

test('brands of an account include those of uploaded creatives, in the spelling that most have (CREATIVE-18)', async () => {
  await campaignWith(service, ['Lumen', 'LUMEN', 'Orla'], { brandColumn: 'headline' })
  await campaignWith(service, ['LUMEN', 'Lumen and more'], { brandColumn: 'headline' })
  await campaignWith(service, ['Lumen without a column of brands'])
  const of = async (query: string) =>
    (await service.must('GET', `${account}/retail-settings/brands?query=${query}&limit=10&offset=0`)).values
  assert.equal(await of('lumen,orla'), ['LUMEN', 'Lumen and more', 'Orla'])
})

test('of a campaign with uploaded assets that names a feed, the account has the brands that it shows (CREATIVE-18)', async () => {
  const rows = [{ sku: 'r1', headline: 'Quill of the feed' }]
  const feed = { assetSourceName: 'Unshown', assetKeyColumn: 'sku', data: rows }
  const productAssetSourceId = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  const uploaded = await campaignWith(service, ['Quill'], { productAssetSourceId, brandColumn: 'headline' })
  assert.equal((await service.must('GET', `${uploaded}/brands`)).values, ['Quill'])
  const { values } = await service.must('GET', `${account}/retail-settings/brands?query=quill&limit=10&offset=0`)
  assert.equal(values, ['Quill'])
})

test('products are found by name, brand, id and category, with a picture and previews (CREATIVE-18)', async () => {
  const [pot, ...others] = await content('PRODUCT_NAME', 'pot')
  assert.equal(others, [])
  const { previewUrls, ...rest } = pot
  assert.equal(rest, {
    productId: 'p1',
    contentValue: 'Terracotta <b>Pot</b>',
    displayValue: 'Terracotta Pot',
    productImageUrl: 'https://img.example.com/1.png',
  })
  assert.equal(
    previewUrls.map((p: { adUnitId: number }) => p.adUnitId),
    [1, 2],
  )
  assert.is((await service.call('GET', previewUrls[0].url, undefined, { key: undefined })).status, 200)
  assert.equal(shownOf(await content('PRODUCT_NAME', 'terracotta,spade')), [
    'Spade',
    'Terracotta Bowl',
    'Terracotta Pot',
  ])
  assert.equal(shownOf(await content('CATEGORY', '')), ['Bowls', 'Pots', 'Tools'])
  assert.equal(shownOf(await content('PRODUCT_ID', 'p')), ['p1', 'p2', 'p3', 'p4', 'p5'])
  assert.equal(shownOf(await content('BRAND', 'fern')), ['Fern & Co'])
  const [bowl] = await content('PRODUCT_NAME', 'bowl')
  assert.match(bowl.productImageUrl, /^http:\/\/127.*\/assets\/acme\/2\.png$/)
})

test('a product whose key cannot name a creative has no links to previews that do not exist (CREATIVE-18)', async () => {
  const data = ['p1', '..', 'x'.repeat(256)].map((sku, n) => ({ sku, title: `Title ${n}` }))
  const feed = { assetSourceName: 'Odd keys', assetKeyColumn: 'sku', data }
  const productAssetSourceId = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  const settings = { assetSourceType: 'productFeed', productAssetSourceId, productNameColumn: 'title' }
  const own = await campaignWith(service, [], settings)
  const path = `${own}/product-content?field=PRODUCT_NAME&query=&limit=10&offset=0`
  const { values } = await service.must('GET', path)
  assert.equal(
    values.map((value: { previewUrls: unknown[] }) => value.previewUrls.length),
    [2, 0, 0],
  )
})

test('values that differ in an accent are all found, and told apart (CREATIVE-17)', async () => {
  const names = ['Pâté', 'PÂTÉ', 'Pâté'.normalize('NFD'), 'Pâté', 'Pate', 'バス', 'パス', 'काला', 'कील']
  const data = names.map((title, n) => ({ sku: `${n}`, title, brand: title }))
  const feed = { assetSourceName: 'Accents', assetKeyColumn: 'sku', data }
  const productAssetSourceId = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  const settings = { assetSourceType: 'hybridAsset', productAssetSourceId, ...columns }
  const own = await campaignWith(service, [], settings)
  const search = (query: string) => `query=${encodeURIComponent(query)}&limit=10&offset=0`
  const found = async (query: string) =>
    (await service.must('GET', `${own}/product-content?field=PRODUCT_NAME&${search(query)}`)).values
  assert.equal(shownOf(await found('pate')), ['Pate', 'Pâté'])
  assert.equal(shownOf(await found('')), ['Pate', 'Pâté', 'काला', 'कील', 'バス', 'パス'])
  const path = `${account}/retail-settings/brands?${search('pâte,バ')}`
  assert.equal((await service.must('GET', path)).values, ['Pate', 'Pâté', 'バス', 'パス'])
})

test('brandFilter keeps products of these brands (CREATIVE-18)', async () => {
  const filter = (brands: string) => `&brandFilter=${encodeURIComponent(brands)}`
  assert.equal(shownOf(await content('PRODUCT_NAME', '', filter('cafe terra'))), [
    'Terracotta Bowl',
    'Terracotta Pot',
    'Watering can',
  ])
  const [tools] = await content('CATEGORY', 'tool', filter('Fern & Co'))
  assert.is(tools.productId, 'p4')
  assert.equal(await content('PRODUCT_NAME', '', filter('nobody')), [])
})

test('a new load is looked up as soon as it is indexed', async () => {
  const { productAssetSourceId } = await service.must('GET', campaign)
  const data = [...products, { sku: 'p6', title: 'Rake', brand: 'New', kind: 'Tools', image: '' }]
  await service.must('PUT', `${sources}/inline/${productAssetSourceId}`, { data })
  // the rows before answer when the index takes longer than a second
  const found = await until(
    () => brands('new'),
    values => values.length > 0,
  )
  assert.equal(found, ['New'])
})

test('an answer has at most 20,000 links of previews (CREATIVE-18)', async () => {
  const adUnits = Array.from({ length: 100 }, (_, n) => ({
    adUnitId: n + 1,
    adUnitName: `Unit ${n}`,
    dimension: '300x250',
    html: '<p>{{title}}</p>',
    durationMs: 0,
  }))
  const template = { templateCampaignName: 'Many ad units', mediaChannelIdxs: [], adUnits }
  await service.must('PUT', `${account}/template-campaigns/77`, template)
  const { productAssetSourceId } = await service.must('GET', campaign)
  const settings = { templateCampaignIdx: 77, assetSourceType: 'productFeed', productAssetSourceId, ...columns }
  const wide = await campaignWith(service, [], settings)
  const path = `${wide}/product-content?field=PRODUCT_NAME&query=&offset=0`
  assert.is((await service.must('GET', `${path}&limit=200`)).values[0].previewUrls.length, 100)
  const refused = await service.call('GET', `${path}&limit=201`)
  assert.is(refused.status, 400)
  assert.equal(
    refused.json.errors.map((fault: { pointer: string; code: string }) => [fault.pointer, fault.code]),
    [['/query/limit', 'too-many']],
  )
})

test('refused: an unknown field, a missing parameter, a field without a column (CREATIVE-17)', async () => {
  const given = givenService(service)(async () => undefined)
  const path = `${campaign}/product-content?limit=10&offset=0&query=a`
  await given.when(() => ['GET', `${path}&field=COLOUR`]).thenRefused(400, 'invalid-request')
  await given.when(() => ['GET', path]).thenRefused(400, 'invalid-request')
  await given
    .when(() => ['GET', `${campaign}/product-content?field=BRAND&query=a&offset=0`])
    .thenRefused(400, 'invalid-request')
  await given
    .when(() => ['GET', `${account}/retail-settings/brands?query=a&limit=0&offset=0`])
    .thenRefused(400, 'invalid-request')
  const uploaded = await campaignWith(service, ['one'])
  await given
    .when(() => ['GET', `${uploaded}/product-content?field=BRAND&query=a&limit=1&offset=0`])
    .thenRefused(400, 'invalid-request', '/query/field')
})

test('brands are found in every case, also where a letter has several forms or becomes two (CREATIVE-17)', async () => {
  const feed = { assetSourceName: 'Cases', assetKeyColumn: 'sku', data: [] as object[] }
  feed.data = ['ΚΗΠΟΣ', 'Κήπος', 'Κήπος', 'ΟΔΥΣΣΕΑΣ', 'Weißwurst'].map((brand, n) => ({ sku: String(n), brand }))
  const productAssetSourceId = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  const settings = { assetSourceType: 'productFeed', productAssetSourceId, brandColumn: 'brand' }
  const own = await campaignWith(service, [], settings)
  const found = async (keyword: string) =>
    (await service.must('GET', `${own}/brands?searchKeyword=${encodeURIComponent(keyword)}`)).values
  assert.equal(await found('κηποσ'), ['Κήπος'])
  // a part of a word that ends in a sigma ends it for whoever types it
  assert.equal(await found('Οδυς'), ['ΟΔΥΣΣΕΑΣ'])
  assert.equal(await found('WEISSWURST'), ['Weißwurst'])
})

test.run()
