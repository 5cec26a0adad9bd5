import { parse } from 'csv-parse/sync'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  account,
  activated,
  campaignWith,
  provision,
  type Service,
  startService,
  statusPath,
} from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('what activation makes on a media channel')
let service: Service
const org = '/v2/org/org1/retail-media-channels'
const channel = async (tagGeneration: boolean, creativeGeneration: boolean): Promise<number> => {
  const activationConfiguration = { tagGeneration, creativeGeneration }
  const body = { name: 'Own shops', adServerId: 'own', type: 'In-store/DOOH', activationConfiguration }
  return (await service.must('POST', org, body)).idx
}
const served = async (campaign: string): Promise<string> =>
  (await service.call('GET', `/serve/acme/${campaign.split('/').pop()}/1`, undefined, { key: undefined })).text
const exportStatus = async (campaign: string) => (await service.call('GET', `${campaign}/exportAssetStatus`)).json
const available = (format: string) => [
  {
    assetExportType: format,
    resolutionsResponse: [{ resolution: 1, status: 'AVAILABLE' }],
  },
]
const states = async (campaign: string) =>
  (await exportStatus(campaign)).map(
    (e: { assetExportType: string; resolutionsResponse: { resolution: number; status: string }[] }) => ({
      assetExportType: e.assetExportType,
      resolutionsResponse: e.resolutionsResponse.map(({ resolution, status }) => ({ resolution, status })),
    }),
  )

test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', '/v2/org/org1/ad-servers/own', { name: 'Own server', type: 'In-store/DOOH' })
})
test.after(() => service.stop())

test('tags without creatives: tags use the channel’s ad server, and requested assets are not rendered', async () => {
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx: await channel(true, false) })
  const asked = await service.call('POST', `${campaign}/activate`, { assetGenerationType: 'png' })
  assert.match(asked.json.message, /assetGenerationType is ignored/)
  const status = await activated(service, campaign)
  assert.equal([status.status, status.message], ['ACTIVE', 'The campaign is live with 2 ad tags.'])
  const { text } = await service.call('GET', `${campaign}/download-tags`)
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  assert.equal(
    rows.map(r => [r['Media Channel'], r['Ad Server']]),
    [
      ['Own shops', 'Own server'],
      ['Own shops', 'Own server'],
    ],
  )
  assert.not.match(rows[0]?.Tag ?? '', /CLICK_URL_ENC/)
  assert.match(await served(campaign), /one/)
  assert.equal(await states(campaign), [])
})

test('creatives without tags: pictures are rendered, as png by default, and nothing is served', async () => {
  const mediaChannelIdx = await channel(false, true)
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx })
  const status = await activated(service, campaign)
  assert.equal(
    [status.status, status.message],
    ['ACTIVE', 'The campaign is live; its media channel generates no tags.'],
  )
  const tags = await service.call('GET', `${campaign}/download-tags`)
  assert.equal([tags.status, tags.json.code], [409, 'tags-not-generated'])
  assert.not.match(await served(campaign), /one/)
  assert.equal(await states(campaign), available('png'))
  const tiff = await campaignWith(service, ['one'], { mediaChannelIdx })
  await activated(service, tiff, { assetGenerationType: 'tiff' })
  assert.equal(await states(tiff), available('tiff'))
})

test('a channel without output, disabled or deleted prevents activation, with the reason', async () => {
  const nothing = await campaignWith(service, ['one'], { mediaChannelIdx: await channel(false, false) })
  assert.is((await service.call('POST', `${nothing}/activate`)).json.code, 'nothing-to-activate')
  const idx = await channel(true, true)
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx: idx })
  const code = async () => (await service.call('POST', `${campaign}/activate`)).json.code
  await service.must('PUT', `${org}/${idx}`, { status: 'Inactive' })
  assert.is(await code(), 'media-channel-disabled')
  await service.must('DELETE', `${org}/${idx}`)
  assert.is(await code(), 'media-channel-missing')
  // without a channel it gets tags (ACTIVATION-6)
  await service.must('PUT', campaign, { mediaChannelIdx: null })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await service.must('PUT', campaign, { mediaChannelIdx: await channel(true, false) })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
})

test('an activation that is tried again does not go live on a channel that was disabled meanwhile (ACTIVATION-7)', async () => {
  const html = '<img src="https://nowhere.invalid/pot.png">'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Remote', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/8`, { templateCampaignName: 'Remote', adUnits })
  const mediaChannelIdx = await channel(true, false)
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx, templateCampaignIdx: 8 })
  assert.match((await activated(service, campaign)).message, 'Nothing could be rendered')
  await service.must('PUT', `${org}/${mediaChannelIdx}`, { status: 'Disabled' })
  const job = `${account}/jobs/activation/acme:${campaign.split('/').pop()}`
  await service.must('POST', `${job}/retry`, { reason: 'the host is back' })
  const { message } = await until(
    async () => (await service.call('GET', statusPath(campaign))).json,
    s => s.status !== 'IN_PROGRESS',
  )
  assert.is(message, `Media channel ${mediaChannelIdx} is Disabled. Enable it, and activate again.`)
})

test('a campaign without a channel gets tags and the requested assets', async () => {
  const campaign = await campaignWith(service, ['one'])
  await activated(service, campaign, { assetGenerationType: 'png' })
  assert.match(await served(campaign), /one/)
  assert.equal(await states(campaign), available('png'))
})

test.run()
