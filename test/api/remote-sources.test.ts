import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('remote asset sources')
const sources = `${account}/asset-sources`
let wall = Date.now()
/** The wall clock goes on only when a test lets it, so that neither a cacheTime nor a pause after a failure ends by itself. */
const clock = {
  now: () => new Date(wall),
  monotonic: () => performance.now(),
  pass: (ms: number) => {
    wall += ms
  },
}
const minute = 60_000
let service: Service
let server: FeedServer
test.before(async () => {
  server = await startFeedServer()
  service = await startService({ EGRESS_ALLOW: server.host }, { clock })
  await provision(service)
})
test.after(async () => {
  await service.stop()
  await server.stop()
})

const stock = (price: number) => JSON.stringify([{ sku: 'pot', name: 'Pot', size: { h: 3 }, price }])
const body = (url: string, more: object = {}) => ({
  assetSourceName: 'Stock',
  url,
  contentType: 'json',
  assetKeyColumn: 'sku',
  cacheTime: 60,
  ...more,
})
/** An address that counts how often it is asked, and answers what the test says. */
const address = (name: string, text: string) => {
  const state = { asked: 0, text, status: 200, held: Promise.resolve() }
  const url = server.answer(name, async () => {
    state.asked++
    const { status, text: answered, held } = state
    await held
    return { status, body: answered }
  })
  return Object.assign(state, { url })
}
const create = async (url: string, more: object = {}): Promise<string> =>
  (await service.must('POST', `${sources}/remote`, body(url, more))).id
const rowsOf = async (id: string) => (await service.must('GET', `${sources}/${id}/data`)).data
const priceOf = async (id: string) => (await rowsOf(id))[0].price
const healthOf = (id: string) => service.must('GET', `${sources}/${id}/health`)
const loadsOf = async (id: string) => {
  const { events } = await service.must('GET', `${account}/events?limit=500&order=descending`)
  return events.filter(
    (e: { type: string; stream: string }) => e.type === 'AssetSourceLoaded' && e.stream.endsWith(`:${id}`),
  )
}

test('the rows of an address are read at once, and kept for cacheTime (SOURCE-13)', async () => {
  const shop = address('cached.json', stock(1))
  const { id, msg } = await service.must('POST', `${sources}/remote`, body(shop.url, { reportingColumn: 'name' }))
  assert.is(msg, `Asset source ${id} was created with 1 row.`)
  const detail = await service.must('GET', `${sources}/${id}`)
  assert.equal(
    [detail.assetSourceType, detail.assetSourceColumns, detail.assetKeyColumn, detail.reportingColumn],
    ['remote', ['sku', 'name', 'size_h', 'price'], 'sku', 'name'],
  )
  assert.equal(await rowsOf(id), [{ sku: 'pot', name: 'Pot', size_h: '3', price: '1' }])
  const listed = await service.must('GET', `${sources}?filters=assetSourceType=remote&limit=500`)
  assert.ok(listed.assetSources.some((one: { assetSourceId: number }) => String(one.assetSourceId) === id))
  const { fetch, runs, warnings } = await healthOf(id)
  assert.equal([fetch.status, fetch.cacheTime, runs, warnings], ['FRESH', 60, [], []])
  assert.is(shop.asked, 1)
})

test('readers get the old rows while one fetch runs, then the new ones, and page tokens end', async () => {
  const shop = address('stale.json', JSON.stringify([1, 2, 3].map(n => ({ sku: `pot-${n}`, price: n }))))
  const id = await create(shop.url)
  const { next } = await service.must('GET', `${sources}/${id}/data?limit=1`)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  Object.assign(shop, { held, text: stock(2) })
  clock.pass(minute)
  const prices = await Promise.all(Array.from({ length: 5 }, () => priceOf(id)))
  assert.equal(prices, ['1', '1', '1', '1', '1'])
  await until(
    async () => shop.asked,
    asked => asked === 2,
  )
  assert.is((await healthOf(id)).fetch.status, 'STALE')
  assert.is(await priceOf(id), '1')
  release()
  await until(
    () => priceOf(id),
    price => price === '2',
  )
  assert.is(shop.asked, 2)
  const late = await service.call('GET', `${sources}/${id}/data?limit=1&next=${next}`)
  assert.is(late.json.code, 'invalid-cursor')
})

