import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { filteredByEachField } from '../support/service/filtered-lists.ts'
import {
  approvers,
  askApproval,
  askExport,
  download,
  exported,
  linksOf,
  queueEnd,
  saveCreative,
  unzipped,
  upload,
} from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('exports')
let service: Service
const given = <Made>(setUp: () => Promise<Made>) => givenService(service)(setUp)
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const live = async (creatives: readonly string[], body: object = {}, more: object = {}) => {
  const campaign = await campaignWith(service, creatives, more)
  assert.is((await activated(service, campaign, body)).status, 'ACTIVE')
  return campaign
}
const statusOf = async (campaign: string, query = '') =>
  (await service.call('GET', `${campaign}/exportAssetStatus${query}`)).json
/** The requests of these tests, for the path of a campaign. */
const asksFor = (assetExportType: string, resolution: unknown) => (campaign: string) =>
  ['POST', `${campaign}/exportAssets`, { assetExportType, resolution }] as const
const readsStatus =
  (query = '') =>
  (campaign: string) =>
    ['GET', `${campaign}/exportAssetStatus${query}`] as const
type Entry = {
  readonly assetExportType: string
  readonly resolutionsResponse: readonly {
    readonly status: string
    readonly url: string
    readonly resolution: number
  }[]
}
/** `png 1 COMPLETED`, … */
const short = (entries: readonly Entry[]) =>
  entries.flatMap(e => e.resolutionsResponse.map(r => `${e.assetExportType} ${r.resolution} ${r.status}`))
const urlIn = (entries: readonly Entry[]) => entries[0]?.resolutionsResponse[0]?.url ?? ''

test('an export of a campaign that is not ACTIVE returns 200 with FAILED_TO_INITIATE and the reason (EXPORT-3)', async () => {
  const campaign = await campaignWith(service, ['one'])
  const { json } = await given(async () => campaign)
    .when(asksFor('png', 1))
    .thenAnswered({ queueId: null, status: 'FAILED_TO_INITIATE' })
  assert.match(json.message, /Only ACTIVE .* is DRAFT.* Activate it first: POST …\/activate\.$/)
  for (const format of ['video', 'mp4'])
    assert.equal(short(await statusOf(campaign, `?assetExportType=${format}`)), ['mp4 1 NOT_INITIATED'])
  await given(async () => campaign)
    .when(asksFor('video', 1))
    .thenAnswered({ status: 'FAILED_TO_INITIATE' })
  await given(async () => campaign)
    .when(readsStatus())
    .thenAnsweredExactly([])
})

test('a running export is not started twice; a finished one is started again (EXPORT-3)', async () => {
  const campaign = await live(['one', 'two', 'three'])
  const [first, second] = await Promise.all([askExport(service, campaign, 'gif'), askExport(service, campaign, 'gif')])
  assert.is(first.queueId, second.queueId)
  assert.ok(['INITIATED', 'PROCESSING'].includes(first.status))
  assert.is((await queueEnd(service, first.queueId)).status, 'COMPLETED')
  const third = await askExport(service, campaign, 'gif')
  assert.is.not(third.queueId, first.queueId)
  assert.is(third.status, 'INITIATED')
  assert.is((await queueEnd(service, third.queueId)).status, 'COMPLETED')
  assert.is((await service.call('GET', `${account}/queues/${first.queueId}`)).json.status, 'COMPLETED')
})

