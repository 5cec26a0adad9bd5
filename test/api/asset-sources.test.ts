import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('asset sources')
const sources = `${account}/asset-sources`
const products = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ sku: `pot-${n}`, price: n, stock: n % 2 === 0 }))
const body = (more: object = {}) => ({
  assetSourceName: 'Products',
  assetKeyColumn: 'sku',
  data: products(250),
  ...more,
})
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const created = async (more: object = {}): Promise<string> =>
  `${sources}/${(await service.must('POST', `${sources}/inline`, body(more))).id}`
const skus = (json: { readonly data: readonly { readonly sku: string }[] }) => json.data.map(row => row.sku)

test('an inline source is created, and its detail and rows are read page by page (SOURCE-11, SOURCE-16)', async () => {
  const source = await created({ reportingColumn: 'price', assetGroupColumn: '' })
  const detail = await service.must('GET', source)
  assert.equal(detail, {
    assetSourceId: source.split('/').pop(),
    assetSourceName: 'Products',
    assetSourceType: 'inline',
    assetSourceColumns: ['sku', 'price', 'stock'],
    assetKeyColumn: 'sku',
    assetVariantColumn: null,
    assetGroupColumn: null,
    rotationWeightColumn: null,
    reportingColumn: 'price',
  })
  const first = await service.must('GET', `${source}/data`)
  assert.is(first.data.length, 100)
  assert.equal(first.data[3], { sku: 'pot-3', price: '3', stock: 'false' })
  assert.is(first.prev, null)
  const { data: _, next, prev: __, ...sameDetail } = first
  assert.equal(sameDetail, detail)
  const second = await service.must('GET', `${source}/data?next=${next}`)
  assert.is(skus(second)[0], 'pot-100')
  const back = await service.must('GET', `${source}/data?next=${second.prev}`)
  assert.equal(skus(back), skus(first))
  for (const name of ['prev', 'previous'])
    assert.equal(skus(await service.must('GET', `${source}/data?${name}=${second.prev}`)), skus(first), name)
  assert.equal(skus(await service.must('GET', `${source}/data?offset=248`)), ['pot-248', 'pot-249'])
})

test('rows are filtered and cut by columns', async () => {
  const source = await created()
  const found = await service.must('GET', `${source}/data?filters=price=12&fields=sku,stock`)
  assert.equal(found.data, [{ sku: 'pot-12', stock: 'true' }])
  const like = await service.must('GET', `${source}/data?filters=${encodeURIComponent('sku(like)pot-24_')}&limit=3`)
  assert.equal(skus(like), ['pot-240', 'pot-241', 'pot-242'])
  assert.equal(
    skus(
      await service.must(
        'GET',
        `${source}/data?next=${like.next}&filters=${encodeURIComponent('sku(like)pot-24_')}&limit=3`,
      ),
    ),
    ['pot-243', 'pot-244', 'pot-245'],
  )
})

test('a source that was read can be sent back (HTTP-8)', async () => {
  const source = await created({ reportingColumn: 'price' })
  const detail = await service.must('GET', source)
  const back = await service.must('PUT', source.replace('asset-sources/', 'asset-sources/inline/'), detail)
  assert.match(back.msg, /^No changes/)
  const none = { ...detail, reportingColumn: null }
  await service.must('PUT', source.replace('asset-sources/', 'asset-sources/inline/'), none)
  assert.is((await service.must('GET', source)).reportingColumn, null)
})

test('fields and filters that name no column are 400 and name the columns (SOURCE-16)', async () => {
  const source = await created()
  for (const [query, pointer] of [
    ['fields=sku,zz', '/query/fields'],
    ['filters=zz=1', '/query/filters'],
    ['filters=price=12,zz=1', '/query/filters'],
  ]) {
    const { status, json } = await service.call('GET', `${source}/data?${query}`)
    assert.equal([status, json.code, json.errors.length, json.errors[0].pointer], [400, 'invalid-request', 1, pointer])
    assert.match(json.errors[0].detail, /sku, price, stock/)
  }
  const { dataServiceId } = (await service.call('GET', await campaignWith(service, ['one']))).json
  const uploaded = `${sources}/${dataServiceId}/data`
  assert.is((await service.must('GET', `${uploaded}?filters=creativeName=one`)).data.length, 1)
  assert.is((await service.call('GET', `${uploaded}?fields=zz`)).status, 400)
})

