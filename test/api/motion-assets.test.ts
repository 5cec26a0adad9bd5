import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { productFeed, queueEnd, saveCreative } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('motion assets')
const sources = `${account}/asset-sources`
const moving =
  '<!doctype html><style>body{margin:0;animation:k 200ms steps(2,jump-none)}@keyframes k{from{background:#f00}to{background:#00f}}</style><body>{{headline}}'
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service, [
    { adUnitId: 3, adUnitName: 'Moving', dimension: '60x40', durationMs: 200, html: moving },
    { adUnitId: 4, adUnitName: 'Priced', dimension: '60x40', html: '<body><img src="{{price}}">' },
    { adUnitId: 5, adUnitName: 'Spoken', dimension: '60x40', html: '<body>{{slogan}}' },
  ])
})
test.after(() => service.stop())

/** A campaign with creatives of these names, and its uploaded source. */
const campaignOf = async (...creatives: readonly string[]) => {
  const path = await campaignWith(service, creatives)
  const { dataServiceId } = await service.must('GET', path)
  return { path, campaignId: path.split('/').pop() ?? '', source: `${sources}/${dataServiceId}` }
}
type Campaign = Awaited<ReturnType<typeof campaignOf>>
const body = ({ campaignId }: Pick<Campaign, 'campaignId'>, more: object = {}) => ({
  campaignId,
  destinationAssetSourceName: 'Films',
  assetSourceMap: [{ assetId: '3', assetSourceColumn: 'film' }],
  ...more,
})
const created = (campaign: Campaign, more: object = {}, method = 'PUT') =>
  service.must(method, `${campaign.source}/motion-assets`, body(campaign, more))
const rowsOf = async (id: string) => (await service.must('GET', `${sources}/${id}/data`)).data
/** Width and height of an mp4: those of its track header, where they are the last 8 bytes, with 16 bits of fraction. */
const sizeOf = (film: Buffer): readonly number[] => {
  const at = film.indexOf('tkhd')
  const end = at - 4 + film.readUInt32BE(at - 4)
  return [film.readUInt32BE(end - 8) >>> 16, film.readUInt32BE(end - 4) >>> 16]
}
/** The number of frames of an mp4: the entries of its table of sample sizes. */
const framesOf = (film: Buffer): number => film.readUInt32BE(film.indexOf('stsz') + 12)

test('the creatives of a campaign become rows with films, which are served (SOURCE-10)', async () => {
  const campaign = await campaignOf('pot', 'can')
  const { destinationAssetSourceId, queueId } = await created(campaign)
  const queue = await queueEnd(service, queueId)
  assert.equal(
    [queue.kind, queue.status, queue.percentage, queue.total, queue.failed],
    ['MOTION_ASSETS', 'COMPLETED', 100, 2, 0],
  )
  const detail = await service.must('GET', `${sources}/${destinationAssetSourceId}`)
  assert.equal(
    [detail.assetSourceName, detail.assetSourceType, detail.assetSourceColumns, detail.assetKeyColumn],
    ['Films', 'motion', ['creativeName', 'headline', 'film'], 'creativeName'],
  )
  const [can, pot] = await rowsOf(destinationAssetSourceId)
  assert.equal([can.creativeName, can.headline, pot.creativeName], ['can', 'can', 'pot'])
  assert.is(can.film.slice(0, service.url.length), service.url, 'the address is whole')
  assert.match(can.film.slice(service.url.length), /^\/assets\/acme\/motion-assets\/[0-9a-f]{64}\.mp4$/)
  assert.is.not(can.film, pot.film)
  const answer = await fetch(can.film)
  assert.equal([answer.status, answer.headers.get('content-type')], [200, 'video/mp4'])
  const film = Buffer.from(await answer.arrayBuffer())
  assert.is(film.subarray(4, 8).toString(), 'ftyp')
  assert.equal([sizeOf(film), framesOf(film)], [[60, 40], 5])
  assert.equal(await service.must('GET', `${campaign.source}/data`).then(({ data }) => Object.keys(data[0])), [
    'creativeName',
    'headline',
  ])
})

test('the same source, campaign and name again are the same asset source, by PUT and by POST', async () => {
  const campaign = await campaignOf('pot')
  const first = await created(campaign)
  const again = await created(campaign, {}, 'POST')
  assert.is(again.destinationAssetSourceId, first.destinationAssetSourceId)
  assert.is.not(again.queueId, first.queueId)
  assert.is((await queueEnd(service, again.queueId)).status, 'COMPLETED')
  const other = await created(campaign, { destinationAssetSourceName: 'Others' })
  assert.is.not(other.destinationAssetSourceId, first.destinationAssetSourceId)
  assert.is((await queueEnd(service, other.queueId)).status, 'COMPLETED')
})

