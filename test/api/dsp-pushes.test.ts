import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { authoriseAt, dspEnvironment } from '../support/servers/dsp.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
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

const test = suite('campaigns on channels that push to the DSP')
const configurations = '/v2/accounts/acme/dsp-configurations'
const channels = '/v2/org/org1/retail-media-channels'
const minute = 60_000
let sandbox: RunningSandbox
let service: Service
const clock = aheadClock()

test.before(async () => {
  sandbox = await startDspSandbox({ reviewSeconds: 86_400, redirectUris: [] })
  service = await startService(dspEnvironment(sandbox), { clock })
  await provision(service)
  await authoriseAt(service, sandbox, 'acme')
})
test.after(async () => {
  await service?.stop()
  await sandbox?.stop()
})

const configure = async (configName: string): Promise<number> => {
  const advertiser = sandbox.advertisers[0]
  const body = { dspPartnerId: 1001, dspAdvertiserId: Number(advertiser?.advertiserId), dspAdvertiserName: 'First' }
  return (await service.must('POST', configurations, { ...body, configName })).configId
}
const channel = async (dspConfigName: string): Promise<number> => {
  const activationConfiguration = { tagGeneration: true, creativeGeneration: false, dspConfigName }
  const body = { name: 'Audience network', adServerId: 'dsp1', type: 'Off-site', activationConfiguration }
  return (await service.must('POST', channels, body)).idx
}
const pushing = async (configName: string, more: object = {}) => {
  const configId = await configure(configName)
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx: await channel(configName), ...more })
  const retailCampaignIdx = Number(campaign.split('/').pop())
  return { campaign, configId, retailCampaignIdx }
}
const statusOf = async (campaign: string) => (await service.call('GET', statusPath(campaign))).json
/** The next question about reviews is due. */
const becomes = (campaign: string, status: string) =>
  until(
    async () => {
      clock.pass(minute)
      return statusOf(campaign)
    },
    found => found.status === status,
  )
const creativesOf = (retailCampaignIdx: number) =>
  [...sandbox.store.all()].filter(({ input }) => input.integrationCode?.startsWith(`acme:${retailCampaignIdx}:`))
const review = (retailCampaignIdx: number, verdict: (index: number) => 'approved' | 'rejected') => {
  for (const [index, { creativeId }] of creativesOf(retailCampaignIdx).entries())
    sandbox.store.review(creativeId, verdict(index))
}

test('a campaign is PUBLISHED when the DSP has its tags, is served meanwhile, and ACTIVE when the DSP approved them', async () => {
  const { campaign, retailCampaignIdx } = await pushing('Approved')
  const published = await activated(service, campaign)
  assert.equal([published.status, published.percentage], ['PUBLISHED', 100])
  assert.match(published.message, /The DSP has 2 tags/)
  assert.is(creativesOf(retailCampaignIdx).length, 2)
  const served = await service.call('GET', `/serve/acme/${retailCampaignIdx}/1`, undefined, { key: undefined })
  assert.match(served.text, /one/)
  review(retailCampaignIdx, () => 'approved')
  const active = await becomes(campaign, 'ACTIVE')
  assert.match(active.message, /live with 2 ad tags.*approved all/)
})

test('while the DSP reviews its tags and afterwards, the message has the warnings of the activation (ACTIVATION-8)', async () => {
  await service.must('PUT', '/v2/accounts/acme/template-campaigns/2', {
    templateCampaignName: 'Two',
    adUnits: [{ adUnitId: 1, adUnitName: 'Sale', dimension: '80x40', html: '<p>Sale {{headline}}</p>' }],
  })
  const { campaign, retailCampaignIdx } = await pushing('Without a headline', { templateCampaignIdx: 2 })
  await service.must('POST', `${campaign}/creative`, { creativeName: 'bare' })
  const reviewed = await activated(service, campaign)
  assert.is(reviewed.status, 'PUBLISHED')
  assert.match(
    reviewed.message,
    /The DSP reviews them\. Creatives without a value for columns of their ad units, which are left empty: bare \(headline\)/,
  )
  review(retailCampaignIdx, () => 'approved')
  const { message } = await becomes(campaign, 'ACTIVE')
  assert.match(
    message,
    /The DSP approved all of them\. Creatives without a value for columns of their ad units, which are left empty: bare \(headline\)/,
  )
})

