import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { productFeed } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('bad input')
let service: Service
let campaign: string
test.before(async () => {
  service = await startService()
  await provision(service)
  campaign = await campaignWith(service, ['one'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
})
test.after(() => service.stop())

const json = { 'content-type': 'application/json' }
const position = async () => (await service.call('GET', campaign)).headers.get('endcap-position')

/** Sends an invalid request; expects a clear problem, nothing appended and a live process. */
const refused = async (status: number, code: string, ...call: Parameters<Service['call']>) => {
  const before = await position()
  const response = await service.call(...call)
  assert.equal([response.status, response.json?.code], [status, code], response.text.slice(0, 300))
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.is(response.json.message, response.json.detail)
  assert.is(await position(), before, 'nothing was appended')
  assert.is((await service.call('GET', '/healthz', undefined, { key: undefined })).status, 200)
  return response.json
}
const creative = () => `${campaign}/creative`
/** Waits until nothing more is written about a request in the background, and the views have it all: it would move the position. */
const mailsFinished = async (requested: string): Promise<void> => {
  const stream = `approval-acme:${requested.split('/').pop()}`
  const finished = `${account}/events?filters=stream=${stream},type=ApprovalMailFinished`
  const [{ position: last }] = await until(
    async () => (await service.must('GET', finished)).events,
    events => events.length > 0,
  )
  const headers = { 'endcap-after-position': last }
  await until(
    () => service.call('GET', requested, undefined, { headers }),
    ({ status }) => status === 200,
  )
}

test('JSON that is malformed, too deep or too large', async () => {
  await refused(400, 'malformed-json', 'POST', creative(), undefined, { headers: json, body: '{"creativeName":' })
  const deep = `{"creativeName":"x","dspColumns":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
  await refused(400, 'json-too-deep', 'POST', creative(), undefined, { headers: json, body: deep })
  await refused(413, 'too-large', 'POST', creative(), undefined, {
    headers: json,
    body: JSON.stringify({ creativeName: 'x'.repeat(1_100_000) }),
  })
  await refused(415, 'unsupported-media-type', 'POST', creative(), undefined, {
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  })
})

test('every fault has a pointer', async () => {
  const problem = await refused(400, 'invalid-request', 'POST', creative(), {
    creativeName: 7,
    clickthroughUrl: 'javascript:alert(1)',
    dynamicAssets: [{ columnName: 'ok', columnValue: null }],
    service: 'MAYBE',
  })
  const pointers = problem.errors.map((e: { pointer: string }) => e.pointer)
  for (const pointer of ['/creativeName', '/clickthroughUrl', '/dynamicAssets/0/columnValue', '/service'])
    assert.ok(pointers.includes(pointer), pointers.join(' '))
})

test('names that are paths or contain control characters', async () => {
  for (const creativeName of ['.', '..', 'a\u0000b', 'a\r\nb', ''])
    await refused(400, 'invalid-request', 'POST', creative(), { creativeName })
  const long = await refused(413, 'too-large', 'POST', creative(), { creativeName: 'x'.repeat(256) })
  await refused(413, 'too-large', 'POST', creative(), { creativeName: '🌷'.repeat(256) })
  assert.is(long.errors[0].pointer, '/creativeName')
  await refused(400, 'invalid-request', 'GET', `${creative()}/${'x'.repeat(256)}`)
})

test('slashes and dots are allowed in a name', async () => {
  const creativeName = '../../etc/passwd'
  await service.must('POST', creative(), {
    creativeName,
    dynamicAssets: [{ columnName: 'headline', columnValue: 'x' }],
  })
  const { status } = await service.call('GET', `${creative()}/${encodeURIComponent(creativeName)}`)
  assert.is(status, 200)
})

test('line breaks in the requester’s name add no header to a mail', async () => {
  const asked = { userName: 'Rob', userEmail: 'rob@example.com' }
  await refused(400, 'invalid-request', 'POST', `${campaign}/approvalRequest`, {
    ...asked,
    userName: 'Rob\r\nBcc: eve@example.com',
  })
  await refused(400, 'invalid-request', 'POST', `${campaign}/approvalRequest`, {
    ...asked,
    userEmail: 'rob@example.com\r\nBcc: eve@example.com',
  })
  await refused(400, 'invalid-request', 'POST', `${campaign}/approvalRequest`, { ...asked, userName: 'Rob\u0000' })
})

test('a script in any field that a page shows stays text', async () => {
  const script = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'
  const hostile = await campaignWith(service, [], { retailCampaignName: script })
  await service.must('POST', `${hostile}/creative`, {
    creativeName: script,
    dynamicAssets: [{ columnName: 'headline', columnValue: script }],
  })
  await service.must('POST', `${hostile}/approvalRequest`, { userName: script, userEmail: 'rob@example.com' })
  const mails = await until(service.mails, all =>
    all.some(m => m.name.startsWith(`approval-acme-${hostile.split('/').pop()}-`)),
  )
  const mail = mails.find(m => m.name.startsWith(`approval-acme-${hostile.split('/').pop()}-`))
  const link =
    /http:\/\/[^\s"<>]+\/approvals\/[A-Za-z0-9_-]+/.exec(
      (mail?.text ?? '').replace(/=\r\n/g, '').replace(/=3D/g, '='),
    )?.[0] ?? ''
  const page = await service.call('GET', link, undefined, { key: undefined })
  assert.is(page.status, 200)
  assert.not.match(page.text, /<script|<img src=x/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  await mailsFinished(hostile)
})

test('a key in the wrong place, and no key at all', async () => {
  const query = await service.call('GET', `${campaign}?svc_apikey=abc`)
  assert.equal([query.status, query.json.code], [401, 'key-in-query'])
  assert.is((await service.call('GET', campaign, undefined, { key: undefined })).status, 401)
  assert.is((await service.call('GET', campaign, undefined, { key: 'svc_aaaaaaaa_nonsense' })).status, 401)
})

test('invalid ids, limits, fields, filters and cursors', async () => {
  await refused(400, 'invalid-request', 'GET', `${account}/retail-campaigns/abc`)
  await refused(400, 'invalid-request', 'GET', `${account}/retail-campaigns/9999999999999999999`)
  await refused(404, 'not-found', 'GET', `${account}/retail-campaigns/999999`)
  await refused(400, 'invalid-request', 'GET', `${account}/retail-campaigns?limit=501`)
  await refused(400, 'invalid-request', 'GET', `${account}/retail-campaigns?fields=nothing`)
  await refused(400, 'invalid-request', 'GET', `${campaign}/creatives?filters=nothing=1`)
  await refused(400, 'invalid-cursor', 'GET', `${account}/retail-campaigns?next=abc`)
  await refused(404, 'route-not-found', 'GET', '/v2/nothing')
  const method = await service.call('DELETE', campaign)
  assert.equal([method.status, method.headers.get('allow')], [405, 'GET, HEAD, PUT'])
})

test('refusals say what is wrong, not something near it', async () => {
  const detailOf = async (...call: Parameters<Service['call']>) => {
    const { errors, detail } = (await service.call(...call)).json
    return errors[0]?.detail ?? detail
  }
  assert.match(await detailOf('PUT', campaign, { startDate: '2026-05-01T10:00:00Z' }), 'without a time')
  assert.match(await detailOf('GET', `${account}/retail-campaigns?filters=retailCampaignName!=a`), '<>')
  assert.match(
    await detailOf('GET', `${account}/retail-campaigns?filters=retailCampaignName(in)a,b`),
    /separated by \|/,
  )
  const form = new FormData()
  form.set('path', 'icons\\home.png')
  form.set('file', new Blob(['x']), 'x')
  assert.match(await detailOf('POST', `${account}/assets`, undefined, { body: form }), 'not a backslash')
  await service.must('PUT', '/v2/accounts/bare', { name: 'Bare', orgId: 'org1' })
  assert.match(await detailOf('GET', '/v2/accounts/bare/retail-settings'), 'no retail settings yet')
})

test('a byte order mark before JSON, and a mail address with letters beyond ASCII, are accepted', async () => {
  const approvers = [{ userEmail: 'user@exämple.com' }]
  const body = `\ufeff${JSON.stringify({ approvers })}`
  const { status, text } = await service.call('PUT', `${account}/retail-settings`, undefined, { headers: json, body })
  assert.is(status, 200, text)
  assert.equal((await service.must('GET', `${account}/retail-settings`)).approvers, approvers)
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
})

test('campaign settings that name what does not exist (CAMPAIGN-13)', async () => {
  const feed = await productFeed(service)
  const body = { retailCampaignName: 'Spring', templateCampaignIdx: 1, assetSourceType: 'uploadAsset' }
  const wrong = {
    adServerId: 'nobody',
    mediaPlanId: 99,
    placements: [1, 99].map(adUnitId => ({ adUnitId, siteId: 1, placementId: 'P' })),
    trackerTypes: ['GCM', 'NOBODY'],
    rotationWeightColumn: 'weight!',
  }
  const pointers = ['/adServerId', '/mediaPlanId', '/placements/1/adUnitId', '/trackerTypes/1', '/rotationWeightColumn']
  const campaigns = `${account}/retail-campaigns`
  const pointersOf = ({ errors }: { errors: readonly { pointer: string }[] }) => errors.map(e => e.pointer)
  assert.equal(pointersOf(await refused(400, 'invalid-request', 'POST', campaigns, { ...body, ...wrong })), pointers)
  assert.equal(pointersOf(await refused(400, 'invalid-request', 'PUT', campaign, wrong)), pointers)
  const products = { ...body, assetSourceType: 'productFeed', productAssetSourceId: feed }
  const unknown = { ...products, rotationWeightColumn: 'weight' }
  const refusal = await refused(400, 'invalid-request', 'POST', campaigns, unknown)
  assert.equal(pointersOf(refusal), ['/rotationWeightColumn'])
  assert.match(refusal.detail, /must be a column of the products: .*headline/)
  const weight = { ...body, rotationWeightColumn: 'weight!' }
  assert.match((await refused(400, 'invalid-request', 'POST', campaigns, weight)).detail, /name of a column: 1 to 64/)
  await service.must('POST', campaigns, { ...products, rotationWeightColumn: 'headline' })
})

test('altered links, and library paths that leave their folder', async () => {
  const { previewUrls } = (await service.call('GET', `${campaign}/creatives`)).json.creatives[0]
  const url = previewUrls[0].url.replace(/(?<=signature=)./, (first: string) => (first === 'A' ? 'B' : 'A'))
  assert.is((await service.call('GET', url, undefined, { key: undefined })).json.code, 'link-invalid')
  for (const path of ['../x.png', 'a/../../x.png', '/abs.png', 'a//b.png', 'a\\b.png', '.', 'a/./b']) {
    const form = new FormData()
    form.set('path', path)
    form.set('file', new Blob(['x']), 'x')
    const { status } = await service.call('POST', `${account}/assets`, undefined, { body: form })
    assert.is(status, 400, path)
  }
})

test('a repeat under one Idempotency-Key has no second effect, and another body under it is refused', async () => {
  const headers = { 'Idempotency-Key': 'once-1' }
  const body = { retailCampaignName: 'Once', templateCampaignIdx: 1, assetSourceType: 'uploadAsset' }
  const first = await service.call('POST', `${account}/retail-campaigns`, body, { headers })
  const again = await service.call('POST', `${account}/retail-campaigns`, body, { headers })
  assert.equal(again.json, first.json)
  assert.is(again.headers.get('idempotency-replayed'), 'true')
  const other = await service.call(
    'POST',
    `${account}/retail-campaigns`,
    { ...body, retailCampaignName: 'Twice' },
    { headers },
  )
  assert.is(other.status, 422)
  const key = { owner: 'x', permissions: ['Campaigns_View'] }
  assert.match((await service.call('POST', `${account}/api-keys`, key, { headers })).json.apiKey, /^svc_/)
  assert.is((await service.call('POST', `${account}/api-keys`, key, { headers })).json.apiKey, null)
})

test('a revoked key stops working, and a key cannot grant rights that it lacks', async () => {
  const { apiKey, keyId } = await service.must('POST', `${account}/api-keys`, {
    owner: 'x',
    permissions: ['Account_Admin'],
  })
  const more = await service.call(
    'POST',
    `${account}/api-keys`,
    { owner: 'y', permissions: ['Campaigns_All'] },
    { key: apiKey },
  )
  assert.equal([more.status, more.json.code], [403, 'grant-exceeds-key'])
  assert.is((await service.call('GET', `${account}/api-keys`, undefined, { key: apiKey })).status, 200)
  await service.must('DELETE', `${account}/api-keys/${keyId}`)
  await until(
    () => service.call('GET', `${account}/api-keys`, undefined, { key: apiKey }),
    a => a.status === 401,
  )
})

test('a stale If-Match changes nothing', async () => {
  const { headers } = await service.call('GET', campaign)
  const etag = headers.get('etag') ?? ''
  await service.must('PUT', campaign, { ctaText: 'Shop now' })
  await refused(412, 'stale', 'PUT', campaign, { ctaText: 'Shop later' }, { headers: { 'If-Match': etag } })
})

test.run()
