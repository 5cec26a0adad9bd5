import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('feeds')
const sources = `${account}/asset-sources`
let service: Service
let server: FeedServer
test.before(async () => {
  server = await startFeedServer()
  service = await startService({ EGRESS_ALLOW: server.host })
  await provision(service)
})
test.after(async () => {
  await service.stop()
  await server.stop()
})

const csv = (rows: number, price = 1) =>
  `sku,name,price\n${Array.from({ length: rows }, (_, n) => `pot-${n},Pot ${n},${price}\n`).join('')}`
const body = (url: string, more: object = {}) => ({
  assetSourceName: 'Products',
  assetKeyColumn: 'sku',
  url,
  urlType: 'http',
  contentType: 'csv',
  ...more,
})
const ended = (queueId: string, of = service) =>
  until(
    () => of.must('GET', `${account}/queues/${queueId}`),
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
  )
const rowsOf = async (id: string, of = service) => (await of.must('GET', `${sources}/${id}/data?limit=500`)).data

test('a feed is looked at, created with what that found, and read (SOURCE-3, SOURCE-6)', async () => {
  const url = server.serve('products.csv', csv(300))
  const { config } = await service.must('POST', `${sources}/feed/process`, { url, urlType: 'http', contentType: 'csv' })
  const { id, queueId } = await service.must(
    'POST',
    `${sources}/feed`,
    body(url, { feedConfig: config, reportingColumn: 'name' }),
  )
  const queue = await ended(queueId)
  assert.equal([queue.status, queue.kind, queue.done, queue.failed], ['COMPLETED', 'FEED', 300, 0])
  assert.equal((await rowsOf(id))[7], { sku: 'pot-7', name: 'Pot 7', price: '1' })
  const detail = await service.must('GET', `${sources}/${id}`)
  assert.equal(
    [detail.assetSourceType, detail.assetSourceColumns, detail.assetKeyColumn, detail.reportingColumn],
    ['feed', ['sku', 'name', 'price'], 'sku', 'name'],
  )
})

/** Both operations that create a feed, and what each takes besides. */
const creates = [
  ['feed', {}],
  ['feed/create', { startTime: '06:30' }],
] as const
type Fault = { readonly pointer: string; readonly code: string; readonly detail: string }

test('a feed is not created with a role of a column that its configuration does not have (SOURCE-6)', async () => {
  const shapes = [
    { contentType: 'csv', feedConfig: { csvColumns: { sku: 0, title: 1 } } },
    { contentType: 'xml', feedConfig: { rowXPath: '/a/b', xpathMap: { sku: '@id', title: 'title' } } },
    {
      ...{ contentType: 'json', cdp: true, customCode: 'function transform(row) { return row }' },
      feedConfig: { csvColumns: { other: 0 }, cdpXpathMap: { sku: 'sku', title: 'title' } },
    },
  ]
  const roles = {
    ...{ assetKeyColumn: 'skuu', assetVariantColumn: 'a', assetGroupColumn: 'b' },
    ...{ rotationWeightColumn: 'c', reportingColumn: 'titel' },
  }
  for (const [path, more] of creates)
    for (const shape of shapes) {
      const sent = body('https://shop.example.com/a.csv', { ...shape, ...more, ...roles })
      const { status, json } = await service.call('POST', `${sources}/${path}`, sent)
      const columns = 'The columns are: sku, title.'
      assert.equal(
        [status, json.errors.map(({ pointer, code, detail }: Fault) => `${pointer} ${code} ${detail}`)],
        [
          400,
          [
            `/assetKeyColumn unknown-column Column "skuu" does not exist. Did you mean "sku"? ${columns}`,
            `/assetVariantColumn unknown-column Column "a" does not exist. ${columns}`,
            `/assetGroupColumn unknown-column Column "b" does not exist. ${columns}`,
            `/rotationWeightColumn unknown-column Column "c" does not exist. ${columns}`,
            `/reportingColumn unknown-column Column "titel" does not exist. Did you mean "title"? ${columns}`,
          ],
        ],
      )
    }
})