test('who looks up the products of a campaign reads its remote source (SOURCE-13)', async () => {
  const shop = address('campaign.json', JSON.stringify([{ sku: 'pot', brand: 'Old' }]))
  const productAssetSourceId = Number(await create(shop.url))
  const settings = { productAssetSourceId, brandColumn: 'brand' }
  const feed = await campaignWith(service, [], { ...settings, assetSourceType: 'productFeed' })
  const hybrid = await campaignWith(service, [], { ...settings, assetSourceType: 'hybridAsset' })
  await service.must('POST', `${hybrid}/hybrid-creatives`, { creativeNames: ['pot'] })
  const content = async (path: string) => (await service.must('GET', path)).values[0]?.contentValue
  const looks: readonly (() => Promise<string>)[] = [
    async () => (await service.must('GET', `${feed}/brands`)).values[0],
    () => content(`${feed}/product-content?field=BRAND&query=&limit=1&offset=0`),
    async () => (await service.must('GET', `${hybrid}/hybrid-creative/pot`)).productDynamicAssets[1].columnValue,
  ]
  for (const [n, look] of looks.entries()) {
    shop.text = JSON.stringify([{ sku: 'pot', brand: `New ${n}` }])
    clock.pass(minute)
    assert.is(await until(look, brand => brand === `New ${n}`), `New ${n}`)
  }
})

test('recommendations of a remote source are of rows that the computation before had fetched (SOURCE-12)', async () => {
  const products = (...skus: readonly string[]) => JSON.stringify(skus.map(sku => ({ sku, name: 'Terracotta pot' })))
  const shop = address('likes.json', products('a', 'b'))
  const recommendationMap = [{ assetSourceColumn: 'name', dataType: 'string' }]
  const recommendationConfig = { type: 'content', maxRecommendations: 1, recommendationMap }
  const path = `${sources}/${await create(shop.url)}/recommendation`
  const computed = async ({ id, queueId }: { id: string; queueId: string }) => {
    const queue = () => service.must('GET', `${account}/queues/${queueId}`)
    await until(queue, ({ status }) => status === 'COMPLETED')
    return (await rowsOf(id)).map((row: { recommendationFor: string }) => row.recommendationFor)
  }
  const made = await service.must('POST', path, { updateFrequency: 1, recommendationConfig })
  assert.equal(await computed(made), ['a', 'b'])
  shop.text = products('a', 'b', 'c')
  clock.pass(minute)
  const again = () => service.must('PUT', `${path}/${made.id}`, {})
  await computed(await again())
  await until(
    async () => computed(await again()),
    keys => keys.length === 3,
  )
})

test('a fetch that gives the same rows leaves no event', async () => {
  const shop = address('same.json', stock(1))
  const id = await create(shop.url)
  clock.pass(minute)
  await priceOf(id)
  await until(
    () => healthOf(id),
    ({ fetch }) => shop.asked === 2 && fetch.status === 'FRESH',
  )
  assert.is((await loadsOf(id)).length, 1)
})

test('when a fetch fails the rows stay, and the health says why', async () => {
  const shop = address('failing.json', stock(1))
  const id = await create(shop.url)
  Object.assign(shop, { status: 500 })
  clock.pass(minute)
  assert.is(await priceOf(id), '1')
  const failing = await until(
    () => healthOf(id),
    ({ fetch }) => fetch.status === 'FAILED',
  )
  assert.equal([failing.fetch.code, failing.fetch.age >= 60], ['refused', true])
  assert.match(failing.warnings.join(' '), /The last fetch failed: The server answered with status 500\. /)
  assert.is(await priceOf(id), '1')
  Object.assign(shop, { status: 200, text: stock(2) })
  clock.pass(5_000)
  await until(
    () => priceOf(id),
    price => price === '2',
  )
  assert.is(shop.asked, 3)
})

