import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readRowFile } from '../../src/adapters/row-files/read-row-file.ts'
import { startFeedServer } from '../support/servers/feed-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('recommendations')
const sources = `${account}/asset-sources`
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const pots = [
  { sku: 'a', title: 'garden terracotta', price: '10' },
  { sku: 'b', title: 'garden blue', price: '12' },
  { sku: 'c', title: 'terracotta blue', price: '14' },
  { sku: 'd', title: 'garden terracotta', price: '90' },
  { sku: 'e', title: 'lamp', price: '11' },
]
const products = async (data: readonly object[] = pots, of = service): Promise<string> =>
  (await of.must('POST', `${sources}/inline`, { assetSourceName: 'Pots', assetKeyColumn: 'sku', data })).id
const title = { assetSourceColumn: 'title', dataType: 'string', priority: 5 }
const price = { assetSourceColumn: 'price', dataType: 'numeric', acceptedRange: 5 }
const content = { type: 'content', maxRecommendations: 2, recommendationMap: [title, price] }
const body = (recommendationConfig: object = content, updateFrequency = 24) => ({
  updateFrequency,
  recommendationConfig,
})

const ended = (queueId: string, of = service) =>
  until(
    () => of.must('GET', `${account}/queues/${queueId}`),
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
  )
/** The id of a recommendation source whose first computation has ended, and how it ended. */
const computed = async (source: string, config: object = content, of = service) => {
  const { id, queueId } = await of.must('POST', `${sources}/${source}/recommendation`, body(config))
  return { id, queue: await ended(queueId, of) }
}
const keysFor = async (id: string, key: string, of = service): Promise<readonly string[]> => {
  const { recommendations } = await of.must('GET', `${sources}/${id}/recommend?key=${key}`)
  return recommendations.map((found: { readonly key: string }) => found.key)
}
const upload = (source: string, file: string | Uint8Array<ArrayBuffer>, of = service) => {
  const form = new FormData()
  form.set('file', new Blob([file]), 'views')
  return of.call('PUT', `${sources}/${source}/views`, undefined, { body: form })
}
const views = (...lines: readonly string[]) => `cookie,cookieGroup,key\n${lines.join('\n')}\n`
/** The file of a blob of a node; undefined if it has none. */
const blobIn = async (dataDir: string, sha256: string): Promise<string | undefined> => {
  const paths = await Array.fromAsync(glob('blobs/**/*', { cwd: dataDir }))
  const found = paths.find(path => path.replaceAll('/', '').endsWith(sha256) || path.includes(sha256))
  return found && join(dataDir, found)
}
/** Ann and Bob looked at b and e, Cleo at b, d and e, and at a in the app. */
const seen = views(
  ...['ann', 'bob', 'cleo'].flatMap(cookie => [`${cookie},web,b`, `${cookie},web,e`]),
  'cleo,web,d',
  'cleo,app,a',
)

test('similar products become an asset source, which is listed and read as any other (SOURCE-12)', async () => {
  const source = await products()
  const { id, queue } = await computed(source)
  assert.equal([queue.kind, queue.status, queue.done], ['RECOMMENDATION', 'COMPLETED', 6])
  const detail = await service.must('GET', `${sources}/${id}`)
  assert.equal(
    [detail.assetSourceName, detail.assetSourceType, detail.assetKeyColumn, detail.assetVariantColumn],
    ['Recommendations: Pots', 'recommendation', 'recommendationFor', 'recommendationRank'],
  )
  const { data } = await service.must('GET', `${sources}/${id}/data?limit=1`)
  assert.equal(data, [
    {
      recommendationFor: 'a',
      recommendationRank: '1',
      recommendationKey: 'b',
      recommendationScore: data[0].recommendationScore,
      recommendationBasis: 'content',
      sku: 'b',
      title: 'garden blue',
      price: '12',
    },
  ])
  const { assetSources } = await service.must('GET', `${sources}?filters=assetSourceType=recommendation`)
  assert.ok(assetSources.some((one: { readonly assetSourceId: number }) => String(one.assetSourceId) === id))
  const { runs, nextRun } = await service.must('GET', `${sources}/${id}/health`)
  assert.equal([runs[0].status, runs[0].rows, Date.parse(nextRun) > Date.now()], ['COMPLETED', 6, true])
})

test('a long name of the products is cut between characters', async () => {
  const assetSourceName = `${'x'.repeat(237)}😀 and more`
  const base = { assetSourceName, assetKeyColumn: 'sku', data: pots }
  const { id: source } = await service.must('POST', `${sources}/inline`, base)
  const { id } = await service.must('POST', `${sources}/${source}/recommendation`, body())
  const { assetSourceName: named } = await service.must('GET', `${sources}/${id}`)
  assert.is(named, `Recommendations: ${'x'.repeat(237)}`)
})

