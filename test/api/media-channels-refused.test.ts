import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refuser, without } from '../support/given/refused.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('media channels, bad input')
let service: Service
let idx: number
const refused = refuser(() => service)
const org = '/v2/org/org1/retail-media-channels'
const good = {
  name: 'Audience network',
  adServerId: 'dsp1',
  type: 'Off-site',
  activationConfiguration: { tagGeneration: true, creativeGeneration: true },
  additionalConfiguration: { seat: '4711' },
  logoPath: 'logo.png',
}
type Fault = { readonly pointer: string }
const pointers = (problem: { errors: readonly Fault[] }) => problem.errors.map(e => e.pointer)

test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', '/v2/org/brand', { name: 'Brand', retailer: false })
  await service.must('PUT', '/v2/org/other', { name: 'Other retailer', retailer: true })
  await service.must('PUT', '/v2/org/other/ad-servers/theirs', { name: 'Theirs', type: 'Off-site' })
  const form = new FormData()
  form.set('path', 'logo.png')
  form.set('file', new Blob(['x']), 'x')
  await service.call('POST', `${account}/assets`, undefined, { body: form })
  idx = (await service.must('POST', org, good)).idx
})
test.after(() => service.stop())

const wrong: Readonly<Record<string, readonly unknown[]>> = {
  name: [null, 7, '', 'a\u0000b', ['x']],
  adServerId: [null, 7, '', 'x'.repeat(65), '../x', {}],
  type: [null, 7, '', 'off-site', 'Radio'],
  activationConfiguration: [
    null,
    'on',
    [],
    {},
    { tagGeneration: true },
    { tagGeneration: 1, creativeGeneration: true },
  ],
  additionalConfiguration: [null, 'text', 7, [1], { text: 'x'.repeat(66_000) }],
  logoPath: [null, 7, '', '../logo.png', '/logo.png', 'x'.repeat(513), 'nowhere.png'],
}

for (const [member, values] of Object.entries(wrong)) {
  test(`${member} of a new channel: missing, null, of a wrong type, too long`, async () => {
    const optional = member === 'additionalConfiguration' || member === 'logoPath'
    if (!optional) {
      const problem = await refused(400, 'invalid-request', 'POST', org, without(good, member))
      assert.ok(pointers(problem).includes(`/${member}`), pointers(problem).join(' '))
    }
    for (const value of values) {
      const problem = await refused(400, 'invalid-request', 'POST', org, { ...good, [member]: value })
      assert.ok(
        pointers(problem).every(p => p.startsWith(`/${member}`)),
        pointers(problem).join(' '),
      )
    }
  })
}

test('a name over 255 characters is too large (HTTP-20)', async () => {
  const problem = await refused(413, 'too-large', 'POST', org, { ...good, name: 'x'.repeat(256) })
  assert.equal(pointers(problem), ['/name'])
  await refused(400, 'invalid-request', 'POST', org, { ...good, name: 'x'.repeat(256), type: 'Radio' })
})

test('an update: unknown status, null, wrong types, too long', async () => {
  for (const status of [null, 7, '', 'Deleted', 'active', 'enabled'])
    await refused(400, 'invalid-request', 'PUT', `${org}/${idx}`, { status })
  for (const activationConfiguration of [null, [], { tagGeneration: 'yes' }, { creativeGeneration: null }])
    await refused(400, 'invalid-request', 'PUT', `${org}/${idx}`, { activationConfiguration })
  for (const additionalConfiguration of wrong.additionalConfiguration ?? [])
    await refused(400, 'invalid-request', 'PUT', `${org}/${idx}`, { additionalConfiguration })
  for (const logoPath of wrong.logoPath ?? [])
    await refused(400, 'invalid-request', 'PUT', `${org}/${idx}`, { logoPath })
})

test('settings that exceed their limit through several updates, and too many secrets', async () => {
  await service.must('PUT', `${org}/${idx}`, { additionalConfiguration: { a: 'x'.repeat(40_000) } })
  await refused(400, 'invalid-request', 'PUT', `${org}/${idx}`, { additionalConfiguration: { b: 'x'.repeat(40_000) } })
  const keys = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`n${i}Key`, 'x']))
  await refused(400, 'invalid-request', 'POST', org, { ...good, additionalConfiguration: keys })
})

test('a mask for a secret that is not stored', async () => {
  const problem = await refused(400, 'invalid-request', 'PUT', `${org}/${idx}`, {
    additionalConfiguration: { 'a/b': [{ apiKey: '********' }] },
  })
  assert.equal(pointers(problem), ['/additionalConfiguration/a~1b/0/apiKey'])
})

