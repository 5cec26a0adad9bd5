import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { composeTemplate } from '../../src/domain/templates/compose/compose.ts'
import { startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { operations } from '../../src/operations/operations.ts'
import type { Recorded } from '../../src/ports/event-log.ts'
import { changed } from '../faults/damage.ts'
import { readingLog } from '../nodes/stores.ts'
import { psdHeader } from '../support/brands/made-files.ts'
import { googleCloud } from '../support/servers/clouds.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { startFeedServer } from '../support/servers/feed-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { exportsOf, numberOf } from '../support/service/dsp-exports.ts'
import { whenIndexed } from '../support/service/indexed.ts'
import {
  type Answered,
  account,
  activated,
  campaignWith,
  provision,
  type Service,
  startService,
} from '../support/service/service.ts'
import { brand, brief } from '../support/templates/brands.ts'
import { seeded } from '../support/templates/seeded.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('requests that are repeated after a crash before their answers')

/** Operations that are a POST because of their body, and append nothing. */
const readsOnly = ['decideCampaign', 'processFeed']

type Sent = { readonly path: string; readonly key: string; readonly body: () => unknown; readonly first: Answered }
const channels = '/v2/org/org1/retail-media-channels'
const clouds = '/accounts/acme/cloud'
const hour = 3_600_000

const sendTo = (service: Service, path: string, key: string, body: unknown): Promise<Answered> =>
  body instanceof FormData
    ? service.call('POST', path, undefined, { headers: { 'idempotency-key': key }, body })
    : service.call('POST', path, body, { headers: { 'idempotency-key': key } })

/** An answer without the node's address. */
const shown = ({ status, headers, text }: Answered) =>
  `${status} ${headers.get('etag')} ${text.replace(/http:\/\/127\.0\.0\.1:\d+/g, '')}`
const endOf = (service: Service, queueId: string) =>
  until(
    async () => (await service.call('GET', `${account}/queues/${queueId}`)).json,
    ({ status }) => status === 'COMPLETED' || status === 'FAILED',
  )
const upload = () => {
  const file = new FormData()
  file.set('path', 'brand/logo.svg')
  file.set('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>']), 'logo.svg')
  return file
}
const generation = `${account}/tmplGenAI`
const brandForm = (requestId: string, part: string, content: string | Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  const own = { requestId, retailerId: '7', retailerName: 'Fernhollow', inventoryType: 'OnSite' }
  for (const [name, value] of Object.entries(own)) form.set(name, value)
  form.set(part, new Blob([content]), 'brand')
  return form
}
const approvers = [{ userEmail: 'ann@example.com', userName: 'Ann Ashby' }]
const dora = { owner: 'Dora Dale', ownerEmail: 'dora@example.com' }
const rob = { userName: 'Rob Reed', userEmail: 'rob@example.com' }
/** What the requests say of persons. */
const ofPersons = /Ann Ashby|Dora Dale|Rob Reed|(?:ann|dora|rob)@example\.com/i
const signals = [
  {
    dataSignalId: 1,
    dataSignalName: 'Weather',
    dataSignalProperties: [{ propertyId: 'sky', propertyName: 'Sky', operators: ['EQUALS'] }],
  },
]
const classic = (source: number) => ({
  campaignName: 'Garden weather',
  defaultURL: 'https://shop.example.com/garden',
  assetMap: [{ assetId: 'headline', assetSourceId: source, assetSourceColumn: 'headline' }],
  decisionMap: [{ assetSourceId: String(source), dataSignalService: 'Weather', dataSignalProperty: 'sky' }],
  decisionGraph: { defaultCreativeMaster: 'any-weather', rulePriority: null, segments: [] },
})
const channelBody = (name: string) => ({
  name,
  adServerId: 'dsp1',
  type: 'Off-site',
  activationConfiguration: { tagGeneration: true, creativeGeneration: false },
})
const saved = {
  creativeName: 'two',
  dynamicAssets: [
    {
      columnName: 'headline',
      columnValue: 'two',
      adUnitTransformations: [
        { adUnitId: 2, transformations: [{ type: 'textStyle', transformation: { fontSize: 14 } }] },
      ],
    },
  ],
}