test('columns that only the rows of a feed name are not checked before they are read', async () => {
  const url = server.serve('free.csv', 'sku,title\npot,Pot\n')
  const code = 'function transform(row) { return { id: row.sku, title: row.title } }'
  for (const more of [
    { feedConfig: { csvColumns: [0, 1] } },
    { assetKeyColumn: 'id', customCode: code, feedConfig: { csvColumns: { sku: 0, title: 1 } } },
    { reportingColumn: '', feedConfig: { csvColumns: { sku: 0 } } },
    {},
  ]) {
    const { queueId } = await service.must('POST', `${sources}/feed`, body(url, more))
    assert.is((await ended(queueId)).status, 'COMPLETED', JSON.stringify(more))
  }
})

test('a feed is not created at an address of a private network; a name that nobody knows now is left to the run (SOURCE-14)', async () => {
  const refused = [
    ['http', 'http://127.0.0.1:1/a.csv'],
    ['https', 'https://10.0.0.1/a.csv'],
    ['http', 'http://localhost/a.csv'],
    ['ftp', 'ftp://192.168.0.1/a.csv'],
    ['sftp', 'sftp://[::1]/a.csv'],
    ['s3', 'https://169.254.169.254/bucket/a.csv'],
  ] as const
  for (const [path, more] of creates) {
    for (const [urlType, url] of refused) {
      const { status, json } = await service.call('POST', `${sources}/${path}`, body(url, { urlType, ...more }))
      assert.equal([status, json.code, json.reason], [400, 'feed-unreadable', 'address-refused'], url)
      assert.equal(
        json.errors.map(({ pointer, code }: Fault) => `${pointer} ${code}`),
        ['/url address-refused'],
      )
    }
    const unknown = body('https://shop.invalid/a.csv', { urlType: 'https', ...more })
    const { id, queueId } = await service.must('POST', `${sources}/${path}`, unknown)
    assert.is(queueId, `feed-${id}-1`)
  }
})

test('columns that move in a feed keep their values, and a header that does not fit keeps the rows before (SOURCE-19)', async () => {
  const url = server.serve('moving.csv', 'sku,name,price\npot,Pot,1\n')
  const { config } = await service.must('POST', `${sources}/feed/process`, { url, urlType: 'http', contentType: 'csv' })
  const { id } = await service.must('POST', `${sources}/feed`, body(url, { feedConfig: config }))
  await ended(`feed-${id}-1`)
  const readAgain = async (text: string, assetVariantColumn: string | null) => {
    server.serve('moving.csv', text)
    const { queueId } = await service.must('PUT', `${sources}/feed/${id}`, { assetVariantColumn })
    const { status } = await ended(queueId)
    return { status, rows: await rowsOf(id) }
  }
  const moved = await readAgain('price,sku,brand,name\n2,pot,Acme,Pot\n', 'name')
  assert.equal(moved, { status: 'COMPLETED', rows: [{ sku: 'pot', name: 'Pot', price: '2' }] })
  const other = await readAgain('sku:name:price\npot:Pot:3\n', null)
  assert.equal(other, { status: 'FAILED', rows: moved.rows })
  await readAgain('sku,name,price\npot,Pot,4\n', 'name')
  const removed = await readAgain('sku,price\npot,5\n', null)
  assert.equal(removed, { status: 'COMPLETED', rows: [{ sku: 'pot', price: '5' }] })
  const { runs } = await service.must('GET', `${sources}/${id}/health`)
  assert.equal(runs[0].columnsMissing, ['name'])
})

test('rows follow the variant column of a feed: with it rows of one key stay, without it the first does (SOURCE-9, SOURCE-20)', async () => {
  const url = server.serve('variants.csv', 'sku,size\npot,S\npot,L\n')
  const { id } = await service.must('POST', `${sources}/feed`, body(url))
  await ended(`feed-${id}-1`)
  const sizesWith = async (assetVariantColumn: string | null) => {
    const { queueId } = await service.must('PUT', `${sources}/feed/${id}`, { assetVariantColumn })
    await ended(queueId)
    return (await rowsOf(id)).map(({ size }: { size: string }) => size)
  }
  assert.equal(await sizesWith('size'), ['S', 'L'])
  assert.equal(await sizesWith(null), ['S'])
  const refused = await service.call('POST', `${sources}/${id}/rollback`)
  assert.equal([refused.status, refused.json.code], [409, 'no-such-version'])
  assert.match(refused.json.detail, 'Version 2 was read by another key or variant column')
  assert.is((await service.must('POST', `${sources}/${id}/rollback`, { version: 1 })).version, 1)
})