test('a request that is refused changes nothing', async () => {
  const campaign = await campaignOf('pot')
  const { destinationAssetSourceId: id, queueId } = await created(campaign)
  const update = `${campaign.source}/motion-assets/${id}`
  const renamed = await service.must('PUT', update, { destinationAssetSourceName: 'Renamed' })
  const unknown = { assetSourceMap: [{ assetId: '9', assetSourceColumn: 'film' }] }
  assert.is((await service.call('PUT', `${campaign.source}/motion-assets`, body(campaign, unknown))).status, 400)
  assert.is((await service.call('PUT', update, { destinationAssetSourceName: 'Wrong', ...unknown })).status, 400)
  assert.is((await service.must('GET', `${sources}/${id}`)).assetSourceName, 'Renamed')
  assert.is((await service.call('GET', `${account}/queues/motion-${id}-3`)).status, 404)
  const last = await created(campaign)
  assert.equal([last.destinationAssetSourceId, last.queueId], [id, `motion-${id}-3`])
  assert.is((await service.must('GET', `${sources}/${id}`)).assetSourceName, 'Films')
  for (const queue of [queueId, renamed.queueId, last.queueId]) await queueEnd(service, queue)
})

test('requests for the same asset source at the same time create it once', async () => {
  const campaign = await campaignOf('pot')
  const answers = await Promise.all(Array.from({ length: 6 }, () => created(campaign)))
  assert.is(new Set(answers.map(answer => answer.destinationAssetSourceId)).size, 1)
  assert.is(new Set(answers.map(answer => answer.queueId)).size, 6)
  const ends = await Promise.all(answers.map(answer => queueEnd(service, answer.queueId)))
  const last = Math.max(...answers.map(({ queueId }) => Number(queueId.split('-').pop())))
  assert.is(ends.find(({ queueId }) => queueId.endsWith(`-${last}`))?.status, 'COMPLETED')
})

test('rows of an inline source get films by their key, and what has none is named in the queue', async () => {
  const campaign = await campaignOf('pot', 'can')
  const data = [
    { sku: 'lamp', price: 1 },
    { sku: 'pot', price: 2 },
  ]
  const inline = { assetSourceName: 'Products', assetKeyColumn: 'sku', reportingColumn: 'price', data }
  const { id } = await service.must('POST', `${sources}/inline`, inline)
  const made = await created({ ...campaign, source: `${sources}/${id}` })
  const queue = await queueEnd(service, made.queueId)
  assert.equal([queue.status, queue.done, queue.failed], ['COMPLETED', 1, 1])
  assert.equal(
    queue.errors.map(({ item, code }: { item: string; code: string }) => `${item} ${code}`),
    ['can row-missing'],
  )
  const rows = await rowsOf(made.destinationAssetSourceId)
  assert.equal(
    rows.map((row: object) => ({ ...row, film: '' })),
    [{ sku: 'pot', price: '2', film: '' }],
  )
  const { reportingColumn, assetKeyColumn } = await service.must('GET', `${sources}/${made.destinationAssetSourceId}`)
  assert.equal([assetKeyColumn, reportingColumn], ['sku', 'price'])
})

test('an update renders again what has changed, and the rows can be rolled back', async () => {
  const campaign = await campaignOf('pot')
  const { destinationAssetSourceId: id, queueId } = await created(campaign)
  await queueEnd(service, queueId)
  const [before] = await rowsOf(id)
  await saveCreative(service, campaign.path, 'pot', 'New pot')
  const again = await service.must('PUT', `${campaign.source}/motion-assets/${id}`, {})
  assert.equal([again.destinationAssetSourceId, again.queueId], [id, `motion-${id}-2`])
  assert.is((await queueEnd(service, again.queueId)).status, 'COMPLETED')
  const [after] = await rowsOf(id)
  assert.is(after.headline, 'New pot')
  assert.is.not(after.film, before.film)
  assert.is((await service.must('POST', `${sources}/${id}/rollback`)).version, 1)
  assert.equal(await rowsOf(id), [before])
  const renamed = await service.must('PUT', `${campaign.source}/motion-assets/${id}`, {
    destinationAssetSourceName: 'Tall films',
    assetSourceMap: [{ assetId: '2', assetSourceColumn: 'tall' }],
  })
  await queueEnd(service, renamed.queueId)
  const { assetSourceName, assetSourceColumns } = await service.must('GET', `${sources}/${id}`)
  assert.equal([assetSourceName, assetSourceColumns], ['Tall films', ['creativeName', 'headline', 'tall']])
})