test('a column with a role that is gone keeps the rows; other columns may come and go', async () => {
  const shop = address('columns.json', stock(1))
  const id = await create(shop.url, { reportingColumn: 'name' })
  Object.assign(shop, { text: JSON.stringify([{ sku: 'pot', price: 2 }]) })
  clock.pass(minute)
  await priceOf(id)
  const { fetch } = await until(
    () => healthOf(id),
    health => health.fetch.status === 'FAILED',
  )
  assert.equal([fetch.code, await priceOf(id)], ['columns-missing', '1'])
  Object.assign(shop, { text: JSON.stringify([{ sku: 'pot', name: 'Pot', colour: 'red' }]) })
  clock.pass(5_000)
  const rows = await until(
    () => rowsOf(id),
    ([row]) => row.colour !== undefined,
  )
  assert.equal(rows, [{ sku: 'pot', name: 'Pot', colour: 'red' }])
})

test('only the columns in columnNames are kept, in their order', async () => {
  const shop = address('named.json', stock(1))
  const id = await create(shop.url, { columnNames: ['price', 'sku'] })
  assert.equal((await service.must('GET', `${sources}/${id}`)).assetSourceColumns, ['price', 'sku'])
  await service.must('PUT', `${sources}/remote/${id}`, { columnNames: [] })
  assert.equal((await service.must('GET', `${sources}/${id}`)).assetSourceColumns, ['sku', 'name', 'size_h', 'price'])
})

test('XML and CSV are read too, and rows without a key are counted', async () => {
  const xml = server.serve('stock.xml', '<r><p sku="a"><price>1</price></p><p sku="b"><price>2</price></p></r>')
  assert.equal(await rowsOf(await create(xml, { contentType: 'xml' })), [
    { sku: 'a', price: '1' },
    { sku: 'b', price: '2' },
  ])
  const csv = await create(server.serve('stock.csv', 'sku,price\na,1\n,2\na,3\n'), { contentType: 'csv' })
  assert.equal(await rowsOf(csv), [{ sku: 'a', price: '1' }])
  const { fetch, warnings } = await healthOf(csv)
  assert.equal([fetch.faultyRows, warnings], [2, ['The last fetch left out or cut 2 rows.']])
})

test('additionalParams reach the server, and are in no event or answer', async () => {
  const seen: string[] = []
  const url = server.answer('keyed.json', ({ method, search, body: sent }) => {
    seen.push(`${method} ${search}${sent}`)
    return { body: stock(seen.length) }
  })
  const id = await create(url, { additionalParams: 'key=s3cret-of-the-shop' })
  await service.must('PUT', `${sources}/remote/${id}`, { httpMethod: 'POST' })
  await service.must('PUT', `${sources}/remote/${id}`, { additionalParams: 'key=another-s3cret' })
  const same = await service.must('PUT', `${sources}/remote/${id}`, { additionalParams: 'key=another-s3cret' })
  assert.match(same.msg, /^No changes/)
  clock.pass(minute)
  await priceOf(id)
  await until(
    async () => seen.length,
    asked => asked === 4,
  )
  await service.must('PUT', `${sources}/remote/${id}`, { additionalParams: '' })
  const [first, other] = ['key=s3cret-of-the-shop', 'key=another-s3cret']
  assert.equal(seen, [`GET ?${first}`, `POST ${first}`, `POST ${other}`, `POST ${other}`, 'POST '])
  const { events } = await service.must('GET', `${account}/events?limit=500&order=descending`)
  assert.ok(events.some(({ type }: { type: string }) => type === 'RemoteConfigured'))
  assert.not.match(JSON.stringify(events), 's3cret')
})

test('of two updates that overlap neither is lost, nor are the additionalParams (SOURCE-13)', async () => {
  const one = address('overlapped.json', stock(1))
  const id = await create(one.url, { additionalParams: 'key=old' })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const seen: string[] = []
  const slow = server.answer('slow.json', async ({ search }) => {
    seen.push(search)
    if (seen.length === 1) await held
    return { body: stock(seen.length) }
  })
  const remote = `${sources}/remote/${id}`
  const moved = service.call('PUT', remote, { url: slow })
  await until(
    async () => seen.length,
    asked => asked === 1,
  )
  await service.must('PUT', remote, { additionalParams: 'key=new', cacheTime: 600 })
  release()
  assert.is((await moved).status, 200)
  // the rows that are served were fetched with the settings of both
  assert.equal([seen, await priceOf(id), (await healthOf(id)).fetch.cacheTime], [['?key=old', '?key=new'], '2', 600])
  await service.must('PUT', remote, { columnNames: ['sku', 'price'] })
  assert.is(seen.at(-1), '?key=new')
})

