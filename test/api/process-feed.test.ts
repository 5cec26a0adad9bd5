import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { account, adminKey, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('the beginning of a feed')
const path = `${account}/asset-sources/feed/process`
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

const feed = (name: string, body: Buffer | string, more: object = {}) => {
  return { url: server.serve(name, body), urlType: 'http', contentType: name.split('.')[1], ...more }
}
const processed = (body: object) => service.must('POST', path, body)
const reasonOf = async (body: object) => {
  const { status, json } = await service.call('POST', path, body)
  assert.is(status, 400)
  return (
    json.reason ??
    json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).join()
  )
}

test('a CSV: separator, header, a sample of each column, and what a row takes (SOURCE-4)', async () => {
  const csv = 'sku|name|price\na|"Pot | large"|1\nb|"two\nlines"|2\n'
  const { config, sample, cdpLogs } = await processed(feed('list.csv', csv, { csvSeparator: 'auto' }))
  assert.equal(config.csvColumns, { sku: 0, name: 1, price: 2 })
  const { rootIsObject, rootIsArray, oneRowPerObject, rowXPath, xpathMap, cdpXpathMap } = config
  assert.equal([rootIsObject, rootIsArray, oneRowPerObject, rowXPath], [false, false, false, ''])
  assert.equal([xpathMap, cdpXpathMap, config.cdp, config.fileId], [{}, {}, false, ''])
  assert.equal(sample, { sku: ['a', 'b'], name: ['Pot | large', 'two\nlines'], price: ['1', '2'] })
  assert.equal(cdpLogs, [])
  assert.ok(config.memPerRow > 64 && config.estRowsPerChunk > 100)
})

test('a column whose header has several lines gets a name that can be sent as the key (SOURCE-19)', async () => {
  const body = feed('lines.csv', '"Item\nnumber","Price\r\n(EUR)",a\tb,"\n"\n1,2,3,4\n', { csvSeparator: 'comma' })
  const { config, sample } = await processed(body)
  assert.equal(sample, { 'Item number': ['1'], 'Price (EUR)': ['2'], 'a b': ['3'], column_4: ['4'] })
  const roles = { assetSourceName: 'Lines', assetKeyColumn: 'Item number', reportingColumn: 'Price (EUR)' }
  const { id } = await service.must('POST', `${account}/asset-sources/feed`, { ...body, ...roles, feedConfig: config })
  const { state } = await until(
    () => service.must('GET', `${account}/asset-sources/${id}/health`),
    ({ state: now }) => now !== 'LOADING',
  )
  assert.is(state, 'HEALTHY')
})

test('a fault in the words of a library ends with one full stop', async () => {
  const archive = Buffer.from('PK\u0003\u0004and no more', 'latin1')
  for (const [name, body] of [
    ['broken.xml', '<a><b c="1"></a>'],
    ['open.xml', '<a><b c="1"/>'],
    ['broken.csv', archive],
  ] as const) {
    const { json } = await service.call('POST', path, feed(name, body))
    assert.match(json.detail, /[^.]\.$/, name)
  }
})

test('more columns than a feed may have are refused before it is created (SOURCE-19, SOURCE-22)', async () => {
  const wide = (columns: number) => `sku${Array.from({ length: columns - 1 }, (_, n) => `,c${n}`).join('')}\npot\n`
  const { sample } = await processed(feed('wide.csv', wide(500)))
  assert.is(Object.keys(sample).length, 500)
  assert.is(await reasonOf(feed('wider.csv', wide(501))), 'too-many-columns')
  const narrowed = 'function transform({ sku }) { return { sku } }'
  assert.equal((await processed(feed('wider.csv', wide(501), { customCode: narrowed }))).sample, { sku: ['pot'] })
})

test('a repeat under an Idempotency-Key has the config; rows of the feed are not kept for it (HTTP-21)', async () => {
  const body = feed('kept.csv', 'sku,name\na,Pot of Zenobia\n')
  const call = () => service.call('POST', path, body, { headers: { 'Idempotency-Key': 'process-1' } })
  const [first, second] = [await call(), await call()]
  assert.equal([first.status, first.json.sample.name], [200, ['Pot of Zenobia']])
  assert.is(second.headers.get('idempotency-replayed'), 'true')
  assert.equal(second.json, { ...first.json, sample: {}, cdpLogs: [], candidates: [], warnings: [] })
})