test('a member named __proto__ is an ordinary member', async () => {
  const text = `{"additionalConfiguration":{"__proto__":{"polluted":1,"apiKey":"s"},"constructor":{"prototype":{"x":1}}}}`
  const headers = { 'content-type': 'application/json' }
  const response = await service.call('PUT', `${org}/${idx}`, undefined, { headers, body: text })
  assert.ok(response.status === 200 || response.status === 400, response.text)
  assert.is(({} as { polluted?: number }).polluted, undefined)
  assert.is((await service.call('GET', `${org}/${idx}`)).status, 200)
})

test('foreign ids of organisations, ad servers, accounts and channels', async () => {
  await refused(403, 'not-a-retailer', 'POST', '/v2/org/brand/retail-media-channels', good)
  await refused(403, 'not-a-retailer', 'GET', '/v2/org/brand/retail-media-channels')
  await refused(403, 'not-a-retailer', 'GET', '/v2/org/brand/retail-media-channels/1')
  await refused(403, 'not-a-retailer', 'PUT', '/v2/org/brand/retail-media-channels/1', {})
  await refused(403, 'not-a-retailer', 'DELETE', '/v2/org/brand/retail-media-channels/1')
  await refused(403, 'not-a-retailer', 'GET', '/v2/org/brand/retail-media-channel/dsp1')
  await refused(404, 'not-found', 'POST', '/v2/org/nobody/retail-media-channels', good)
  await refused(404, 'not-found', 'GET', '/v2/org/nobody/retail-media-channels')
  const foreign = { ...good, adServerId: 'theirs' }
  assert.equal(pointers(await refused(400, 'invalid-request', 'POST', org, foreign)), ['/adServerId'])
  for (const path of [`/v2/org/other/retail-media-channels/${idx}`, `${org}/999999`]) {
    await refused(404, 'not-found', 'GET', path)
    await refused(404, 'not-found', 'PUT', path, { status: 'Disabled' })
    await refused(404, 'not-found', 'DELETE', path)
  }
  await refused(404, 'not-found', 'GET', '/v2/org/org1/retail-media-channel/theirs')
  await refused(400, 'invalid-request', 'GET', `${org}/abc`)
  await refused(400, 'invalid-request', 'DELETE', `${org}/9999999999999999999`)
  await refused(404, 'not-found', 'GET', `${account}/template-campaigns/99/retail-media-channels`)
  await refused(404, 'not-found', 'GET', '/v2/accounts/nobody/template-campaigns/1/retail-media-channels')
  for (const query of ['limit=0', 'limit=501', 'offset=-1', 'fields=secrets', 'filters=channel=1'])
    await refused(400, 'invalid-request', 'GET', `${org}?${query}`)
})

test('an account of an organisation that is not a retailer has no channels', async () => {
  await service.must('PUT', '/v2/accounts/brand-uk', { name: 'Brand UK', orgId: 'brand' })
  await refused(403, 'not-a-retailer', 'GET', '/v2/accounts/brand-uk/template-campaigns/1/retail-media-channels')
})

test('a campaign cannot name a channel that is missing, deleted or of another organisation', async () => {
  const { idx: deleted } = await service.must('POST', org, good)
  await service.must('DELETE', `${org}/${deleted}`)
  const theirs = { ...without(good, 'logoPath'), adServerId: 'theirs' }
  const { idx: foreign } = await service.must('POST', '/v2/org/other/retail-media-channels', theirs)
  const campaign = await campaignWith(service, [])
  for (const mediaChannelIdx of [999_999, deleted, foreign]) {
    const sent = { retailCampaignName: 'X', templateCampaignIdx: 1, assetSourceType: 'uploadAsset', mediaChannelIdx }
    const problem = await refused(400, 'invalid-request', 'POST', `${account}/retail-campaigns`, sent)
    assert.equal(pointers(problem), ['/mediaChannelIdx'])
    await refused(400, 'invalid-request', 'PUT', campaign, { mediaChannelIdx })
  }
})

test('a key has access only to what it was issued for', async () => {
  const issued = { owner: 'x', permissions: ['MediaPlan_All', 'Campaigns_View'], organisations: ['org1'] }
  const { apiKey: key } = await service.must('POST', `${account}/api-keys`, issued)
  await refused(403, 'permission-missing', 'GET', org, undefined, { key })
  await refused(403, 'permission-missing', 'POST', org, good, { key })
  await refused(403, 'permission-missing', 'GET', '/v2/org/org1/retail-media-channel/dsp1', undefined, { key })
  await refused(403, 'permission-missing', 'GET', `${account}/template-campaigns/1/retail-media-channels`, undefined, {
    key,
  })
  const all = { owner: 'y', permissions: ['MediaChannel_All'], organisations: ['org1'] }
  const { apiKey } = await service.must('POST', `${account}/api-keys`, all)
  await refused(403, 'organisation-not-on-key', 'GET', '/v2/org/other/retail-media-channels', undefined, {
    key: apiKey,
  })
  assert.is((await service.call('GET', org, undefined, { key: apiKey })).status, 200)
})

test.run()