test('a feed is no inline source, whatever an update of one asks for: its rows are not looked at', async () => {
  const url = server.serve('no-inline.csv', 'sku,size\npot,S\npan,S\n')
  const { id } = await service.must('POST', `${sources}/feed`, body(url))
  await ended(`feed-${id}-1`)
  for (const update of [{ assetKeyColumn: 'size' }, { data: [{ sku: '' }] }, { assetSourceName: 'Inline' }]) {
    const { status, json } = await service.call('PUT', `${sources}/inline/${id}`, update)
    assert.equal([status, json.code], [404, 'not-found'], JSON.stringify(update))
  }
})

test('XML and JSON are read by the configuration that processFeed found', async () => {
  for (const [contentType, text, columns] of [
    [
      'json',
      JSON.stringify({
        data: [
          { sku: 'a', size: { h: 1 } },
          { sku: 'b', size: { h: 2 } },
        ],
      }),
      ['sku', 'size_h'],
    ],
    ['xml', '<r><p sku="a"><size><h>1</h></size></p><p sku="b"><size><h>2</h></size></p></r>', ['sku', 'size_h']],
  ] as const) {
    const url = server.serve(`products.${contentType}`, text)
    const looked = { url, urlType: 'http', contentType }
    const { config: feedConfig } = await service.must('POST', `${sources}/feed/process`, looked)
    const { id } = await service.must('POST', `${sources}/feed`, body(url, { contentType, feedConfig }))
    assert.is((await ended(`feed-${id}-1`)).status, 'COMPLETED')
    assert.equal((await service.must('GET', `${sources}/${id}`)).assetSourceColumns, columns)
    assert.equal(await rowsOf(id), [
      { sku: 'a', size_h: '1' },
      { sku: 'b', size_h: '2' },
    ])
    for (const same of [feedConfig, nullsOf(feedConfig)])
      assert.match((await service.must('PUT', `${sources}/feed/${id}`, { feedConfig: same })).msg, /^No changes/)
  }
})

/** The configuration with null where the feed has none. */
const nullsOf = (config: Readonly<Record<string, unknown>>) => {
  const isJson = config.rootIsArray || config.rootIsObject
  const isNone = (value: unknown) => value === '' || (value === false && !isJson) || JSON.stringify(value) === '{}'
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, isNone(value) ? null : value]))
}

test('faulty rows are left out and named, by their number', async () => {
  const url = server.serve('faulty.csv', 'sku,name\na,1\n,2\na,3\nb,4,5,6\n')
  const { id } = await service.must('POST', `${sources}/feed`, body(url))
  const queue = await ended(`feed-${id}-1`)
  assert.equal([queue.status, queue.total, queue.done, queue.failed], ['COMPLETED', 5, 2, 3])
  assert.equal(
    queue.errors.map(({ item, code }: { item: string; code: string }) => `${item} ${code}`),
    ['row 2 key-missing', 'row 3 key-repeated', 'row 4 too-many-cells'],
  )
})

test('a feed that cannot be read fails with a reason, and keeps the last good rows', async () => {
  const url = server.serve('later.csv', csv(3))
  const { id } = await service.must('POST', `${sources}/feed`, body(url))
  await ended(`feed-${id}-1`)
  server.serve('later.csv', 'other,columns\n1,2\n')
  const { queueId } = await service.must('PUT', `${sources}/feed/${id}`, { csvSeparator: 'comma' })
  const queue = await ended(queueId)
  assert.is(queue.status, 'FAILED')
  assert.match(queue.errors[0].detail, /no row with a value in sku/)
  assert.is((await rowsOf(id)).length, 3)
})

