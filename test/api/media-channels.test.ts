import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { numberOf } from '../support/service/dsp-exports.ts'
import { filtered, filteredByEachField } from '../support/service/filtered-lists.ts'
import {
  account,
  activated,
  campaignWith,
  provision,
  type Sent,
  type Service,
  startService,
} from '../support/service/service.ts'

const test = suite('media channels')
let service: Service
const org = '/v2/org/org1/retail-media-channels'
const templateList = `${account}/template-campaigns/1/retail-media-channels`
const body = (more: object = {}) => ({
  name: 'Audience network',
  adServerId: 'dsp1',
  type: 'Off-site',
  activationConfiguration: { tagGeneration: true, creativeGeneration: false },
  ...more,
})
const createChannel = async (more: object = {}): Promise<number> => (await service.must('POST', org, body(more))).idx
const info = async (idx: number) => (await service.must('GET', `${org}/${idx}`)).mediaChannelInfo
// biome-ignore lint/suspicious/noExplicitAny: an item of a list
type Item = any
const itemOf = async (path: string, idx: number): Promise<Item> =>
  (await service.must('GET', `${path}?limit=500`)).mediaChannels.find((c: Item) => c.idx === idx)

/** Deletes a channel once the views have caught up: whether it is in use is not known before (read-models-behind). */
const remove = async (idx: number, sent: Sent = {}) => {
  await service.must('GET', org)
  return service.call('DELETE', `${org}/${idx}`, undefined, sent)
}

test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