test('a CSV without a header, in each encoding', async () => {
  const plain = { firstRowIsHeader: false, csvSeparator: 'tab' }
  for (const [characterEncoding, bytes] of [
    ['UTF_8', Buffer.from('ä\t1\n')],
    ['iso_8859_1', Buffer.from('ä\t1\n', 'latin1')],
    ['CP1252', Buffer.from('ä\t1\n', 'latin1')],
    ['utf_16le', Buffer.from('ä\t1\n', 'utf16le')],
    ['utf_16le', Buffer.from('\uFEFFä\t1\n', 'utf16le')],
  ] as const) {
    const { sample } = await processed(feed('a.csv', bytes, { ...plain, characterEncoding }))
    assert.equal(sample, { column_1: ['ä'], column_2: ['1'] }, characterEncoding)
  }
  assert.is(await reasonOf(feed('a.csv', Buffer.from('ä\t1\n', 'latin1'), plain)), 'wrong-encoding')
})

test('XML: the elements that repeat are the rows; attributes, namespaces and CDATA are values', async () => {
  const item = (n: number) =>
    `<item id="${n}"><g:price currency="EUR">${n}.90</g:price><name><![CDATA[A & B]]></name><img u="1"/><img u="2"/></item>`
  const xml = `<rss xmlns:g="urn:g"><channel><title>Pots</title>${item(1)}${item(2)}</channel></rss>`
  const { config, sample } = await processed(feed('list.xml', xml))
  assert.is(config.rowXPath, '/rss/channel/item')
  assert.equal(config.xpathMap, {
    id: '@id',
    g_price_currency: 'g:price/@currency',
    g_price: 'g:price',
    name: 'name',
    img_u: 'img/@u',
    img: 'img',
  })
  assert.equal(
    [sample.g_price, sample.name, sample.img_u],
    [
      ['1.90', '2.90'],
      ['A & B', 'A & B'],
      ['1,2', '1,2'],
    ],
  )
})

test('JSON: a list, a list in an object, an object of objects, and an object a line', async () => {
  const rows = [
    { sku: 'a', price: { amount: 1 } },
    { sku: 'b}', price: { amount: 2 }, tags: ['x', 'y'] },
  ]
  const shapes: readonly (readonly [string, object])[] = [
    [JSON.stringify(rows), { rootIsArray: true, rootIsObject: false, oneRowPerObject: false, rowXPath: '/' }],
    [
      JSON.stringify({ meta: { count: 2 }, data: { items: rows } }),
      { rootIsArray: false, rootIsObject: true, oneRowPerObject: false, rowXPath: '/data/items' },
    ],
    [
      JSON.stringify({ one: rows[0], two: rows[1] }),
      { rootIsArray: false, rootIsObject: true, oneRowPerObject: false, rowXPath: '/' },
    ],
    [
      rows.map(row => JSON.stringify(row)).join('\n'),
      { rootIsArray: false, rootIsObject: true, oneRowPerObject: true, rowXPath: '/' },
    ],
  ]
  for (const [json, shape] of shapes) {
    const { config, sample } = await processed(feed('list.json', json))
    const { rootIsArray, rootIsObject, oneRowPerObject, rowXPath } = config
    assert.equal({ rootIsArray, rootIsObject, oneRowPerObject, rowXPath }, shape)
    const { key, ...columns } = sample
    assert.equal(columns, { sku: ['a', 'b}'], price_amount: ['1', '2'], tags: ['x,y'] })
    const isKeyed = json.startsWith('{"one"')
    assert.equal(key, isKeyed ? ['one', 'two'] : undefined, 'the names of the members are a column')
  }
})

test('packed feeds are recognised', async () => {
  assert.equal((await processed(feed('list.csv', gzipSync('sku\na\n')))).sample, { sku: ['a'] })
})

test('custom code makes the rows, and its log and faults are shown', async () => {
  const customCode = `function transform(row) {
    console.log('seen', row.sku)
    if (row.sku === 'c') throw new Error('no c')
    return row.sku === 'b' ? null : [{ ...row, half: row.price / 2 }, { sku: row.sku + '2' }]
  }`
  const csv = 'sku,price\na,1\nb,2\nc,3\n'
  const { config, sample, cdpLogs } = await processed(feed('list.csv', csv, { cdp: true, customCode }))
  assert.is(config.cdp, true)
  assert.equal(sample, { sku: ['a', 'a2'], price: ['1'], half: ['0.5'] })
  assert.equal(cdpLogs, ['seen a', 'seen b', 'seen c', 'row 3: Error: no c'])
})