test('wrong rows are 400, and only too large ones 413, each with its pointer (SOURCE-11)', async () => {
  const faults = async (more: object, expected = 400) => {
    const { status, json } = await service.call('POST', `${sources}/inline`, body(more))
    assert.is(status, expected)
    return json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
  }
  assert.equal(await faults({ assetKeyColumn: 'zz' }), ['/assetKeyColumn unknown-column'])
  assert.equal(await faults({ data: [{ sku: 'a' }, { sku: { a: 1 } }, { sku: '' }, { sku: 'a' }] }), [
    '/data/1/sku invalid',
    '/data/1/sku required',
    '/data/2/sku required',
    '/data/3 duplicate',
  ])
  assert.equal(await faults({ columnNames: ['sku'], data: [{ sku: 'a', 'a/b~c': '1' }] }), [
    '/data/0/a~1b~0c unknown-column',
  ])
  assert.equal(await faults({ columnNames: ['sku', 'sku'], data: [] }), ['/columnNames duplicate'])
  assert.equal(await faults({ reportingColumn: 'nothing' }), ['/reportingColumn unknown-column'])
  assert.equal(await faults({ data: [{ sku: 'a', text: 'x'.repeat(65_537) }] }, 413), ['/data/0/text too-large'])
  assert.is((await faults({ data: Array.from({ length: 100 }, () => ({})) })).length, 20)
  assert.equal(await faults({ data: ['a'] }), ['/data/0 invalid'])
})

test('new rows are a new version, a page token ends with its version, and the rows can be rolled back (SOURCE-17)', async () => {
  const source = await created()
  const inline = source.replace('/asset-sources/', '/asset-sources/inline/')
  const { next } = await service.must('GET', `${source}/data`)
  await service.must('PUT', inline, { data: [{ sku: 'new', price: '1' }] })
  assert.equal((await service.must('GET', `${source}/data`)).data, [{ sku: 'new', price: '1', stock: '' }])
  assert.is((await service.call('GET', `${source}/data?next=${next}`)).json.code, 'invalid-cursor')
  assert.match((await service.must('PUT', inline, { data: [{ sku: 'new', price: '1' }] })).msg, /^No changes/)
  assert.is((await service.must('POST', `${source}/rollback`)).version, 1)
  assert.is((await service.must('GET', `${source}/data?limit=500`)).data.length, 250)
  const refused = await service.call('POST', `${source}/rollback`, { version: 9 })
  assert.equal([refused.status, refused.json.code], [409, 'no-such-version'])
  assert.match(refused.json.detail, /Kept versions: 1, 2\./)
})

test('name and roles are updated, with If-Match', async () => {
  const source = await created()
  const inline = source.replace('/asset-sources/', '/asset-sources/inline/')
  await service.must('PUT', inline, { assetSourceName: 'Pots', rotationWeightColumn: 'price' })
  const { assetSourceName, rotationWeightColumn, assetSourceColumns } = await service.must('GET', source)
  assert.equal([assetSourceName, rotationWeightColumn, assetSourceColumns.length], ['Pots', 'price', 3])
  assert.is((await service.call('PUT', inline, { columnNames: ['sku'] })).status, 400)
  assert.is(
    (await service.call('PUT', inline, { assetSourceName: 'Late' }, { headers: { 'if-match': '"0"' } })).status,
    412,
  )
})

test('columns by which the present rows cannot be told apart are refused (SOURCE-11)', async () => {
  const data = [
    { sku: 'a', colour: 'red', size: 'S', empty: '' },
    { sku: 'b', colour: 'red', size: 'M', empty: '' },
  ]
  const id = (await created({ data, assetVariantColumn: 'size' })).split('/').pop()
  const update = async (roles: object) => {
    const { status, json } = await service.call('PUT', `${sources}/inline/${id}`, roles)
    return [status, json.errors?.[0]?.pointer, json.errors?.[0]?.code]
  }
  assert.equal(await update({ assetKeyColumn: 'colour', assetVariantColumn: '' }), [
    400,
    '/assetKeyColumn',
    'duplicate',
  ])
  assert.equal(await update({ assetKeyColumn: 'empty' }), [400, '/assetKeyColumn', 'required'])
  // with their variant they can
  assert.equal(await update({ assetKeyColumn: 'colour' }), [200, undefined, undefined])
  assert.equal(await update({ assetVariantColumn: null }), [400, '/assetKeyColumn', 'duplicate'])
  assert.is((await service.must('GET', `${sources}/${id}`)).assetVariantColumn, 'size')
})