test('of changed content the answer says so, and a failed export is tried again only while the campaign is ACTIVE (EXPORT-3, JOBS-4)', async () => {
  const adUnits = [{ adUnitId: 1, adUnitName: 'Pictured', dimension: '80x40', html: '<img src="{{hero}}">' }]
  await service.must('PUT', `${account}/template-campaigns/9`, { templateCampaignName: 'Nine', adUnits })
  await upload(service, 'nine/pot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  const hero = (columnValue: string) => ({ dynamicAssets: [{ columnName: 'hero', columnValue }] })
  const campaign = await campaignWith(service, [], { templateCampaignIdx: 9 })
  await saveCreative(service, campaign, 'pot', '', hero('/assets/acme/nine/pot.svg'))
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const same = await askExport(service, campaign, 'jpg')
  assert.not.match(same.message, /changed/)
  await queueEnd(service, same.queueId)
  await saveCreative(service, campaign, 'pot', '', hero('https://nowhere.invalid/pot.png'))
  const { queueId, message } = await askExport(service, campaign, 'png')
  assert.match(message, /changed after its activation: the ZIP shows it as it is now/)
  assert.is((await queueEnd(service, queueId)).status, 'FAILED')
  const job = `${account}/jobs/exports/acme:${campaign.split('/').pop()}:production:png:1`
  const retry = () => service.call('POST', `${job}/retry`, { reason: 'the host is back' })
  assert.is((await retry()).json.changed, true)
  assert.is((await queueEnd(service, queueId)).status, 'FAILED')
  await service.must('POST', `${campaign}/end`)
  const refused = await retry()
  assert.equal([refused.status, refused.json.code], [409, 'campaign-not-active'])
})

test('an export after the last creative was deleted fails with that reason, not with files that could not be rendered', async () => {
  const campaign = await live(['one'])
  await service.must('DELETE', `${campaign}/creative/one`)
  const { status, errors } = await exported(service, campaign, 'png')
  assert.equal([status, errors[0].detail], ['FAILED', 'The campaign has no creatives to export.'])
})

test('queues are listed for keys that may read them, the newest first if wanted (EXPORT-13)', async () => {
  const campaign = await live(['one'])
  const { queueId } = await exported(service, campaign, 'tiff')
  const feed = { assetSourceName: 'Gone', assetKeyColumn: 'sku', contentType: 'csv', fileId: 'gone.csv' }
  const source = await service.must('POST', `${account}/asset-sources/feed`, feed)
  const run = `feed-${source.id}-1`
  await queueEnd(service, run)
  const listed = async (query: string, key?: string) =>
    (await service.call('GET', `${account}/queues?order=descending${query}`, undefined, key ? { key } : {})).json.queues
  const [newest, before] = await listed('&limit=2')
  assert.equal([newest.queueId, newest.kind, newest.assetSourceId], [run, 'FEED', Number(source.id)])
  assert.equal([before.queueId, before.status, before.percentage], [queueId, 'COMPLETED', 100])
  assert.is(newest.errors.length, 1)
  assert.equal((await service.must('GET', `${account}/queues/${run}`)).errors, newest.errors)
  const [tiff] = await listed(`&filters=retailCampaignIdx=${campaign.split('/').at(-1)}&filters=kind=EXPORT`)
  assert.is(tiff.queueId, queueId)
  const names = await filteredByEachField(service, `${account}/queues`, 'queues')
  for (const name of ['percentage', 'total', 'done', 'failed']) assert.ok(names.includes(name), name)
  const [done] = await listed('&fields=queueId,percentage,failed,errors&filters=percentage=100')
  assert.equal(done, { queueId, percentage: 100, failed: 0, errors: [] })
  for (const [permission, kinds] of [
    ['AssetSource_Create', ['FEED']],
    ['Audit_View', []],
  ] as const) {
    const { apiKey } = await service.must('POST', `${account}/api-keys`, { owner: 'Test', permissions: [permission] })
    const found: readonly { readonly kind: string }[] = await listed('', apiKey)
    assert.equal([...new Set(found.map(({ kind }) => kind))], kinds, permission)
    const one = await service.call('GET', `${account}/queues/${queueId}`, undefined, { key: apiKey })
    assert.equal([one.status, one.json.code, one.json.permission], [403, 'permission-missing', 'Campaigns_Create'])
  }
})

for (const [assetExportType, resolution, pointer] of [
  ['tiff', 2, '/resolution'],
  ['mp4', '2', '/resolution'],
  ['bmp', 1, '/assetExportType'],
  ['png', 3, '/resolution'],
] as const)
  test(`an export of ${assetExportType} at ${resolution} is refused with a pointer (EXPORT-3, EXPORT-7)`, async () => {
    await given(() => live(['one']))
      .when(asksFor(assetExportType, resolution))
      .thenRefused(400, 'invalid-request', pointer)
  })

test('a status request for an impossible type and resolution is refused (EXPORT-7)', async () => {
  await given(() => campaignWith(service, ['one']))
    .when(readsStatus('?assetExportType=mp4&resolution=2'))
    .thenRefused(400, 'invalid-request')
})

test('assets rendered by the activation are AVAILABLE at resolution 1; video is an mp4 (EXPORT-4)', async () => {
  const campaign = await live(['one'], { assetGenerationType: 'video' })
  const entries = await statusOf(campaign)
  assert.equal(short(entries), ['mp4 1 AVAILABLE'])
  assert.equal(
    [...(await unzipped(await download(urlIn(entries)))).keys()],
    ['one/Small_80x40.mp4', 'one/Tall_40x90.mp4', 'manifest.json'],
  )
})

test('a change archives every export at the next read, in the status and in the queue; a new export has a link again (CAMPAIGN-9, EXPORT-4)', async () => {
  const campaign = await live(['one'], { assetGenerationType: 'png' })
  const queue = await exported(service, campaign, 'jpg')
  assert.ok(queue.url)
  assert.equal(short(await statusOf(campaign)), ['png 1 AVAILABLE', 'jpg 1 COMPLETED'])
  await saveCreative(service, campaign, 'one', 'changed')
  const archived: Entry[] = await statusOf(campaign)
  assert.equal(short(archived), ['png 1 ARCHIVED', 'jpg 1 ARCHIVED'])
  assert.equal(
    archived.flatMap(e => e.resolutionsResponse.map(r => r.url)),
    ['', ''],
  )
  const { url, message } = (await service.call('GET', `${account}/queues/${queue.queueId}`)).json
  assert.equal([url, message], ['', 'The campaign was changed after this export was created.'])
  await saveCreative(service, campaign, 'two', 'two')
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await exported(service, campaign, 'jpg')
  await service.must('DELETE', `${campaign}/creative/two`)
  assert.equal(short(await statusOf(campaign)), ['png 1 ARCHIVED', 'jpg 1 ARCHIVED'], 'a creative less is a change')
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await exported(service, campaign, 'jpg')
  assert.equal(short(await statusOf(campaign)), ['png 1 ARCHIVED', 'jpg 1 COMPLETED'])
  const replaced = (await service.call('GET', `${account}/queues/${queue.queueId}`)).json
  assert.equal([replaced.url, /later export/.test(replaced.message)], ['', true])
})

test('the status shows the requested exports, and NOT_INITIATED for a missing type and resolution (EXPORT-7)', async () => {
  const campaign = await live(['one'])
  assert.equal(await statusOf(campaign, '?resolution=1'), [])
  await exported(service, campaign, 'png', 1)
  await exported(service, campaign, 'png', '2')
  await exported(service, campaign, 'jpg', '1')
  assert.equal(short(await statusOf(campaign)), ['png 1 COMPLETED', 'png 2 COMPLETED', 'jpg 1 COMPLETED'])
  assert.equal(short(await statusOf(campaign, '?assetExportType=png')), ['png 1 COMPLETED', 'png 2 COMPLETED'])
  assert.equal(short(await statusOf(campaign, '?assetExportType=png&resolution=2')), ['png 2 COMPLETED'])
  assert.equal(short(await statusOf(campaign, '?assetExportType=gif&resolution=2')), ['gif 2 NOT_INITIATED'])
  assert.equal(short(await statusOf(campaign, '?assetExportType=jpg&resolution=2')), ['jpg 2 NOT_INITIATED'])
  assert.equal(await statusOf(campaign, '?isPreviewExport=true'), [])
})

test('an approval request creates a preview export, listed separately from the others (EXPORT-4, EXPORT-7)', async () => {
  await approvers(service, true, 'ann@example.com')
  const campaign = await campaignWith(service, ['one'])
  await askApproval(service, campaign)
  await linksOf(service, campaign, 'ann@example.com')
  await approvers(service, true)
  const entries = await until(
    () => statusOf(campaign, '?isPreviewExport=true'),
    found => found.length > 0,
  )
  assert.equal(short(entries), ['png 1 AVAILABLE'])
  assert.equal(await statusOf(campaign), [])
  assert.ok((await unzipped(await download(urlIn(entries)))).has('one/Small_80x40.png'))
  await saveCreative(service, campaign, 'one', 'changed')
  assert.equal(short(await statusOf(campaign, '?isPreviewExport=true')), ['png 1 ARCHIVED'])
})

test.run()