test('custom code cannot reach the host, nor hold it up', async () => {
  const ends = async (customCode: string) =>
    (await processed(feed('list.csv', 'sku\na\n', { customCode }))).cdpLogs[0] ?? ''
  const names = ['process', 'require', 'fetch', 'setTimeout', 'globalThis.Buffer', 'WebAssembly', 'SharedArrayBuffer']
  const seen = await ends(
    `function transform() { console.log(${names.map(name => `typeof ${name}`).join(", ' ', ")}) }`,
  )
  assert.match(seen.replace(/undefined|object|function| /g, ''), /^$/)
  assert.not.match(seen.split(' ').slice(0, 5).join(), /object|function/)
  assert.match(await ends('function transform() { for (;;); }'), /longer than 200 ms/)
  assert.match(
    await ends('function transform() { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }'),
    /out of memory|longer/,
  )
  assert.match(await ends('function transform() { return transform() }'), /stack/i)
  assert.match(await ends('function transform() { return Array(2000).fill({}) }'), /at most 1000/)
  assert.match(await ends('function transform() { return 7 }'), /must return/)
  assert.is(await reasonOf(feed('list.csv', 'sku\na\n', { customCode: 'syntax error' })), 'custom-code-failed')
  assert.is(await reasonOf(feed('list.csv', 'sku\na\n', { customCode: 'const x = 1' })), 'custom-code-failed')
  assert.is(await reasonOf(feed('list.csv', 'sku\na\n', { customCode: 'for (;;);' })), 'custom-code-failed')
})

test('a login, parameters and POST reach the server', async () => {
  server.answer('secured.csv', ({ login, method, body, search }) =>
    login === 'ann:s3cret' ? { body: `method,sent\n${method},${body}${search}\n` } : { status: 401, body: '' },
  )
  const secured = { url: `${server.url}/secured.csv?a=1`, urlType: 'http', contentType: 'csv' }
  const login = { username: 'ann', password: 's3cret', additionalParams: 'b=2' }
  assert.equal((await processed({ ...secured, urlConfig: login })).sample, { method: ['GET'], sent: ['?a=1&b=2'] })
  const post = { ...login, httpMethod: 'POST' }
  assert.equal((await processed({ ...secured, urlConfig: post })).sample, { method: ['POST'], sent: ['b=2?a=1'] })
  assert.is(await reasonOf({ ...secured, urlConfig: { ...login, password: 'wrong' } }), 'login-refused')
})