test('the recommendations of a product are answered with their rows, the best first (SOURCE-23)', async () => {
  const { id } = await computed(await products())
  const { key, recommendations } = await service.must('GET', `${sources}/${id}/recommend?key=b`)
  assert.is(key, 'b')
  assert.equal(
    recommendations.map((found: { rank: number; key: string; row: object }) => [found.rank, found.key, found.row]),
    [
      [1, 'c', pots[2]],
      [2, 'a', pots[0]],
    ],
  )
  assert.ok(recommendations[0].score > recommendations[1].score && recommendations[0].score < 1)
  for (const unknown of ['e', 'nothing'])
    assert.is((await service.call('GET', `${sources}/${id}/recommend?key=${unknown}`)).status, 404)
})

test('what was viewed together is recommended, of one cookie group; hybrid fills up with similar contents', async () => {
  const source = await products()
  const { status, json } = await upload(source, seen)
  assert.equal([status, json.views, json.faultyLines, json.errors], [200, 8, 0, []])
  const collaborative = { type: 'collaborative', maxRecommendations: 3, cookieGroup: 'web' }
  const { id } = await computed(source, collaborative)
  assert.equal(await keysFor(id, 'b'), ['e', 'd'])
  assert.is((await service.call('GET', `${sources}/${id}/recommend?key=a`)).status, 404)
  const all = await computed(source, { type: 'collaborative', maxRecommendations: 3 })
  assert.equal(await keysFor(all.id, 'a'), ['d', 'b', 'e'])
  const hybrid = await computed(source, { ...collaborative, type: 'hybrid', recommendationMap: [title] })
  assert.equal(await keysFor(hybrid.id, 'd'), ['b', 'e', 'a'])
  const { recommendations } = await service.must('GET', `${sources}/${hybrid.id}/recommend?key=d`)
  assert.equal(
    recommendations.map((found: { readonly basis: string }) => found.basis),
    ['views', 'views', 'content'],
  )
})

test('a source without views of its cookie group says which group, and what puts them', async () => {
  const source = await products()
  const reasonOf = async (config: object) => {
    const { id, queue } = await computed(source, { type: 'collaborative', maxRecommendations: 3, ...config })
    const { runs, warnings } = await service.must('GET', `${sources}/${id}/health`)
    const [{ code, detail }] = queue.errors
    assert.equal([queue.status, code, runs[0].reason], ['FAILED', 'no-views', detail])
    assert.equal(warnings, [`The last run failed: ${detail}`])
    return detail
  }
  const remedy = "no view events of the source's products yet. Upload them with putAssetSourceViews."
  assert.is(await reasonOf({ cookieGroup: 'shop' }), `The cookie group "shop" has ${remedy}`)
  assert.is(await reasonOf({}), `There are ${remedy}`)
  await upload(source, seen)
  assert.is(await reasonOf({ cookieGroup: 'shop' }), `The cookie group "shop" has ${remedy}`)
  const hybrid = { type: 'hybrid', maxRecommendations: 3, cookieGroup: 'shop', recommendationMap: [title] }
  assert.is((await computed(source, hybrid)).queue.status, 'COMPLETED')
})

test('an update computes anew, from the rows and views of now, and can be rolled back', async () => {
  const source = await products()
  const { id } = await computed(source)
  assert.equal(await keysFor(id, 'e').catch(() => 'none'), 'none')
  const lamps = [...pots, { sku: 'f', title: 'lamp', price: '12' }]
  await service.must('PUT', `${sources}/inline/${source}`, { data: lamps })
  const path = `${sources}/${source}/recommendation/${id}`
  const { queueId } = await service.must('PUT', path, { updateFrequency: 12 })
  assert.is((await ended(queueId)).status, 'COMPLETED')
  assert.equal(await keysFor(id, 'e'), ['f'])
  await service.must('POST', `${sources}/${id}/rollback`)
  assert.is((await service.call('GET', `${sources}/${id}/recommend?key=e`)).status, 404)
  const wrong = await service.call('PUT', `${sources}/${id}/recommendation/${source}`, {})
  assert.is(wrong.status, 404)
  assert.is((await service.call('PUT', path, {}, { headers: { 'if-match': '"0"' } })).status, 412)
})