test('a new channel is Enabled; its settings are sent as an object, listed as a JSON string, and an object in its configuration', async () => {
  const settings = { seat: '4711', nested: { n: [1, null] } }
  const idx = await createChannel({ additionalConfiguration: settings })
  const { updatedTime, ...shown } = await info(idx)
  assert.equal(shown, { idx, ...body(), status: 'Enabled', additionalConfiguration: settings })
  assert.match(updatedTime, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.equal(await itemOf(org, idx), {
    idx,
    name: 'Audience network',
    adServerId: 'dsp1',
    adServerName: 'DSP',
    status: 'Enabled',
    type: 'Off-site',
    logoUrl: null,
    additionalConfiguration: JSON.stringify(settings),
  })
  const plain = await createChannel()
  assert.is((await itemOf(org, plain)).additionalConfiguration, null)
  assert.equal((await info(plain)).additionalConfiguration, {})
})

test('a page has 25 channels by default, and gives the total twice', async () => {
  for (let i = 0; i < 26; i++) await createChannel({ name: `Filler ${i}` })
  const first = await service.must('GET', org)
  assert.is(first.mediaChannels.length, 25)
  assert.ok(first.total > 25)
  assert.is(first.count, first.total)
  assert.is(first.previous, null)
  const second = await service.must('GET', `${org}?next=${encodeURIComponent(first.next)}`)
  assert.is(second.mediaChannels[0].idx > first.mediaChannels[24].idx, true)
  const template = await service.must('GET', templateList)
  assert.equal([template.mediaChannels.length, template.total], [25, undefined])
  assert.is(template.count, first.total)
  const offset = await service.must('GET', `${org}?offset=24&limit=1`)
  assert.is(offset.mediaChannels[0].idx, first.mediaChannels[24].idx)
  const named = await service.must('GET', `${org}?filters=name=Filler 3&fields=idx,name`)
  assert.equal(Object.keys(named.mediaChannels[0]), ['idx', 'name'])
})

test('an update merges into the stored channel; Active and Inactive mean Enabled and Disabled', async () => {
  const idx = await createChannel({ additionalConfiguration: { a: 1, b: { c: 2, d: 3 } } })
  const update = (json: object) => service.must('PUT', `${org}/${idx}`, json)
  await update({ status: 'Inactive' })
  assert.is((await info(idx)).status, 'Disabled')
  await update({ status: 'Active', activationConfiguration: { creativeGeneration: true } })
  await update({ additionalConfiguration: { b: { c: null, e: 4 } }, idx: 99, name: 'Not changed' })
  const { updatedTime: _, ...shown } = await info(idx)
  assert.equal(shown, {
    idx,
    ...body({ activationConfiguration: { tagGeneration: true, creativeGeneration: true } }),
    status: 'Enabled',
    additionalConfiguration: { a: 1, b: { d: 3, e: 4 } },
  })
  const before = (await service.call('GET', `${org}/${idx}`)).headers.get('etag')
  assert.match((await update({ status: 'Enabled' })).message, /already/)
  assert.match((await service.must('PUT', `${org}/${idx}`)).message, /already/)
  assert.is((await service.call('GET', `${org}/${idx}`)).headers.get('etag'), before)
})

test('secrets are masked in every response, and no file of the service contains them', async () => {
  const secret = 'sEcReT-0123456789-of-the-test'
  const apiSECRET = { inner: `${secret}-object` }
  const idx = await createChannel({
    additionalConfiguration: { accessKey: secret, list: [{ refreshToken: secret }], apiSECRET },
  })
  await service.must('PUT', `${org}/${idx}`, { additionalConfiguration: { deep: { userPassword: `${secret}-2` } } })
  const masked = {
    accessKey: '********',
    list: [{ refreshToken: '********' }],
    apiSECRET: '********',
    deep: { userPassword: '********' },
  }
  assert.equal((await info(idx)).additionalConfiguration, masked)
  assert.equal(JSON.parse((await itemOf(org, idx)).additionalConfiguration), masked)
  assert.equal(JSON.parse((await itemOf(templateList, idx)).additionalConfiguration), masked)
  for (const name of ['log.db', 'log.db-wal', 'views.db', 'views.db-wal']) {
    const content = await readFile(join(service.dataDir, name)).catch(() => Buffer.alloc(0))
    assert.not.ok(content.includes(secret), `${name} holds the secret`)
  }
})

test('a response can be sent back: masks keep their secrets, and the same secret again changes nothing', async () => {
  const idx = await createChannel({ additionalConfiguration: { accessKey: 'one', region: 'eu' } })
  const put = async (additionalConfiguration: object) =>
    (await service.must('PUT', `${org}/${idx}`, { additionalConfiguration })).message
  assert.match(await put((await info(idx)).additionalConfiguration), /already/)
  assert.match(await put({ accessKey: 'one' }), /already/)
  assert.match(await put({ accessKey: 'two' }), /updated/)
  assert.match(await put({ accessKey: 'two' }), /already/)
  assert.match(await put({ accessKey: null }), /updated/)
  assert.equal((await info(idx)).additionalConfiguration, { region: 'eu' })
})

test('secrets of concurrent updates are all stored', async () => {
  const idx = await createChannel({ additionalConfiguration: { aKey: 'a' } })
  const names = Array.from({ length: 8 }, (_, i) => `n${i}Key`)
  const answers = await Promise.all(
    names.map(name => service.call('PUT', `${org}/${idx}`, { additionalConfiguration: { [name]: name } })),
  )
  for (const { status, text } of answers) assert.is(status, 200, text)
  const after = (await info(idx)).additionalConfiguration
  assert.equal(Object.keys(after).sort(), ['aKey', ...names])
  assert.match((await service.must('PUT', `${org}/${idx}`, { additionalConfiguration: after })).message, /already/)
})

test('a logo comes from the asset library of an account of the organisation', async () => {
  const form = new FormData()
  form.set('path', 'brand/logo one.png')
  form.set('file', new Blob(['picture']), 'logo.png')
  assert.is((await service.call('POST', `${account}/assets`, undefined, { body: form })).status, 200)
  const idx = await createChannel({ logoPath: 'brand/logo one.png' })
  const { logoUrl } = await itemOf(org, idx)
  assert.is(logoUrl, `${service.url}/assets/acme/brand/logo%20one.png`)
  assert.is((await service.call('GET', logoUrl, undefined, { key: undefined })).text, 'picture')
  const later = await createChannel()
  await service.must('PUT', `${org}/${later}`, { logoPath: 'brand/logo one.png' })
  assert.is((await itemOf(templateList, later)).logoUrl, logoUrl)
})

test('the list of a template shows which channels its campaigns use, including deleted ones', async () => {
  const [used, unused, gone] = [await createChannel(), await createChannel(), await createChannel()]
  await campaignWith(service, [], { mediaChannelIdx: used })
  assert.is((await remove(gone)).status, 200)
  assert.is((await itemOf(templateList, used)).isUtilized, true)
  assert.equal((await itemOf(templateList, unused)).activationConfiguration, body().activationConfiguration)
  assert.is((await itemOf(templateList, unused)).isUtilized, false)
  assert.is((await itemOf(templateList, gone)).status, 'Deleted')
  const shown = await filteredByEachField(service, templateList, 'mediaChannels')
  for (const field of ['isUtilized', 'adServerName', 'additionalConfiguration']) assert.ok(shown.includes(field), field)
  assert.equal(
    (await filtered(service, templateList, 'isUtilized<>false')).mediaChannels.map((c: { idx: number }) => c.idx),
    [used],
  )
  assert.is(await itemOf(org, gone), undefined)
  assert.is((await service.call('GET', `${org}/${gone}`)).status, 404)
  assert.is((await service.call('PUT', `${org}/${gone}`, { status: 'Active' })).status, 404)
  assert.is((await remove(gone)).status, 404)
})

test('a template that names channels is available on those only', async () => {
  const [one, other] = [await createChannel(), await createChannel()]
  const adUnits = [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html: '<p>{{headline}}</p>' }]
  const template = { templateCampaignName: 'Narrow', adUnits, mediaChannelIdxs: [one] }
  await service.must('PUT', `${account}/template-campaigns/7`, template)
  const list = await service.must('GET', `${account}/template-campaigns/7/retail-media-channels`)
  assert.equal(
    list.mediaChannels.map((c: Item) => c.idx),
    [one],
    `without ${other}`,
  )
})