test('a run without films fails, names them, and keeps the rows', async () => {
  const campaign = await campaignOf('pot')
  const { destinationAssetSourceId: id, queueId } = await created(campaign)
  await queueEnd(service, queueId)
  const before = await rowsOf(id)
  const assetSourceMap = [{ assetId: '4', assetSourceColumn: 'film' }]
  const again = await service.must('PUT', `${campaign.source}/motion-assets/${id}`, { assetSourceMap })
  const { status, errors } = await queueEnd(service, again.queueId)
  assert.equal([status, ...errors.map(({ code }: { code: string }) => code)], ['FAILED', 'no-films', 'image-missing'])
  assert.equal(await rowsOf(id), before)
})

test('the health shows the runs with their films, and what the last one lacks (SOURCE-18)', async () => {
  const healthOf = (id: string) => service.must('GET', `${sources}/${id}/health`)
  const campaign = await campaignOf('pot', 'can')
  const inline = { assetSourceName: 'Products', assetKeyColumn: 'sku', data: [{ sku: 'pot' }] }
  const { id: base } = await service.must('POST', `${sources}/inline`, inline)
  const { destinationAssetSourceId: id, queueId } = await created({ ...campaign, source: `${sources}/${base}` })
  await queueEnd(service, queueId)
  const partial = await healthOf(id)
  assert.equal([partial.assetSourceType, partial.state, partial.nextRun], ['motion', 'WARNING', null])
  const [{ films, filmsMissing, rows, rowChange, faults }] = partial.runs
  assert.equal([films, filmsMissing, rows, rowChange, faults.length], [1, 1, 1, null, 1])
  assert.equal(partial.warnings, ['In the last run 1 film was not made.'])
  const data = [{ sku: 'pot' }, { sku: 'can' }]
  await service.must('PUT', `${sources}/inline/${base}`, { data })
  const again = await service.must('PUT', `${sources}/${base}/motion-assets/${id}`, {})
  await queueEnd(service, again.queueId)
  const whole = await healthOf(id)
  assert.equal(
    whole.runs.map((run: { queueId: string; status: string; rowChange: number | null }) => [
      run.queueId,
      run.status,
      run.rowChange,
    ]),
    [
      [again.queueId, 'COMPLETED', 1],
      [queueId, 'COMPLETED', null],
    ],
  )
})

test('an asset of a classic campaign leads to the ad unit that shows its column (SOURCE-10)', async () => {
  const campaign = await campaignOf()
  const columns = { headline: 'Pot', slogan: 'Red', weight: '2' }
  await service.must('POST', `${campaign.path}/creative`, {
    creativeName: 'pot',
    dynamicAssets: Object.entries(columns).map(([columnName, columnValue]) => ({ columnName, columnValue })),
  })
  const products = { assetSourceName: 'Products', assetKeyColumn: 'sku', data: [{ sku: 'pot' }] }
  const { id: elsewhere } = await service.must('POST', `${sources}/inline`, products)
  const uploaded = Number(campaign.source.split('/').pop())
  const { campaignId } = await service.must('POST', `${account}/campaigns`, {
    campaignName: 'Classic',
    assetMap: [
      { assetId: 'claim', assetSourceId: uploaded, assetSourceColumn: 'slogan' },
      { assetId: 'title', assetSourceId: uploaded, assetSourceColumn: 'headline' },
      { assetId: 'size', assetSourceId: uploaded, assetSourceColumn: 'weight' },
      { assetId: 'elsewhere', assetSourceId: Number(elsewhere), assetSourceColumn: 'sku' },
    ],
    decisionMap: [],
    decisionGraph: { defaultCreativeMaster: 'pot', rulePriority: null, segments: [] },
  })
  const named = (...assetIds: readonly string[]) => ({
    campaignId: String(campaignId),
    assetSourceMap: assetIds.map((assetId, n) => ({ assetId, assetSourceColumn: `film${n}` })),
  })
  const { destinationAssetSourceId: id, queueId } = await created(campaign, named('claim'))
  assert.is((await queueEnd(service, queueId)).status, 'COMPLETED')
  const [row] = await rowsOf(id)
  assert.equal({ ...row, film0: '' }, { creativeName: 'pot', ...columns, film0: '' })
  assert.is((await fetch(row.film0)).status, 200)
  // the same ad unit of the retail campaign is the same film
  const again = await service.must('PUT', `${campaign.source}/motion-assets/${id}`, {
    ...{ campaignId: campaign.campaignId, assetSourceMap: [{ assetId: '5', assetSourceColumn: 'film0' }] },
  })
  assert.is((await queueEnd(service, again.queueId)).status, 'COMPLETED')
  assert.equal(await rowsOf(id), [row])
  const wrong = body(campaign, named('title', 'size', 'elsewhere', 'none'))
  for (const path of ['motion-assets', `motion-assets/${id}`]) {
    const { status, json } = await service.call('PUT', `${campaign.source}/${path}`, wrong)
    assert.is(status, 400)
    assert.equal(
      json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
      [
        '/assetSourceMap/0/assetId ambiguous',
        '/assetSourceMap/1/assetId no-ad-unit',
        '/assetSourceMap/2/assetId no-ad-unit',
        '/assetSourceMap/3/assetId unknown-asset',
      ],
    )
  }
})