test('members that do not belong to the type, and columns that the source lacks, are 400 with their pointers', async () => {
  const source = await products()
  const faults = async (config: object, of = source) => {
    const { status, json } = await service.call('POST', `${sources}/${of}/recommendation`, body(config))
    assert.is(status, 400, JSON.stringify(json))
    return json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
  }
  const at = '/recommendationConfig'
  const map = `${at}/recommendationMap`
  assert.equal(await faults({ ...content, cookieGroup: 'web' }), [`${at}/cookieGroup not-allowed`])
  assert.equal(await faults({ ...content, type: 'collaborative' }), [`${map} not-allowed`])
  assert.equal(await faults({ type: 'hybrid', maxRecommendations: 1 }), [`${map} required`])
  const wrong = [
    { assetSourceColumn: 'colour', dataType: 'string', acceptedRange: 1 },
    { assetSourceColumn: 'price', dataType: 'numeric', priority: 1 },
    title,
    title,
  ]
  assert.equal(await faults({ ...content, recommendationMap: wrong }), [
    `${map}/0/acceptedRange not-allowed`,
    `${map}/0/assetSourceColumn unknown-column`,
    `${map}/1/priority not-allowed`,
    `${map}/1/acceptedRange required`,
    `${map}/3/assetSourceColumn duplicate`,
  ])
  assert.equal(await faults({ ...content, maxRecommendations: 51 }), [`${at}/maxRecommendations invalid`])
  const { id } = await computed(source)
  assert.equal(await faults(content, id), ['/path/sourceAssetSourceId invalid'])
})

test('what cannot be computed fails with its reason, and the last recommendations stay', async () => {
  const source = await products()
  const none = await computed(source, { type: 'collaborative', maxRecommendations: 3 })
  assert.equal([none.queue.status, none.queue.errors[0].code], ['FAILED', 'no-views'])
  const { id } = await computed(source)
  await service.must('PUT', `${sources}/inline/${source}`, {
    data: [{ sku: 'a', name: 'pot' }],
    columnNames: ['sku', 'name'],
  })
  const path = `${sources}/${source}/recommendation/${id}`
  for (const changed of [{}, { updateFrequency: 48 }]) {
    // no column is named, so none can be refused: the computation says what to do
    const { queueId } = await service.must('PUT', path, changed)
    const { status, errors } = await ended(queueId)
    assert.equal([status, errors[0].code], ['FAILED', 'columns-missing'])
    assert.match(errors[0].detail, /no column title any more\. Load rows that have it, or send a recommendationConfig/)
  }
  const refused = await service.call('PUT', path, { recommendationConfig: content })
  assert.is(refused.json.errors[0].code, 'unknown-column')
  assert.equal(await keysFor(id, 'b'), ['c', 'a'])
})

test('views are taken as CSV and NDJSON, packed or not; faulty lines are left out and the first ones named (SOURCE-23)', async () => {
  const source = await products()
  const lines = [
    { cookie: 'ann', key: 'a' },
    { cookie: 7, cookieGroup: 'web', key: 'b', time: 1 },
    { key: 'a' },
    { cookie: 'x' },
  ]
  const text = `${lines.map(line => JSON.stringify(line)).join('\n')}\nno json\n[1]\n`
  const { json } = await upload(source, gzipSync(text))
  assert.equal([json.views, json.faultyLines], [2, 4])
  assert.equal(json.errors, [
    { line: 3, code: 'invalid', detail: 'has no cookie' },
    { line: 4, code: 'invalid', detail: 'has no key' },
    { line: 5, code: 'invalid', detail: 'is no JSON' },
    { line: 6, code: 'invalid', detail: 'is no object' },
  ])
  const csv = await upload(source, 'time|key|cookie\n1|a|ann\n2|"b"|bob\n3||bob\n')
  assert.equal([csv.json.views, csv.json.errors], [2, [{ line: 4, code: 'invalid', detail: 'has no key' }]])
  const reasons: string[] = []
  for (const file of [
    '',
    'a,b\n1,2\n',
    'cookie,key\n',
    '{"key":1}',
    'cookie,key\n"a,b\n',
    Buffer.from([0x1f, 0x8b, 1]),
  ])
    reasons.push((await upload(source, file)).json.reason)
  assert.equal(reasons, ['no-views', 'columns-missing', 'no-views', 'no-views', 'no-views', 'malformed-archive'])
  const none = await service.call('PUT', `${sources}/${source}/views`, undefined, { body: new FormData() })
  assert.is(none.json.errors[0].pointer, '/file')
})