test('an on-site ad server has its address and key, others have an empty object', async () => {
  const server = { name: 'Own', type: 'On-site', apiEndpoint: 'https://ads.example.com/api', apiKey: 'k-123' }
  await service.must('PUT', '/v2/org/org1/ad-servers/own', server)
  const path = (id: string) => `/v2/org/org1/retail-media-channel/${id}`
  const answered = await service.call('GET', path('own'))
  assert.equal(answered.json, { apiEndpoint: 'https://ads.example.com/api', apiKey: 'k-123' })
  assert.is(answered.headers.get('cache-control'), 'no-store')
  assert.equal(await service.must('GET', path('dsp1')), {})
  assert.is((await service.call('GET', path('nowhere'))).status, 404)
})

test('a channel that a running campaign names or was activated with cannot be deleted', async () => {
  const [idx, other] = [await createChannel(), await createChannel()]
  const campaign = await campaignWith(service, ['one'], { mediaChannelIdx: idx })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const refused = await remove(idx)
  assert.equal([refused.status, refused.json.code], [409, 'media-channel-in-use'])
  assert.is(refused.json.retailCampaignIdx, numberOf(campaign))
  await service.must('PUT', '/v2/accounts/acme2', { name: 'Acme 2', orgId: 'org1' })
  const grant = { owner: 'x', permissions: ['MediaChannel_All'], organisations: ['org1'] }
  const { apiKey: key } = await service.must('POST', '/v2/accounts/acme2/api-keys', grant)
  const hidden = await remove(idx, { key })
  assert.equal(
    [hidden.json.code, hidden.json.retailCampaignIdx],
    ['media-channel-in-use', undefined],
    'not its account',
  )
  await service.must('PUT', campaign, { mediaChannelIdx: other })
  for (const channel of [idx, other]) assert.is((await remove(channel)).status, 409)
  await service.must('POST', `${campaign}/end`)
  for (const channel of [idx, other]) assert.is((await remove(channel)).status, 200)
  const again = await remove(idx)
  assert.equal([again.status, again.json.code], [404, 'not-found'])
})

test('a stale If-Match changes and deletes nothing', async () => {
  const idx = await createChannel()
  const etag = (await service.call('GET', `${org}/${idx}`)).headers.get('etag') ?? ''
  await service.must('PUT', `${org}/${idx}`, { status: 'Disabled' })
  const stale = { headers: { 'If-Match': etag } }
  const update = { additionalConfiguration: { key: 'x' } }
  assert.is((await service.call('PUT', `${org}/${idx}`, update, stale)).json.code, 'stale')
  assert.is((await remove(idx, stale)).json.code, 'stale')
  const now = { headers: { 'If-Match': (await service.call('GET', `${org}/${idx}`)).headers.get('etag') ?? '' } }
  assert.is((await service.call('PUT', `${org}/${idx}`, update, now)).status, 200)
})

test.run()