test('a version whose rows the present key does not tell apart is not served again (SOURCE-11, SOURCE-17)', async () => {
  const rows = (...eans: readonly string[]) => eans.map((ean, n) => ({ sku: `pot-${n}`, ean }))
  const source = await created({ data: rows('1', '1') })
  const inline = source.replace('/asset-sources/', '/asset-sources/inline/')
  await service.must('PUT', inline, { data: rows('1', '2') })
  await service.must('PUT', inline, { assetKeyColumn: 'ean', data: rows('1', '3') })
  const refused = await service.call('POST', `${source}/rollback`, { version: 1 })
  assert.equal([refused.status, refused.json.code], [409, 'no-such-version'])
  assert.match(refused.json.detail, /version 1 have the same key and variant/)
  const headers = { 'if-match': '"0"' }
  const stale = await service.call('POST', `${source}/rollback`, { version: 1 }, { headers })
  assert.is(stale.status, 412, 'a stale request is not told what the present columns would refuse')
  const update = await service.call('PUT', inline, { assetKeyColumn: 'headline' }, { headers })
  assert.is(update.status, 412)
  assert.is((await service.must('POST', `${source}/rollback`)).version, 2)
  await service.must('PUT', inline, { assetKeyColumn: 'sku' })
  assert.is((await service.must('POST', `${source}/rollback`)).version, 1)
})

test('the uploaded source of a retail campaign is listed too; its rows are the creatives (SOURCE-16)', async () => {
  const campaign = await campaignWith(service, ['one', 'two'])
  const { dataServiceId, retailCampaignName } = await service.must('GET', campaign)
  const { assetSources } = await service.must('GET', `${sources}?filters=assetSourceId=${dataServiceId}`)
  assert.equal(assetSources, [{ assetSourceId: dataServiceId, assetSourceName: retailCampaignName }])
  const data = await service.must('GET', `${sources}/${dataServiceId}/data?limit=1`)
  assert.equal([data.assetSourceType, data.assetKeyColumn], ['uploaded', 'creativeName'])
  assert.is(data.data[0].creativeName, 'one')
  assert.equal(Object.keys(data.data[0]).sort(), [...data.assetSourceColumns].sort())
  const next = await service.must('GET', `${sources}/${dataServiceId}/data?limit=1&next=${data.next}`)
  assert.is(next.data[0].creativeName, 'two')
  await service.must('PUT', campaign, { retailCampaignName: 'Renamed' })
  assert.is((await service.must('GET', `${sources}/${dataServiceId}`)).assetSourceName, 'Renamed')
})

test('a column named creativeName does not replace the names of the creatives in the uploaded source (SOURCE-16)', async () => {
  const campaign = await campaignWith(service, ['one', 'two'])
  const dynamicAssets = [{ columnName: 'creativeName', columnValue: 'two' }]
  await service.must('POST', `${campaign}/creative`, { creativeName: 'one', dynamicAssets })
  const { dataServiceId } = await service.must('GET', campaign)
  const { data } = await service.must('GET', `${sources}/${dataServiceId}/data?fields=creativeName`)
  assert.equal(data, [{ creativeName: 'one' }, { creativeName: 'two' }])
})