test('the login is sealed: no event, answer or queue shows it', async () => {
  const url = server.answer('secured.csv', ({ login }) =>
    login === 'ann:s3cret-password' ? { body: csv(2) } : { status: 401, body: '' },
  )
  const urlConfig = { username: 'ann', password: 's3cret-password' }
  const { id } = await service.must('POST', `${sources}/feed`, body(url, { urlConfig }))
  assert.is((await ended(`feed-${id}-1`)).status, 'COMPLETED')
  const { events } = await service.must('GET', `${account}/events?limit=500&order=descending`)
  assert.ok(events.length > 5)
  assert.not.match(JSON.stringify(events), 's3cret-password')
  const wrong = await service.must(
    'POST',
    `${sources}/feed`,
    body(url, { urlConfig: { ...urlConfig, password: 'no' } }),
  )
  const { status, errors } = await ended(`feed-${wrong.id}-1`)
  assert.equal([status, errors[0].code], ['FAILED', 'login-refused'])
})

test('additionalParams, which may hold keys, are sealed: the files of a node have no trace of them', async () => {
  const additionalParams = 'api_key=s3cret-key&region=eu'
  const url = server.answer('keyed.csv', ({ search, body: sent }) =>
    search === `?${additionalParams}` || sent === additionalParams ? { body: csv(2) } : { status: 403, body: '' },
  )
  const ids: string[] = []
  for (const httpMethod of ['GET', 'POST']) {
    const urlConfig = { additionalParams, httpMethod }
    const { id } = await service.must('POST', `${sources}/feed`, body(url, { urlConfig }))
    assert.is((await ended(`feed-${id}-1`)).status, 'COMPLETED')
    ids.push(id)
  }
  // they are still known to the next run
  const { queueId } = await service.must('PUT', `${sources}/feed/${ids[0]}`, { csvSeparator: 'comma' })
  assert.is((await ended(queueId)).status, 'COMPLETED')
  const files = (await readdir(service.dataDir)).filter(name => /\.db(-wal)?$/.test(name))
  assert.ok(files.includes('log.db'))
  const texts = await Promise.all(files.map(name => readFile(join(service.dataDir, name), 'latin1')))
  assert.ok(
    texts.some(text => text.includes('keyed.csv')),
    'the address is in the log',
  )
  assert.not.ok(texts.some(text => text.includes('s3cret-key')))
})

test('the health of a feed shows its runs and what people should look at (SOURCE-18)', async () => {
  const rows = (count: number, more = '') => csv(count).replaceAll('\n', `${more}\n`)
  const url = server.serve('health.csv', rows(10, ',x').replace('price,x', 'price,image_url'))
  const { id } = await service.must('POST', `${sources}/feed`, body(url))
  await ended(`feed-${id}-1`)
  const first = await service.must('GET', `${sources}/${id}/health`)
  assert.equal([first.nextRun, first.runs[0].rows, first.runs[0].rowChange], [null, 10, null])
  assert.equal(first.brokenImages[0], { column: 'image_url', value: 'x' })
  const { loadedAt, ...served } = first.served
  assert.equal([first.state, served], ['WARNING', { rows: 10, columns: 4, version: 1 }])
  assert.match(loadedAt, /^\d{4}-.+Z$/)
  server.serve('health.csv', 'sku,name\na,1\nb,2\n,3\n')
  const { queueId } = await service.must('PUT', `${sources}/feed/${id}`, {
    csvSeparator: 'comma',
    isScheduled: true,
    startTime: '06:30',
  })
  await ended(queueId)
  const { nextRun, runs, warnings } = await service.must('GET', `${sources}/${id}/health`)
  assert.equal([runs[0].queueId, runs[0].rowChange, runs[0].columnsMissing], [queueId, -0.8, ['price', 'image_url']])
  assert.match(nextRun, /T1[01]:30:00/)
  assert.match(warnings.join(' '), /80 % fewer rows .* price, image_url\. .* left out or cut 1 row/)
})