test('what is wrong is said: address, login, format, code', async () => {
  const csv = { urlType: 'http', contentType: 'csv' }
  assert.is(await reasonOf({ ...csv, url: `${server.url}/nothing.csv` }), 'not-found')
  assert.is(await reasonOf({ ...csv, url: 'http://127.0.0.1:1/a.csv' }), 'address-refused')
  assert.is(await reasonOf({ ...csv, url: 'http://10.0.0.1/a.csv' }), 'address-refused')
  const { json } = await service.call('POST', path, { ...csv, url: `${service.url}/assets/acme/a.csv` })
  assert.match(
    json.detail,
    /private or local address \(in development, EGRESS_ALLOW=[\w.:]+ allows it\)\. A file of the asset library is sent as fileId, its path\.$/,
  )
  assert.is(await reasonOf({ ...csv, url: 'ftp://127.0.0.1/a.csv', urlType: 'ftp' }), 'address-refused')
  assert.is(await reasonOf({ ...csv, url: 'sftp://[::1]/a.csv', urlType: 'sftp' }), 'address-refused')
  assert.is(await reasonOf({ ...csv, url: 'ftp://shop.example.com/a.csv' }), '/url invalid')
  assert.is(await reasonOf({ ...csv, url: 'http://ann:secret@shop.example.com/a.csv' }), '/url invalid')
  assert.is(await reasonOf({ contentType: 'csv' }), '/url required,/urlType required')
  assert.is(await reasonOf({ contentType: 'csv', fileId: 'feeds/none.csv' }), 'not-found')
  assert.is(await reasonOf(feed('a.csv', 'sku\n"a', {})), 'no-rows')
  assert.is(await reasonOf(feed('a.json', '[{"sku":1},{"sku":]', {})), 'malformed-json')
  assert.is(await reasonOf(feed('a.json', 'sku,price', {})), 'malformed-json')
  assert.is(await reasonOf(feed('a.xml', '<a><b c="1"/>', {})), 'malformed-xml')
  assert.is(await reasonOf(feed('a.xml', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', {})), 'doctype-refused')
  assert.is(await reasonOf(feed('a.csv', Buffer.from([0x1f, 0x8b, 1, 2, 3]), {})), 'malformed-archive')
  assert.is(await reasonOf(feed('a.csv', '', {})), 'empty-feed')
  assert.is(await reasonOf(feed('a.csv', 'sku\na\n', { cdp: true })), '/customCode required')
})

test('the feed is left when its caller has gone (SOURCE-4)', async () => {
  const caller = new AbortController()
  const asked = fetch(service.url + path, {
    method: 'POST',
    headers: { svc_apikey: adminKey, 'content-type': 'application/json' },
    body: JSON.stringify({ url: server.drip('endless.csv'), urlType: 'http', contentType: 'csv' }),
    signal: caller.signal,
  })
  const drips = (count: number) =>
    until(
      async () => server.drips(),
      open => open === count,
    )
  await drips(1)
  caller.abort()
  assert.is(await asked.catch(({ name }) => name), 'AbortError')
  await drips(0)
})

test('what processFeed answered is enough to create a feed: its file, its format, and that it needs code (SOURCE-6)', async () => {
  const form = new FormData()
  form.set('path', 'feeds/found.csv')
  form.set('file', new Blob(['sku\npot\n']), 'found.csv')
  await uploaded(form)
  const { config } = await processed({ fileId: 'feeds/found.csv', contentType: 'csv', cdp: null })
  const roles = { assetSourceName: 'Found', assetKeyColumn: 'sku' }
  const create = (body: object) => service.call('POST', `${account}/asset-sources/feed`, { ...roles, ...body })
  const rowsOf = async (body: object) => {
    const { id } = (await create(body)).json
    const data = () => service.must('GET', `${account}/asset-sources/${id}/data`)
    return (await until(data, ({ data: rows }) => rows.length > 0)).data
  }
  assert.equal(await rowsOf({ feedConfig: config }), [{ sku: 'pot' }])
  for (const [name, text] of [
    ['found.csv', 'sku\npot\n'],
    ['found.json', '[{"sku":"pot"}]'],
    ['found.xml', '<all><one><sku>pot</sku></one></all>'],
  ] as const) {
    const { contentType, ...place } = feed(name, text, { fileId: '' })
    const found = await processed({ ...place, contentType })
    const { cdp, fileId } = found.config
    assert.equal(await rowsOf({ ...place, cdp, fileId, feedConfig: found.config }), [{ sku: 'pot' }], name)
  }
  const faults = async (body: object) => (await create(body)).json.errors.map((e: { pointer: string }) => e.pointer)
  assert.equal(await faults({ ...feed('found.csv', ''), feedConfig: { ...config, cdp: true } }), ['/customCode'])
  const { contentType, ...bare } = feed('found.csv', '')
  assert.equal(await faults(bare), ['/contentType'])
  assert.equal(await faults({ contentType }), ['/url', '/urlType'])
})

test('everything that a request for a feed lacks is named at once', async () => {
  const sources = `${account}/asset-sources`
  const lackedBy = async (to: string, body: object = {}) => {
    const { status, json } = await service.call('POST', to, body)
    assert.is(status, 400)
    return json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort()
  }
  const place = ['/url required', '/urlType required']
  assert.equal(await lackedBy(path), ['/contentType required', ...place])
  assert.equal(await lackedBy(path, { url: 7, urlType: 'gopher' }), [
    ...['/contentType required', '/url invalid', '/urlType invalid'],
  ])
  assert.equal(await lackedBy(path, { fileId: 'a.csv' }), ['/contentType required'])
  const named = ['/assetKeyColumn required', '/assetSourceName required', '/contentType required']
  assert.equal(await lackedBy(`${sources}/feed`), [...named, ...place])
  assert.equal(await lackedBy(`${sources}/feed`, { feedConfig: { fileId: 'a.csv' } }), named.slice(0, 2))
  assert.equal(await lackedBy(`${sources}/feed/create`), [...named, '/startTime required', ...place])
})

test('a file of the library is a feed too, and only the beginning of a large one is read', async () => {
  const form = new FormData()
  form.set('path', 'feeds/list.csv')
  form.set(
    'file',
    new Blob([`sku,text\n${Array.from({ length: 60_000 }, (_, n) => `${n},${'x'.repeat(100)}\n`).join('')}`]),
    'list.csv',
  )
  await uploaded(form)
  const { config, sample } = await processed({ contentType: 'csv', fileId: 'feeds/list.csv' })
  assert.equal([config.fileId, sample.sku], ['feeds/list.csv', ['0', '1', '2', '3', '4']])
})

const uploaded = (form: FormData) => service.call('POST', `${account}/assets`, undefined, { body: form })

test.run()
