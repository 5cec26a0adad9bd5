import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { codesOf } from '../../src/http/openapi/codes.ts'
import { parametersOf } from '../../src/http/openapi/parameters.ts'
import { operations } from '../../src/operations/operations.ts'
import { googleCloud } from '../support/servers/clouds.ts'
import { startFeedServer } from '../support/servers/feed-server.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

/** Requests every operation that lists 412 with a version that no object has (HTTP-23). */
const test = suite('If-Match of every operation')
const sources = `${account}/asset-sources`
const channels = '/v2/org/org1/retail-media-channels'
const listing = operations.filter(row => codesOf(row).includes('stale'))

const title = { assetSourceColumn: 'name', dataType: 'string', priority: 5 }
type Request = { readonly path?: string; readonly body?: unknown }
let service: Service
let requests: Readonly<Record<string, Request>>
const closing: (() => Promise<unknown>)[] = []

const numberedIn = async (path: string, body: object): Promise<string> => (await service.must('POST', path, body)).id

test.before(async () => {
  const [server, cloud] = [await startFeedServer(), await googleCloud()]
  service = await startService({ EGRESS_ALLOW: `${server.host},${cloud.host}` })
  closing.push(service.stop, server.stop, cloud.stop)
  await provision(service)
  const campaign = await campaignWith(service, ['one'])
  const { dataServiceId, retailCampaignIdx } = (await service.call('GET', campaign)).json
  const { idx } = await service.must('POST', channels, {
    ...{ name: 'Channel', adServerId: 'dsp1', type: 'Off-site' },
    activationConfiguration: { tagGeneration: true, creativeGeneration: false },
  })
  const plan = `${account}/media-plans/1`
  const planned = operations.find(({ operationId }) => operationId === 'putMediaPlan')?.operation.example?.body
  await service.must('PUT', plan, planned)
  const url = server.serve('rows.csv', 'sku,name\na,Pot\nb,Can\n')
  const own = { assetSourceName: 'Rows', assetKeyColumn: 'sku' }
  const data = [
    { sku: 'a', name: 'Pot' },
    { sku: 'b', name: 'Can' },
  ]
  const inline = await numberedIn(`${sources}/inline`, { ...own, data })
  const remote = await numberedIn(`${sources}/remote`, { ...own, url, contentType: 'csv' })
  const feed = await numberedIn(`${sources}/feed`, { ...own, url, urlType: 'http', contentType: 'csv' })
  const recommended = await numberedIn(`${sources}/${inline}/recommendation`, {
    updateFrequency: 24,
    recommendationConfig: { type: 'content', maxRecommendations: 1, recommendationMap: [title] },
  })
  const { destinationAssetSourceId: films } = await service.must('PUT', `${sources}/${dataServiceId}/motion-assets`, {
    campaignId: String(retailCampaignIdx),
    destinationAssetSourceName: 'Films',
    assetSourceMap: [{ assetId: '1', assetSourceColumn: 'film' }],
  })
  const { serviceType, rootDir, accessKey, secreteKey } = cloud
  const connected = await numberedIn('/accounts/acme/cloud', {
    ...{ name: 'Studio', serviceType, rootDir, accessKey, secreteKey },
  })
  const bodies = {
    ...{ updateRemote: { cacheTime: 120 }, updateMotionAssets: {}, updateRecommendation: {} },
    ...{ updateInline: { assetSourceName: 'Late' }, putAccount: { name: 'Late', orgId: 'org1' } },
  }
  const pathOf: Readonly<Record<string, string>> = {
    deleteCampaign: `${account}/campaigns/1`,
    putDataSignals: `${account}/data-signals`,
    updateMediaChannel: `${channels}/${idx}`,
    deleteMediaChannel: `${channels}/${idx}`,
    updateTrackers: `${plan}/trackers/12`,
    putMediaPlan: plan,
    updateFeed: `${sources}/feed/${feed}`,
    updateMotionAssets: `${sources}/${dataServiceId}/motion-assets/${films}`,
    updateInline: `${sources}/inline/${inline}`,
    updateRemote: `${sources}/remote/${remote}`,
    updateRecommendation: `${sources}/${inline}/recommendation/${recommended}`,
    rollbackAssetSource: `${sources}/${inline}/rollback`,
    updateCloudService: `/accounts/acme/cloud/${connected}`,
    deleteCloudService: `/accounts/acme/cloud/${connected}`,
    putOrganisation: '/v2/org/org1',
    putAdServer: '/v2/org/org1/ad-servers/dsp1',
    putAccount: account,
    putRetailSettings: `${account}/retail-settings`,
    putTemplateCampaign: `${account}/template-campaigns/1`,
    updateRetailCampaign: campaign,
  }
  requests = Object.fromEntries(
    listing.map(({ operationId, operation }) => {
      const body = (bodies as Readonly<Record<string, unknown>>)[operationId] ?? operation.example?.body
      return [operationId, { path: pathOf[operationId] ?? '', body }]
    }),
  )
})
test.after(async () => {
  for (const close of closing) await close()
})