test('firstRowIsHeader may be sent as text, as the interface has it for scheduled feeds (SOURCE-7)', async () => {
  const url = server.serve('no-header.csv', 'a,Pot\n')
  const headless = { ...body(url), assetKeyColumn: 'column_1', startTime: '06:30', firstRowIsHeader: 'false' }
  const { id, queueId } = await service.must('POST', `${sources}/feed/create`, headless)
  assert.is((await ended(queueId)).status, 'COMPLETED')
  assert.equal(await rowsOf(id), [{ column_1: 'a', column_2: 'Pot' }])
  const again = await service.must('PUT', `${sources}/feed/${id}`, { firstRowIsHeader: false })
  assert.match(again.msg, /^No changes/)
  for (const firstRowIsHeader of ['', 'yes', 'TRUE', 1, null]) {
    const { status } = await service.call('POST', `${sources}/feed/create`, { ...headless, firstRowIsHeader })
    assert.is(status, 400, String(firstRowIsHeader))
  }
})

test('what would change nothing, or mean nothing, is refused or said', async () => {
  const url = server.serve('products.csv', csv(2))
  const pointers = async (method: string, path: string, sent: object) => {
    const { status, json } = await service.call(method, `${sources}/feed${path}`, sent)
    assert.is(status, 400, JSON.stringify(json))
    return json.errors.map(({ pointer }: { pointer: string }) => pointer)
  }
  assert.equal(await pointers('POST', '', body(url, { feedConfig: { rowXpath: '/a' } })), ['/feedConfig/rowXpath'])
  const misspelt = await service.call('POST', `${sources}/feed`, body(url, { feedConfig: { csvColums: [0] } }))
  assert.match(misspelt.json.errors[0].detail, 'is not a member of the config')
  const shape = 'must be HH:MM, 24 hours, Eastern time, for example 14:30'
  for (const startTime of ['25:00', '10:30:00', '2:30 PM', '9:05', '', 'at half past two in the afternoon'])
    for (const [method, path] of [
      ['POST', 'create'],
      ['PUT', '1'],
    ] as const) {
      const { json } = await service.call(method, `${sources}/feed/${path}`, body(url, { startTime }))
      const { detail } = json.errors.find(({ pointer }: Fault) => pointer === '/startTime')
      assert.is(detail, `${shape}, and not "${startTime}"`)
    }
  assert.equal(await pointers('POST', '/create', body(url, { startTime: 1430 })), ['/startTime'])
  assert.equal(await pointers('POST', '/create', body(url, { startTime: '10:00', endDate: '2020-01-01' })), [
    '/endDate',
  ])
  assert.equal(await pointers('POST', '', { ...body(url), url: undefined }), ['/url'])
  const { id } = await service.must('POST', `${sources}/feed`, body(url))
  assert.equal(await pointers('PUT', `/${id}`, { isScheduled: true }), ['/startTime'])
  assert.equal(await pointers('PUT', `/${id}`, { cdp: true }), ['/customCode'])
  const same = await service.must('PUT', `${sources}/feed/${id}`, { contentType: 'csv' })
  assert.equal([same.queueId, /^No changes/.test(same.msg)], [undefined, true])
  assert.is((await service.call('PUT', `${sources}/inline/${id}`, { assetSourceName: 'x' })).status, 404)
})

test('updates at the same time are all kept, and If-Match covers the schedule too (SOURCE-9)', async () => {
  const { id } = await service.must('POST', `${sources}/feed`, body(server.serve('many.csv', csv(2))))
  const path = `${sources}/feed/${id}`
  await service.must('PUT', path, { isScheduled: true, startTime: '06:30' })
  const sent = [{ frequency: 'WEEKLY' }, { endDate: '2099-01-01' }, { startTime: '07:45' }, { csvSeparator: 'comma' }]
  const answers = await Promise.all(sent.map(one => service.call('PUT', path, one)))
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const last = await settingsOf(id)
  const { from: _, ...schedule } = last.schedule
  assert.equal(schedule, { frequency: 'WEEKLY', endDate: '2099-01-01', startTime: '07:45' })
  assert.is(last.format.csvSeparator, 'comma')

  const same = await service.call('PUT', path, { frequency: 'WEEKLY' })
  const etag = same.headers.get('etag') ?? ''
  const ifMatch = { headers: { 'if-match': etag } }
  const racing = ['HOURLY', 'DAILY'].map(frequency => service.call('PUT', path, { frequency }, ifMatch))
  assert.equal((await Promise.all(racing)).map(({ status }) => status).sort(), [200, 412])
  const { frequency } = (await settingsOf(id)).schedule
  assert.is((await service.call('PUT', path, { frequency: 'WEEKLY', assetSourceName: 'Lost' }, ifMatch)).status, 412)
  assert.is((await settingsOf(id)).schedule.frequency, frequency)
})