test('a new address is read at once; one that cannot be read changes nothing', async () => {
  const [one, two] = [address('one.json', stock(1)), address('two.json', stock(2))]
  const id = await create(one.url)
  const remote = `${sources}/remote/${id}`
  await service.must('PUT', remote, { url: two.url, assetSourceName: 'Other stock' })
  assert.equal(
    [await priceOf(id), (await service.must('GET', `${sources}/${id}`)).assetSourceName],
    ['2', 'Other stock'],
  )
  const refused = await service.call('PUT', remote, { url: `${server.url}/nothing.json`, assetSourceName: 'Lost' })
  assert.equal([refused.status, refused.json.code, refused.json.reason], [400, 'feed-unreadable', 'not-found'])
  assert.equal(
    [await priceOf(id), (await service.must('GET', `${sources}/${id}`)).assetSourceName],
    ['2', 'Other stock'],
  )
  await service.must('PUT', remote, { cacheTime: 120, assetSourceName: 'Slow stock' })
  const stale = await service.call('PUT', remote, { url: one.url }, { headers: { 'if-match': '"0"' } })
  assert.is(stale.status, 412)
  assert.match((await service.must('PUT', remote, { url: two.url, cacheTime: 120 })).msg, /^No changes/)
  assert.equal([one.asked, two.asked], [1, 1])
  assert.is((await service.must('POST', `${sources}/${id}/rollback`)).version, 1)
  assert.is(await priceOf(id), '1')
})

test('an address that cannot be read is refused with its reason, and no source is made', async () => {
  const countOf = async () => (await service.must('GET', sources)).count
  const before = await countOf()
  const reasonOf = async (url: string, more: object = {}) => {
    const { status, json } = await service.call('POST', `${sources}/remote`, body(url, more))
    assert.is(status, 400, JSON.stringify(json))
    return json.code === 'feed-unreadable' ? json.reason : `${json.errors[0].pointer} ${json.errors[0].code}`
  }
  const fine = server.serve('fine.json', stock(1))
  assert.is(await reasonOf(`${server.url}/nothing.json`), 'not-found')
  for (const private_ of ['http://10.0.0.1/a.json', 'http://127.0.0.1:1/a.json', 'http://[::1]/a.json'])
    assert.is(await reasonOf(private_), 'address-refused')
  // remote sources take no fileId
  const { json } = await service.call('POST', `${sources}/remote`, body('http://127.0.0.1:1/a.json'))
  assert.match(json.detail, /private or local address \(in development, EGRESS_ALLOW=127\.0\.0\.1:1 allows it\)\.$/)
  assert.is(await reasonOf(server.serve('page.html', '<!doctype html><p>Not found</p>')), 'html-instead')
  assert.is(await reasonOf(fine, { contentType: 'xml' }), 'malformed-xml')
  assert.is(await reasonOf(server.serve('none.json', '[]')), 'no-rows')
  assert.is(await reasonOf(fine, { assetKeyColumn: 'id' }), '/assetKeyColumn unknown-column')
  assert.is(await reasonOf(fine, { columnNames: ['sku', 'colour'] }), 'columns-missing')
  assert.is(await reasonOf(fine, { reportingColumn: 'colour' }), '/reportingColumn unknown-column')
  assert.is(await reasonOf(fine, { columnNames: ['price'] }), '/assetKeyColumn unknown-column')
  assert.is(await reasonOf(fine, { columnNames: ['sku', 'sku'] }), '/columnNames duplicate')
  assert.is(await reasonOf(fine, { cacheTime: 1 }), '/cacheTime invalid')
  assert.is(await reasonOf(fine, { httpMethod: 'DELETE' }), '/httpMethod invalid')
  for (const wrong of ['http://ann:s3cret@shop.example.com/a', 'ftp://shop.example.com/a', 'file:///etc/passwd', 'a'])
    assert.is(await reasonOf(wrong), '/url invalid')
  assert.is(await countOf(), before)
})