test('an operation that lists 412 has the header, and the others have not', () => {
  assert.ok(listing.length > 15)
  for (const row of operations) {
    const names = parametersOf(row, new Map() as never).map(({ name }) => name)
    assert.is(names.includes('If-Match'), listing.includes(row), row.operationId)
  }
})

for (const { operationId, method } of listing)
  test(`${operationId} answers 412 to a version that is not the present one, and changes nothing`, async () => {
    const { path = '', body } = requests[operationId] ?? {}
    assert.is.not(path, '', 'this test knows no request of the operation')
    const { status, json, text } = await service.call(method, path, body, { headers: { 'if-match': '"999"' } })
    assert.equal([status, json?.code], [412, 'stale'], text.slice(0, 300))
  })

test('a campaign is sent again whenever its status has changed, although its tag has not', async () => {
  const campaign = await campaignWith(service, ['one'])
  const first = await service.call('GET', campaign)
  const etag = first.headers.get('etag') ?? ''
  assert.equal([etag, first.headers.get('cache-control'), first.json.status], ['"0"', 'no-store', 'DRAFT'])
  await activated(service, campaign)
  const { status, json, headers } = await service.call('GET', campaign, undefined, {
    headers: { 'if-none-match': etag },
  })
  assert.equal([status, json?.status, headers.get('etag')], [200, 'ACTIVE', etag])
  assert.is((await service.call('PUT', campaign, { ctaText: 'Buy' }, { headers: { 'if-match': etag } })).status, 200)
})

test('the tag of an asset source as read is the one that its update takes', async () => {
  const { id } = await service.must('POST', `${sources}/inline`, {
    ...{ assetSourceName: 'Tagged', assetKeyColumn: 'sku', data: [{ sku: 'a' }] },
  })
  const read = async (more: object = {}) => service.call('GET', `${sources}/${id}`, undefined, { headers: { ...more } })
  const etag = (await read()).headers.get('etag') ?? ''
  assert.is((await read({ 'if-none-match': etag })).status, 304)
  const update = (name: string) =>
    service.call('PUT', `${sources}/inline/${id}`, { assetSourceName: name }, { headers: { 'if-match': etag } })
  const first = await update('First')
  assert.is(first.status, 200)
  assert.is((await read()).headers.get('etag'), first.headers.get('etag'))
  assert.is((await update('Second')).status, 412)
})

test('an update of a cloud service answers the tag that the next one takes', async () => {
  const path = requests.updateCloudService?.path ?? ''
  const first = await service.call('PUT', path, { name: 'First' })
  const headers = { 'if-match': first.headers.get('etag') ?? '' }
  assert.is((await service.call('PUT', path, { name: 'Second' }, { headers })).status, 204)
  assert.is((await service.call('PUT', path, { name: 'Third' }, { headers })).status, 412)
})

test('operations whose objects have no ETag ignore the header', async () => {
  const ignored = { headers: { 'if-match': '"999"' } }
  const { keyId } = await service.must('POST', `${account}/api-keys`, { owner: 'Test', permissions: ['Audit_View'] })
  assert.is((await service.call('DELETE', `${account}/api-keys/${keyId}`, undefined, ignored)).status, 200)
})

test.run()