test('the health says what is served, and in which state the source is (SOURCE-18)', async () => {
  const healthOf = (source: string) => service.must('GET', `${source}/health`)
  const inline = await created()
  const { assetSourceType, state, served } = await healthOf(inline)
  assert.equal([assetSourceType, state, served.rows, served.columns], ['inline', 'HEALTHY', 250, 3])
  await service.must('PUT', inline.replace('/asset-sources/', '/asset-sources/inline/'), { data: products(2) })
  assert.is((await healthOf(inline)).served.rows, 2)
  await service.must('POST', `${inline}/rollback`)
  assert.equal((await healthOf(inline)).served, served)
  const broken = await created({ data: [{ sku: 'a', image: 'none' }] })
  assert.is((await healthOf(broken)).state, 'WARNING')
  const campaigns = await Promise.all([['one', 'two', 'three'], []].map(names => campaignWith(service, names)))
  const uploaded = await Promise.all(
    campaigns.map(async campaign => healthOf(`${sources}/${(await service.must('GET', campaign)).dataServiceId}`)),
  )
  assert.equal(
    uploaded.map(health => [health.assetSourceType, health.state, health.served]),
    [
      ['uploaded', 'HEALTHY', { rows: 3 }],
      ['uploaded', 'EMPTY', { rows: 0 }],
    ],
  )
})

test('the list shows the newest first when asked', async () => {
  const idsOf = async (query: string) => {
    const { assetSources } = await service.must('GET', `${sources}?limit=500&${query}`)
    return assetSources.map(({ assetSourceId }: { assetSourceId: number }) => assetSourceId)
  }
  await created()
  const ascending = await idsOf('')
  assert.ok(ascending.length > 1)
  assert.equal(await idsOf('order=descending'), ascending.toReversed())
})

test('labels are given, listed and removed, by body or by query (SOURCE-2)', async () => {
  const labels = `${await created()}/labels`
  for (const label of ['spring', 'garden', 'spring']) await service.must('POST', `${labels}/`, { label })
  assert.equal(await service.must('GET', labels), { labels: ['garden', 'spring'], next: null, previous: null })
  const { labels: one, next } = await service.must('GET', `${labels}?limit=1`)
  assert.equal(one, ['garden'])
  assert.equal((await service.must('GET', `${labels}?limit=1&next=${next}`)).labels, ['spring'])
  assert.equal((await service.must('GET', `${labels}?filters=label(like)gard`)).labels, ['garden'])
  const removed = await service.call('DELETE', `${labels}/`, { label: 'spring' })
  assert.equal([removed.status, removed.text], [200, ''])
  assert.is((await service.call('DELETE', `${labels}?label=garden`)).status, 200)
  assert.equal((await service.must('GET', labels)).labels, [])
  assert.is((await service.call('DELETE', labels)).status, 400)
  assert.is((await service.call('POST', labels, { label: 'x'.repeat(65) })).status, 400)
})

test('a classic campaign can name an inline source and its columns (CLASSIC-6)', async () => {
  const assetSourceId = Number((await created()).split('/').pop())
  const campaign = (assetSourceColumn: string) => ({
    campaignName: 'Pots',
    assetMap: [{ assetId: 'text', assetSourceId, assetSourceColumn }],
    decisionMap: [],
    decisionGraph: { defaultCreativeMaster: 'any', rulePriority: null, segments: [] },
  })
  await service.must('POST', `${account}/campaigns`, campaign('price'))
  const { json } = await service.call('POST', `${account}/campaigns`, campaign('colour'))
  assert.equal(json.errors[0].code, 'unknown-column')
})

test('a source that the account does not have is 404', async () => {
  for (const [method, path, sent] of [
    ['GET', `${sources}/999`],
    ['GET', `${sources}/999/data`],
    ['GET', `${sources}/999/labels`],
    ['POST', `${sources}/999/labels`, { label: 'x' }],
    ['POST', `${sources}/999/rollback`],
    ['PUT', `${sources}/inline/999`, {}],
  ] as const)
    assert.is((await service.call(method, path, sent)).status, 404, `${method} ${path}`)
})

test('a new name needs no look at the rows, also when the detail is sent back with it', async () => {
  const source = await created({ assetVariantColumn: 'stock' })
  const detail = await service.must('GET', source)
  await rm(join(service.dataDir, 'blobs'), { recursive: true })
  const inline = source.replace('asset-sources/', 'asset-sources/inline/')
  await service.must('PUT', inline, { ...detail, assetSourceName: 'Pots' })
  assert.is((await service.must('GET', source)).assetSourceName, 'Pots')
})

test.run()