test('a role of a column that the rows do not have is refused with the columns that they have (SOURCE-13)', async () => {
  const url = server.serve('roles.json', stock(1))
  const id = await create(url)
  const faultsOf = async (method: string, path: string, json: object) => {
    const { status, json: answer } = await service.call(method, path, json)
    return [
      status,
      answer.errors.map(({ pointer, detail }: { readonly pointer: string; readonly detail: string }) => [
        pointer,
        detail,
      ]),
    ]
  }
  const wrong = { assetKeyColumn: 'skuu', reportingColumn: 'colour' }
  const columns = 'sku, name, size_h, price'
  const both = [
    400,
    [
      ['/assetKeyColumn', `Column "skuu" does not exist. Did you mean "sku"? The columns are: ${columns}.`],
      ['/reportingColumn', `Column "colour" does not exist. The columns are: ${columns}.`],
    ],
  ]
  assert.equal(await faultsOf('POST', `${sources}/remote`, body(url, wrong)), both)
  assert.equal(await faultsOf('PUT', `${sources}/remote/${id}`, wrong), both)
  // those that are kept are known before anything is fetched
  const kept = { columnNames: ['sku', 'price'], assetKeyColumn: 'skuu', url: 'https://shop.invalid/a.json' }
  const first = [
    400,
    [['/assetKeyColumn', 'Column "skuu" does not exist. Did you mean "sku"? The columns are: sku, price.']],
  ]
  assert.equal(await faultsOf('POST', `${sources}/remote`, body(kept.url, kept)), first)
  assert.equal(await faultsOf('PUT', `${sources}/remote/${id}`, kept), first)
})

test('too many rows are refused', async () => {
  const many = `sku\n${Array.from({ length: 100_001 }, (_, n) => `${n}\n`).join('')}`
  const wanted = body(server.serve('many.csv', many), { contentType: 'csv' })
  assert.is((await service.call('POST', `${sources}/remote`, wanted)).json.reason, 'too-many-rows')
})

test('a node that starts again serves the rows without a fetch', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-remote-'))
  const start = () => startService({ DATA_DIR: dataDir, MONGODB_URL: '', EGRESS_ALLOW: server.host }, { clock })
  const shop = address('restarted.json', stock(1))
  let own = await start()
  try {
    await provision(own)
    const { id } = await own.must('POST', `${sources}/remote`, body(shop.url))
    await own.stop()
    own = await start()
    const data = `${sources}/${id}/data`
    assert.is((await own.must('GET', data)).data[0].price, '1')
    Object.assign(shop, { text: stock(2) })
    clock.pass(minute)
    assert.is((await own.must('GET', data)).data[0].price, '1')
    await until(
      async () => (await own.must('GET', data)).data[0].price,
      price => price === '2',
    )
    assert.is(shop.asked, 2)
  } finally {
    await own.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('other sources, and those of other accounts, are 404', async () => {
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const id = await create(address('own.json', stock(1)).url)
  const inline = { assetSourceName: 'Inline', assetKeyColumn: 'sku', data: [{ sku: 'pot' }] }
  const { id: ofInline } = await service.must('POST', `${sources}/inline`, inline)
  for (const [method, path] of [
    ['PUT', `${sources}/remote/${ofInline}`],
    ['PUT', `${sources}/inline/${id}`],
    ['PUT', `${sources}/remote/999`],
    ['PUT', `/v2/accounts/other/asset-sources/remote/${id}`],
    ['GET', `/v2/accounts/other/asset-sources/${id}/data`],
    ['GET', `/v2/accounts/other/asset-sources/${id}/health`],
  ] as const)
    assert.is((await service.call(method, path, method === 'PUT' ? {} : undefined)).status, 404, `${method} ${path}`)
})

test.run()