test('what cannot be rendered is refused with a pointer (SOURCE-10)', async () => {
  const campaign = await campaignOf('pot')
  const empty = await campaignOf()
  const refusals = async (more: object, path = `${campaign.source}/motion-assets`) => {
    const { status, json } = await service.call('PUT', path, body(campaign, more))
    assert.equal([status, json.code], [400, 'invalid-request'], JSON.stringify(json))
    return json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
  }
  const map = (...entries: readonly (readonly [string, string])[]) => ({
    assetSourceMap: entries.map(([assetId, assetSourceColumn]) => ({ assetId, assetSourceColumn })),
  })
  assert.equal(await refusals({ campaignId: '99999' }), ['/campaignId unknown-campaign'])
  assert.equal(await refusals({ campaignId: empty.campaignId }), ['/campaignId no-creatives'])
  assert.equal(await refusals(map(['9', 'film'], ['3', 'tall'], ['2', 'tall'], ['2', 'creativeName'])), [
    '/assetSourceMap/0/assetId unknown-ad-unit',
    '/assetSourceMap/2/assetSourceColumn duplicate',
    '/assetSourceMap/3/assetSourceColumn key-column',
  ])
  assert.equal(await refusals({ campaignId: 'spring', ...map() }), ['/campaignId invalid', '/assetSourceMap invalid'])
  const { destinationAssetSourceId: id, queueId } = await created(campaign)
  assert.equal(await refusals({}, `${sources}/${id}/motion-assets`), ['/path/destAssetSourceId has-motion-assets'])
  assert.equal(await refusals({ campaignId: '99999' }, `${campaign.source}/motion-assets/${id}`), [
    '/campaignId unknown-campaign',
  ])
  await queueEnd(service, queueId)
})

test('sources that the account does not have, or that have no motion assets, are 404', async () => {
  const campaign = await campaignOf('pot')
  const { destinationAssetSourceId: id, queueId } = await created(campaign)
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  const own = campaign.source.split('/').pop()
  for (const path of [
    `${sources}/99999/motion-assets`,
    `${sources}/${own}/motion-assets/99999`,
    `${sources}/${own}/motion-assets/${own}`,
    `${sources}/${id}/motion-assets/${id}`,
    `/v2/accounts/other/asset-sources/${own}/motion-assets`,
    `/v2/accounts/other/asset-sources/${own}/motion-assets/${id}`,
  ])
    assert.is((await service.call('PUT', path, body(campaign))).status, 404, path)
  assert.is((await service.call('PUT', `${sources}/inline/${id}`, { assetSourceName: 'x' })).status, 404)
  await queueEnd(service, queueId)
})

test('a campaign without uploaded assets is 409, and an update of changed settings 412', async () => {
  const campaign = await campaignOf('pot')
  const productAssetSourceId = await productFeed(service)
  const feeds = await campaignWith(service, [], { assetSourceType: 'productFeed', productAssetSourceId })
  const refused = await service.call(
    'PUT',
    `${campaign.source}/motion-assets`,
    body({ campaignId: feeds.split('/').pop()! }),
  )
  assert.equal([refused.status, refused.json.code], [409, 'wrong-asset-source-type'])
  const first = await service.call('PUT', `${campaign.source}/motion-assets`, body(campaign))
  const update = `${campaign.source}/motion-assets/${first.json.destinationAssetSourceId}`
  const ifMatch = { headers: { 'if-match': first.headers.get('etag') ?? '' } }
  const second = await service.call('PUT', update, {}, ifMatch)
  assert.is(second.status, 200)
  assert.is((await service.call('PUT', update, { destinationAssetSourceName: 'Late' }, ifMatch)).status, 412)
  assert.is((await service.must('GET', `${sources}/${first.json.destinationAssetSourceId}`)).assetSourceName, 'Films')
  await queueEnd(service, second.json.queueId)
})

test.run()
