import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { saveCreative } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('versions, positions and the documentation page')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, undefined, { headers })
const put = (path: string, body: object, headers: Record<string, string> = {}) =>
  service.call('PUT', path, body, { headers })

test('an object has a version and is not sent again to a client that has it (HTTP-23)', async () => {
  for (const path of [account, '/v2/org/org1', `${account}/template-campaigns/1`]) {
    const etag = (await get(path)).headers.get('etag') ?? ''
    assert.match(etag, /^"\d+"$/, path)
    assert.is((await get(path, { 'if-none-match': etag })).status, 304, path)
  }
  // one that also shows what other streams say has a version, and is sent again
  const campaign = await campaignWith(service, [])
  const etag = (await get(campaign)).headers.get('etag') ?? ''
  assert.is((await get(campaign, { 'if-none-match': etag })).status, 200)
})

test('the second of two changes to the same version is refused and overwrites nothing (HTTP-23)', async () => {
  const campaign = await campaignWith(service, [])
  const etag = (await get(campaign)).headers.get('etag') ?? ''
  const first = await put(campaign, { retailCampaignName: 'First' }, { 'if-match': etag })
  assert.is(first.status, 200)
  const second = await put(campaign, { retailCampaignName: 'Second' }, { 'if-match': etag })
  assert.equal([second.status, second.json.code], [412, 'stale'])
  assert.is((await get(campaign)).json.retailCampaignName, 'First')
  const now = first.headers.get('etag') ?? ''
  assert.is((await get(campaign)).headers.get('etag'), now, 'a write returns the version that it created')
  assert.is((await put(campaign, { retailCampaignName: 'Second' }, { 'if-match': now })).status, 200)
})

test('saving a creative does not change the version of the campaign itself (HTTP-23)', async () => {
  const campaign = await campaignWith(service, [])
  const etag = (await get(campaign)).headers.get('etag')
  await saveCreative(service, campaign, 'one', 'One')
  assert.is((await get(campaign)).headers.get('etag'), etag)
})

test('settings that are replaced as a whole support If-Match too (HTTP-23)', async () => {
  const path = `${account}/retail-settings`
  const settings = (userEmail: string) => ({ approvers: [{ userEmail }], allApproversRequired: false })
  const etag = (await put(path, settings('ann@example.com'))).headers.get('etag') ?? ''
  assert.is((await put(path, settings('bob@example.com'), { 'if-match': etag })).status, 200)
  assert.is((await put(path, settings('cyd@example.com'), { 'if-match': etag })).status, 412)
  await put(path, { approvers: [], allApproversRequired: false })
})

test('ten writers with If-Match on one version: one wins (HTTP-23)', async () => {
  const campaign = await campaignWith(service, [])
  const etag = (await get(campaign)).headers.get('etag') ?? ''
  const names = Array.from({ length: 10 }, (_, i) => `Name ${i}`)
  const answers = await Promise.all(
    names.map(name => put(campaign, { retailCampaignName: name }, { 'if-match': etag })),
  )
  assert.equal(answers.map(a => a.status).sort(), [200, ...Array.from({ length: 9 }, () => 412)])
})

test('every response has its position, and a read after that position sees the write (HTTP-24)', async () => {
  const campaign = await campaignWith(service, [])
  for (let n = 0; n < 20; n++) {
    const written = await put(campaign, { retailCampaignName: `Name ${n}` })
    const position = written.headers.get('endcap-position') ?? ''
    assert.match(position, /^\d+$/)
    const read = await get(campaign, { 'endcap-after-position': position })
    assert.is(read.json.retailCampaignName, `Name ${n}`)
    assert.ok(BigInt(read.headers.get('endcap-position') ?? 0) >= BigInt(position))
  }
})

test('a position that is invalid or beyond the log returns 400 (HTTP-24)', async () => {
  const campaign = await campaignWith(service, [])
  for (const position of ['-1', 'x', '1.5', '9'.repeat(20), '9'.repeat(18), '9000000000'])
    assert.is((await get(campaign, { 'endcap-after-position': position })).json.code, 'invalid-position', position)
})

test('a person finds an operation in /docs, enters a key and tries it, without the internet', async () => {
  const campaign = await campaignWith(service, ['one'])
  const permissions = ['MediaPlan_Tags_Create']
  const { apiKey } = await service.must('POST', `${account}/api-keys`, { owner: 'ann', permissions })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    // far more than a busy machine needs
    page.setDefaultTimeout(180_000)
    const complaints: string[] = []
    const elsewhere: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    page.on('request', r => {
      if (!r.url().startsWith(service.url) && !r.url().startsWith('data:')) elsewhere.push(r.url())
    })
    await page.goto(`${service.url}/docs`)
    await page.click('button.authorize')
    await page.fill('.auth-container input', apiKey)
    await page.click('.auth-btn-wrapper .authorize')
    await page.click('.btn-done')
    await page.click('#operations-tag-Activation')
    const operation = page.locator('#operations-Activation-getActivationStatus')
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('.try-out__btn').click()
    const inputs = operation.locator('tr[data-param-in=path] input')
    await inputs.nth(0).fill('acme')
    await inputs.nth(1).fill(campaign.split('/').pop() ?? '')
    await operation.locator('.execute').click()
    const answer = operation.locator('.live-responses-table > tbody')
    await answer.waitFor()
    assert.match((await answer.textContent()) ?? '', '"DRAFT"')
    assert.equal([complaints, elsewhere], [[], []])
  } finally {
    await browser.close()
  }
})

test.run()