test('while the DSP reviews its tags and afterwards, the message names what could not be rendered (ACTIVATION-13)', async () => {
  const html = '<img src="{{picture}}">'
  const adUnits = [
    { adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html: '{{headline}}' },
    { adUnitId: 2, adUnitName: 'Pictured', dimension: '40x90', html },
  ]
  await service.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'Pictures', adUnits })
  const { campaign, retailCampaignIdx } = await pushing('Without a picture', { templateCampaignIdx: 2 })
  const reviewed = await activated(service, campaign)
  assert.is(reviewed.status, 'PUBLISHED')
  assert.match(reviewed.message, /The DSP has 1 tag .*could not be rendered: one \/ Pictured/)
  review(retailCampaignIdx, () => 'approved')
  assert.match((await becomes(campaign, 'EXAMINE')).message, /could not be rendered: one \/ Pictured/)
})

test('activated again without a change of its tags, the DSP has them already', async () => {
  const { campaign, retailCampaignIdx } = await pushing('Again')
  await activated(service, campaign)
  review(retailCampaignIdx, () => 'approved')
  await becomes(campaign, 'ACTIVE')
  await service.must('POST', `${campaign}/activate`, {})
  const again = await until(
    () => statusOf(campaign),
    s => s.status === 'ACTIVE' || s.status === 'FAILED' || s.status === 'EXAMINE',
  )
  assert.is(again.status, 'ACTIVE')
  assert.is(creativesOf(retailCampaignIdx).length, 2, 'no creative was made anew')
})

test('a rejected tag makes the campaign EXAMINE, and the message names its ad unit', async () => {
  const { campaign, retailCampaignIdx } = await pushing('Rejected')
  await activated(service, campaign)
  review(retailCampaignIdx, index => (index === 0 ? 'rejected' : 'approved'))
  const examine = await becomes(campaign, 'EXAMINE')
  assert.match(examine.message, /rejected 1 tag: Small/)
})

test('tags that the DSP refuses are counted; none at all make the activation FAILED', async () => {
  const one = await pushing('One refused')
  sandbox.faults.ask('creative-refused', 1)
  const published = await activated(service, one.campaign)
  assert.is(published.status, 'PUBLISHED')
  assert.match(published.message, /1 tag could not be exported/)
  review(one.retailCampaignIdx, () => 'approved')
  assert.match((await becomes(one.campaign, 'EXAMINE')).message, /1 tag could not be exported/)
  const none = await pushing('None')
  sandbox.faults.ask('creative-refused', 2)
  const failed = await activated(service, none.campaign)
  assert.is(failed.status, 'FAILED')
  assert.match(failed.message, /none of the tags/)
})

test('a cancelled export makes the activation FAILED, and the snapshot stays in use', async () => {
  const { campaign, configId, retailCampaignIdx } = await pushing('Cancelled')
  sandbox.faults.ask('internal', 200)
  await service.must('POST', `${campaign}/activate`, {})
  const wanted = { configId, svcCampaignId: retailCampaignIdx }
  await until(
    () => service.call('GET', `/svc/serverApis/dsp/alreadyProcessing?svcCampaignId=${retailCampaignIdx}`),
    ({ json }) => json.configId === configId,
  )
  await service.call('POST', '/svc/serverApis/dsp/cancelExport', wanted)
  sandbox.faults.clear()
  const failed = await becomes(campaign, 'FAILED')
  assert.match(failed.message, /cancelled/)
  assert.is(
    creativesOf(retailCampaignIdx).filter(({ input }) => input.entityStatus === 'ENTITY_STATUS_ACTIVE').length,
    0,
  )
})

test('a channel whose configuration the account lacks, or has twice, refuses activation', async () => {
  const idx = await channel('Missing')
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx: idx })
  const refused = async () => (await service.call('POST', `${campaign}/activate`, {})).json
  assert.is((await refused()).code, 'dsp-configuration-missing')
  await configure('Missing')
  const other = { dspPartnerId: 1001, dspAdvertiserId: Number(sandbox.advertisers[1]?.advertiserId) }
  await service.must('POST', configurations, { ...other, dspAdvertiserName: 'Second', configName: 'Missing' })
  const twice = await refused()
  assert.is(twice.code, 'dsp-configuration-missing')
  assert.match(twice.detail, /has 2 of this name/)
})

test('a channel pushes only tags, and stops when its configuration name is emptied', async () => {
  const settings = { tagGeneration: false, creativeGeneration: true, dspConfigName: 'Spring' }
  const body = { name: 'Pictures', adServerId: 'dsp1', type: 'Off-site', activationConfiguration: settings }
  const refused = await service.call('POST', channels, body)
  assert.equal([refused.status, refused.json.errors[0].pointer], [400, '/activationConfiguration/dspConfigName'])
  const idx = await channel('Spring')
  const info = async () => (await service.must('GET', `${channels}/${idx}`)).mediaChannelInfo.activationConfiguration
  assert.is((await info()).dspConfigName, 'Spring')
  await service.must('PUT', `${channels}/${idx}`, { activationConfiguration: { dspConfigName: '' } })
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx: idx })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
})

test.run()