test('are answered by what they did, whatever has changed since, and do nothing again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'endcap-repeats-'))
  const clock = aheadClock()
  const cloud = await googleCloud()
  const shop = await startFeedServer()
  const dsp = await startDspSandbox()
  const { serviceType, rootDir, accessKey, secreteKey } = cloud
  await cloud.put('notes.txt', 'Plant in March.')
  const start = async () =>
    whenIndexed(
      await startService(
        { DATA_DIR: dataDir, MONGODB_URL: '', EGRESS_ALLOW: `${cloud.host},${shop.host}`, ...dspEnvironment(dsp) },
        { clock },
      ),
    )
  const sent: Sent[] = []
  const eventsNow = async (): Promise<readonly Recorded[]> => {
    const log = await readingLog({ DATA_DIR: dataDir })
    return log.events().finally(log.close)
  }

  let service = await start()
  const post = async (path: string, body: () => unknown = () => undefined) => {
    const key = `key-${sent.length}`
    const first = await sendTo(service, path, key, body())
    assert.ok(first.status < 300, `${path}: ${first.text}`)
    sent.push({ path, key, body, first })
    return first.json
  }
  try {
    await provision(service)
    await service.must('PUT', `${account}/data-signals`, { dataSignals: signals })
    const { idx: mediaChannelIdx } = await service.must('POST', channels, channelBody('Leaving'))
    const live = await campaignWith(service, ['one'])
    const { dataServiceId } = (await service.call('GET', live)).json
    const body = { templateCampaignIdx: 1, assetSourceType: 'uploadAsset', mediaChannelIdx }

    await post(`${account}/retail-campaigns`, () => ({ ...body, retailCampaignName: 'New' }))
    await post(`${account}/retail-campaigns`, () => ({ ...body, retailCampaignName: 'Named', externalId: 'spring' }))
    await post(`${live}/clone`, () => ({ externalId: 'clone' }))
    await post(`${live}/creative`, () => saved)
    await post(`${live}/activate`, () => ({ assetGenerationType: 'png' }))
    assert.is((await activated(service, live)).status, 'ACTIVE')
    const { queueId } = await post(`${live}/exportAssets`, () => ({ assetExportType: 'jpg', resolution: '1' }))
    await endOf(service, queueId)
    await service.must('PUT', `${account}/retail-settings`, { approvers, allApproversRequired: true })
    await post(`${live}/approvalRequest`, () => rob)
    const expiresAt = new Date(clock.now().getTime() + hour).toISOString()
    await post(`${account}/api-keys`, () => ({ ...dora, permissions: ['Campaigns_View'], expiresAt }))
    const types = ['ClassicCampaignDeleted']
    const { webhook } = await post(`${account}/webhooks`, () => ({ url: 'https://hooks.example.com/', types }))
    await post(`${account}/webhooks/${webhook.webhookId}/replay`, () => ({ after: '0' }))
    // one that is not created again: the key that its creation showed is gone
    const rotated = await service.must('POST', `${account}/webhooks`, { url: 'https://hooks.example.com/', types })
    await post(`${account}/webhooks/${rotated.webhook.webhookId}/rotateKey`, () => ({}))
    await post(channels, () => ({
      ...channelBody('Network'),
      additionalConfiguration: { seat: '4711', password: 'x' },
    }))
    const { id } = await post(clouds, () => ({ name: 'Studio', serviceType, rootDir, accessKey, secreteKey }))
    const copy = await post(`${clouds}/${id}/copy`, () => ({ files: ['notes.txt'] }))
    await endOf(service, copy.queueId)
    await post(`${clouds}/${id}/copy/${copy.queueId}/cancel`)
    await post(`${clouds}/${id}`, () => ({ name: 'Archive', accessKey, secreteKey }))
    await post(`${account}/campaigns`, () => classic(dataServiceId))
    await post(`${account}/assets`, upload)
    const rows = (price: string) => [{ sku: 'pot', price }]
    const inline = { assetSourceName: 'Products', assetKeyColumn: 'sku' }
    const source = await post(`${account}/asset-sources/inline`, () => ({ ...inline, data: rows('1') }))
    await post(`${account}/asset-sources/${source.id}/labels`, () => ({ label: 'spring' }))
    const compared = [{ assetSourceColumn: 'price', dataType: 'string' }]
    const recommendationConfig = { type: 'content', maxRecommendations: 3, recommendationMap: compared }
    const recommended = { updateFrequency: 24, recommendationConfig }
    await post(`${account}/asset-sources/${source.id}/recommendation`, () => recommended)
    await service.must('PUT', `${account}/asset-sources/inline/${source.id}`, { data: rows('2') })
    await post(`${account}/asset-sources/${source.id}/rollback`)
    const hybrid = await campaignWith(service, [], {
      assetSourceType: 'hybridAsset',
      productAssetSourceId: Number(source.id),
    })
    await post(`${hybrid}/hybrid-creatives`, () => ({ creativeNames: ['pot', 'bowl'] }))
    await post(`${hybrid}/hybrid-creative`, () => ({ ...saved, creativeDynamicAssets: saved.dynamicAssets }))
    const file = { contentType: 'csv', fileId: 'brand/logo.svg', assetSourceName: 'Feed', assetKeyColumn: 'sku' }
    await post(`${account}/asset-sources/feed`, () => file)
    await post(`${account}/asset-sources/feed/create`, () => ({ ...file, startTime: '10:00' }))
    const stock = { url: shop.serve('stock.csv', 'sku\npot\n'), contentType: 'csv', additionalParams: 'key=1' }
    await post(`${account}/asset-sources/remote`, () => ({ ...stock, assetSourceName: 'Stock', assetKeyColumn: 'sku' }))
    const films = {
      campaignId: live.split('/').pop(),
      destinationAssetSourceName: 'Films',
      assetSourceMap: [{ assetId: '2', assetSourceColumn: 'film' }],
    }
    const motion = await post(`${account}/asset-sources/${dataServiceId}/motion-assets`, () => films)
    await endOf(service, motion.queueId)
    const advertiser = { dspPartnerId: 1001, dspAdvertiserId: 200_001, dspAdvertiserName: 'One', configName: 'Spring' }
    const { configId } = await post(`${account}/dsp-configurations`, () => advertiser)
    await authoriseAt(service, dsp, 'acme')
    const exported = { configId, svcCampaignId: numberOf(live) }
    // the export runs until it is cancelled
    dsp.faults.ask('internal', 1_000)
    await post('/svc/serverApis/dsp/exportTags', () => exported)
    await post('/svc/serverApis/dsp/cancelExport', () => exported)
    dsp.faults.clear()
    await exportsOf(service).reaches(configId, exported.svcCampaignId, 300)
    const sender = exportsOf(service)
    await sender.start(configId, exported.svcCampaignId)
    await sender.reaches(configId, exported.svcCampaignId, 200)
    const [creative] = Array.from(dsp.store.all()).filter(c => c.input.entityStatus === 'ENTITY_STATUS_ACTIVE')
    assert.ok(creative)
    dsp.store.create(creative.advertiserId, creative.input, 'approved')
    dsp.store.change(creative, { ...creative.input, entityStatus: 'ENTITY_STATUS_ARCHIVED' })
    const repaired = await post(`${account}/dsp-configurations/${configId}/reconcile`)
    assert.is(repaired.repair.exportsStarted.length, 1)
    await sender.reaches(configId, exported.svcCampaignId, 200)
    await post(`${live}/end`)
    const size = { width: 300, height: 250 }
    const html = composeTemplate({ brand: brand(), retailerName: 'Fernhollow' }, size)
    const conversationId = await seeded(service, { requestId: 'spring', size, brief: brief(), html })
    const own = { requestId: 'spring', conversationId }
    const edited = async ({ regenerateJobId }: { regenerateJobId: string }) =>
      until(
        () => service.must('GET', `${generation}/regenerate/result/${regenerateJobId}`),
        ({ status }) => status === 'COMPLETED',
      )
    const edit = { ...own, editPrompt: 'make the headline bigger' }
    await edited(await post(`${generation}/regenerate`, () => edit))
    const further = { requestId: 'spring', editPrompt: 'remove the badge', templateHtml: html, adUnitSize: '300x250' }
    await edited(await post(`${generation}/regenerate`, () => further))
    await seeded(service, { requestId: 'alone', size, brief: brief(), html })
    await edited(await post(`${generation}/regenerate`, () => ({ requestId: 'alone', editPrompt: 'remove the badge' })))
    await edited(await post(`${generation}/regenerate/retry`, () => ({ ...own, majorVersion: 2 })))
    await post(`${generation}/regenerate/revert`, () => ({ ...own, version: '1.0' }))
    await post(`${generation}/regenerate/like`, () => ({ ...own, version: '1.0', likeValue: true }))
    await post(`${generation}/regenerate/dislike`, () => ({ ...own, version: '1.0', dislikeValue: true }))
    const generated = { templateCampaignIdx: 9, templateCampaignName: 'Generated' }
    await post(`${generation}/spring/template-campaign`, () => generated)
    await service.must('POST', `${generation}/regenerate/revert`, { ...own, version: '2.0' })
    const retailer = { id: '7', name: 'Fernhollow' }
    const brandUrl = shop.serve('brand.html', '<title>Fernhollow</title>')
    const flow = { brandUrl, retailer, inventoryType: 'OnSite', requestId: 'from-page' }
    await post(`${generation}/sync-flow`, () => flow)
    await post(`${generation}/sync-flow-upload`, () => brandForm('from-file', 'file', 'Fernhollow'))
    await post(`${generation}/design-brief`, () =>
      brandForm('from-design', 'psdFile', new Uint8Array(psdHeader(300, 250))),
    )
    for (const id of ['from-page', 'from-file', 'from-design']) await post(`${generation}/terminate-request/${id}`)

    const requestId = 'refused'
    const inside = { ...flow, brandUrl: 'http://169.254.169.254/', requestId }
    await service.must('POST', `${generation}/sync-flow`, inside)
    const hasFailed = () =>
      until(
        () => service.must('GET', `${generation}/workflow-status/${requestId}`),
        ({ status }) => status === 'FAILED',
      )
    const job = `${account}/jobs/template-workflows/acme:${requestId}`
    await hasFailed()
    await post(`${job}/retry`, () => ({ reason: 'The page is back.' }))
    await hasFailed()
    await post(`${job}/skip`, () => ({ reason: 'Nobody needs it.' }))
    await post(`${job}/cancel`, () => ({ reason: 'Nobody needs it.' }))

    const covered = ({ method, path, permission, operationId }: (typeof operations)[number]) =>
      method !== 'POST' ||
      permission === 'public' ||
      readsOnly.includes(operationId) ||
      sent.some(request => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(request.path))
    assert.equal(
      operations.filter(row => !covered(row)).map(row => row.operationId),
      [],
      'every POST is repeated here',
    )

    await service.stop()
    const kept = (await eventsNow()).filter(({ type }) => type === 'CommandAnswered')
    assert.equal(
      kept.map(({ data }) => JSON.stringify(data)).filter(text => ofPersons.test(text)),
      [],
      'an answer that is kept names a person, whom endcap erase would not reach',
    )
    // as after a crash before any answer was kept
    const streams = changed(dataDir, 'log.db', "SELECT stream FROM event WHERE type = 'CommandAnswered'")
    assert.is(streams.length, sent.length)
    changed(dataDir, 'log.db', "DELETE FROM event WHERE type = 'CommandAnswered'")
    changed(
      dataDir,
      'log.db',
      `UPDATE stream SET (revision, position) = (SELECT revision, position FROM event
         WHERE event.stream = stream.stream ORDER BY position DESC LIMIT 1) WHERE stream LIKE 'idempotency-%'`,
    )
    service = await start()
    // everything that the requests were checked against
    await service.must('PUT', `${account}/retail-settings`, { approvers: [], allApproversRequired: false })
    await service.must('DELETE', `${channels}/${mediaChannelIdx}`)
    await service.must('PUT', `${account}/data-signals`, { dataSignals: [] })
    const adUnits = [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html: '<p>new</p>' }]
    await service.must('PUT', `${account}/template-campaigns/1`, { templateCampaignName: 'Template', adUnits })
    await service.must('PUT', live, { refreshTemplate: true })
    await service.must('DELETE', `${account}/dsp-configurations/${configId}`)
    await seeded(service, { requestId: 'alone', size: { width: 320, height: 50 }, brief: brief(), html })
    await cloud.stop()
    await shop.stop()
    await dsp.stop()
    clock.pass(2 * hour)

    const before = await eventsNow()
    const others: string[] = []
    for (const { path, key, body: again, first } of sent) {
      const repeat = await sendTo(service, path, key, again())
      if (shown(repeat) !== shown(first)) others.push(`${path}: ${shown(repeat)} instead of ${shown(first)}`)
    }
    assert.equal(others, [])
    const added = (await eventsNow()).slice(before.length).filter(e => !e.metadata.actor.startsWith('process:'))
    assert.equal(
      added.filter(e => !e.stream.startsWith('idempotency-')).map(e => `${e.type} in ${e.stream}`),
      [],
    )
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test.run()