/** The settings of a feed, as its last event has them. */
const settingsOf = async (id: string) => {
  const { events } = await service.must('GET', `${account}/events?limit=500&order=descending`)
  type Event = { readonly type: string; readonly stream: string }
  return events.find(({ type, stream }: Event) => type === 'FeedChanged' && stream.endsWith(`:${id}`)).data.settings
}

test('a scheduled feed is read at once, and again at its time; the same rows are no new version (SOURCE-7, SOURCE-8)', async () => {
  const clock = aheadClock()
  // about 16:00 UTC: hours from the times of the schedule, so that no run is due while the test itself takes time
  clock.pass((40 - new Date().getUTCHours()) * 3_600_000)
  const own = await startService({ EGRESS_ALLOW: server.host }, { clock })
  try {
    await provision(own)
    const url = server.serve('daily.csv', csv(2))
    const scheduled = body(url, { startTime: '06:30', frequency: 'DAILY' })
    const { id, queueId } = await own.must('POST', `${sources}/feed/create`, scheduled)
    assert.is((await ended(queueId, own)).status, 'COMPLETED')
    server.serve('daily.csv', csv(2, 5))
    clock.pass(25 * 3_600_000)
    assert.is((await ended(await run(own, id, 2), own)).status, 'COMPLETED')
    assert.is((await rowsOf(id, own))[0].price, '5')
    // after days without a node there is one run, not one for each of them
    clock.pass(5 * 24 * 3_600_000)
    await ended(await run(own, id, 3), own)
    await own.must('PUT', `${sources}/feed/${id}`, { isScheduled: false })
    clock.pass(25 * 3_600_000)
    const { msg } = await own.must('PUT', `${sources}/feed/${id}`, { startTime: '07:00' })
    assert.match(msg, /not scheduled: send isScheduled true/)
    clock.pass(25 * 3_600_000)
    assert.is((await own.call('GET', `${account}/queues/feed-${id}-4`)).status, 404)
    await own.must('PUT', `${sources}/feed/${id}`, { isScheduled: true })
    clock.pass(25 * 3_600_000)
    await ended(await run(own, id, 4), own)
    const off = await own.must('POST', `${sources}/feed/create`, { ...scheduled, isScheduled: false })
    assert.match(off.msg, /switched off/)
    assert.not.ok((await own.must('GET', `${sources}/${off.id}/health`)).nextRun)
  } finally {
    await own.stop()
  }
})

/** The queue id of a run, once it was requested. */
const run = async (of: Service, id: string, number: number): Promise<string> => {
  const queueId = `feed-${id}-${number}`
  await until(
    async () => (await of.call('GET', `${account}/queues/${queueId}`)).status,
    status => status === 200,
  )
  return queueId
}

test('an update of a feed counts as a start, because it may have the feed read again (HTTP-19)', async () => {
  const clock = aheadClock()
  const limited = await startService({ RATE_LIMIT: '600,150,2' }, { clock })
  try {
    await provision(limited)
    // to the begin of a minute, for which starts are counted
    clock.pass(60_000 - (clock.now().getTime() % 60_000))
    const update = async () => (await limited.call('PUT', `${sources}/feed/1`, { csvSeparator: 'tab' })).status
    assert.equal([await update(), await update(), await update()], [404, 404, 429])
  } finally {
    await limited.stop()
  }
})

test.run()