test('no cookie is kept: neither in events nor in files, and a replaced file is deleted', async () => {
  const own = await startService()
  try {
    await provision(own)
    const source = await products(pots, own)
    const secret = 'cookie-of-somebody-4711'
    await upload(source, views(`${secret},web,a`, `${secret},web,b`), own)
    const blobOf = async (number: number): Promise<string> => {
      const { events } = await own.must('GET', `${account}/events?limit=500`)
      assert.not.match(JSON.stringify(events), secret)
      const uploads = events.filter(({ type }: { readonly type: string }) => type === 'AssetSourceViewsUploaded')
      return uploads[number].data.set.blob
    }
    const first = await blobOf(0)
    const { rows } = await readRowFile((await blobIn(own.dataDir, first)) ?? '')
    const [[visitor = '', ...one] = [], [same, ...two] = []] = await Array.fromAsync(rows())
    assert.equal(
      [one, two],
      [
        ['web', 'a'],
        ['web', 'b'],
      ],
    )
    assert.ok(/^\d+$/.test(visitor) && visitor === same, `${visitor} and ${same}`)
    await upload(source, views(`${secret},web,a`, `${secret},web,b`), own)
    assert.is.not(await blobOf(1), first, 'the same views twice share no file')
    await until(
      () => blobIn(own.dataDir, first),
      path => path === undefined,
    )
    assert.ok(await blobIn(own.dataDir, await blobOf(1)))
  } finally {
    await own.stop()
  }
})

test('recommendations are computed again every updateFrequency hours, once after days without a node', async () => {
  const clock = aheadClock()
  const own = await startService({}, { clock })
  try {
    await provision(own)
    const source = await products(pots, own)
    const { id } = await computed(source, content, own)
    const next = async (run: number) => {
      const queueId = `recommendation-${id}-${run}`
      await until(
        async () => (await own.call('GET', `${account}/queues/${queueId}`)).status,
        status => status === 200,
      )
      return ended(queueId, own)
    }
    await own.must('PUT', `${sources}/inline/${source}`, { data: [...pots, { sku: 'f', title: 'lamp', price: '12' }] })
    clock.pass(25 * 3_600_000)
    assert.is((await next(2)).status, 'COMPLETED')
    assert.equal(await keysFor(id, 'e', own), ['f'])
    clock.pass(5 * 24 * 3_600_000)
    assert.is((await next(3)).status, 'COMPLETED')
    assert.is((await own.call('GET', `${account}/queues/recommendation-${id}-4`)).status, 404)
  } finally {
    await own.stop()
  }
})

test('recommendations of a feed that has not been read yet wait for its rows', async () => {
  const clock = aheadClock()
  const server = await startFeedServer()
  const own = await startService({ EGRESS_ALLOW: server.host }, { clock })
  try {
    await provision(own)
    const url = server.answer('later.csv', () => ({ status: 503, body: '' }))
    const feed = { assetSourceName: 'Pots', assetKeyColumn: 'sku', url, urlType: 'http', contentType: 'csv' }
    const { id: source } = await own.must('POST', `${sources}/feed`, feed)
    const { queueId } = await own.must('POST', `${sources}/${source}/recommendation`, body())
    const queue = () => own.must('GET', `${account}/queues/${queueId}`)
    const { status, errors } = await until(queue, one => one.errors.length > 0)
    assert.equal([status, errors[0].code], ['PROCESSING', 'retried'])
    server.serve('later.csv', 'sku,title,price\na,pot,1\nb,pot,2\n')
    const run = await own.must('PUT', `${sources}/feed/${source}`, { csvSeparator: 'comma' })
    assert.is((await ended(run.queueId, own)).status, 'COMPLETED')
    clock.pass(61_000)
    assert.equal([(await ended(queueId, own)).status, (await queue()).done], ['COMPLETED', 2])
  } finally {
    await own.stop()
    await server.stop()
  }
})

test('sources that the account does not have, or that are of another type, are 404', async () => {
  const source = await products()
  const campaign = await campaignWith(service, ['one'])
  const { dataServiceId } = await service.must('GET', campaign)
  for (const id of ['999', dataServiceId]) {
    assert.is((await service.call('POST', `${sources}/${id}/recommendation`, body())).status, 404)
    assert.is((await upload(id, seen)).status, 404)
  }
  assert.is((await service.call('PUT', `${sources}/${source}/recommendation/${source}`, {})).status, 404)
  for (const id of ['999', source, dataServiceId])
    assert.is((await service.call('GET', `${sources}/${id}/recommend?key=a`)).status, 404)
  assert.is((await service.call('GET', `${sources}/${source}/recommend`)).status, 400)
})

test.run()
