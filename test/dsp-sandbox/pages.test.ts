import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { mustDo, type StartedDsp, startDsp, tagOf } from '../support/servers/dsp.ts'
import { servePages } from '../support/servers/page-server.ts'

type Given = { browser: Browser; started: StartedDsp; endcap: Awaited<ReturnType<typeof servePages>>; page: Page }
const test = suite<Given>('pages of the DSP sandbox in a browser')
const codeVerifier = 'v'.repeat(64)

test.before(async given => {
  given.browser = await launchBrowser()
  given.endcap = await servePages((hit, base) =>
    // the callback leads on, as that of Endcap does
    hit.path === '/callback'
      ? { status: 302, headers: { location: `${base}/done?${hit.query}` } }
      : { body: '<h1>Back</h1>' },
  )
})
test.before.each(async given => {
  given.started = await startDsp()
  given.page = await given.browser.newPage()
  // far more than a busy machine needs
  given.page.setDefaultTimeout(180_000)
})
test.after.each(async given => {
  await given.page.close()
  await given.started.stop()
})
test.after(async given => {
  await given.browser?.close()
  await given.endcap?.close()
})

const consentUrl = async ({ started, endcap }: Given): Promise<string> =>
  mustDo(await started.dsp.authorizationUrl({ state: 's <1>', codeVerifier, redirectUri: `${endcap.base}/callback` }))

test('Approve leads back with a code that gives tokens', async given => {
  const { page, started, endcap } = given
  await page.goto(await consentUrl(given))
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(`${endcap.base}/done?**`)
  const back = new URL(page.url()).searchParams
  assert.equal([back.get('state'), back.get('iss')], ['s <1>', started.sandbox.url])
  const redirectUri = `${endcap.base}/callback`
  mustDo(await started.dsp.exchangeCode(back.get('code') ?? '', { codeVerifier, redirectUri }))
})

test('Refuse leads back with the reason', async given => {
  const { page, endcap } = given
  await page.goto(await consentUrl(given))
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL(`${endcap.base}/done?**`)
  const back = new URL(page.url()).searchParams
  assert.equal([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, 's <1>'])
})

test('a request that the DSP would not send back shows why', async given => {
  const wrong: readonly (readonly [name: string, value: string, shown: RegExp])[] = [
    ['client_id', 'stranger', /invalid_client/],
    ['redirect_uri', 'javascript:alert(1)', /redirect_uri_mismatch/],
    ['response_type', 'token', /unsupported_response_type/],
    ['scope', 'openid', /invalid_scope/],
    ['code_challenge_method', 'plain', /invalid_request/],
  ]
  for (const [name, value, shown] of wrong) {
    const url = new URL(await consentUrl(given))
    url.searchParams.set(name, value)
    const answer = await given.page.goto(url.href)
    assert.is(answer?.status(), 400)
    assert.match((await given.page.textContent('main')) ?? '', shown)
  }
})

test('what arrived is shown, and tags are text that never runs', async given => {
  const { page, started } = given
  const { dsp, access, advertiserId, sandbox } = started
  const html = '</pre><script>document.title = "ran"</script><img src=x onerror="document.title = 1">'
  const name = '<b onclick=alert(1)>Spring</b>'
  mustDo(await dsp.createCreative(access, advertiserId, tagOf('"><i>id', { name, content: { kind: 'html', html } })))
  await page.goto(sandbox.url)
  assert.is(await page.title(), 'DSP sandbox')
  assert.is(await page.locator('article pre').textContent(), html)
  assert.is(await page.locator('article h3').textContent(), name)
  assert.equal([await page.locator('script').count(), await page.locator('img, i, b').count()], [0, 0])
})

test('a fault is asked for by the form, and happens', async given => {
  const { page, started } = given
  const { dsp, access, advertiserId, sandbox } = started
  await page.goto(sandbox.url)
  await page.locator('select').selectOption('creative-refused')
  await page.getByRole('button', { name: 'Ask for it' }).click()
  await page.getByText('Refuse a new creative with 400: 1 more time').waitFor()
  const refused = await dsp.createCreative(access, advertiserId, tagOf('a'))
  assert.is('code' in refused && refused.code, 'refused')
})

test('a reviewer decides, and the DSP says so', async given => {
  const { page, started } = given
  const { dsp, access, advertiserId, sandbox } = started
  const { creativeId } = mustDo(await dsp.createCreative(access, advertiserId, tagOf('a')))
  await page.goto(sandbox.url)
  await page.locator('article').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('rejected not servable').waitFor()
  assert.is(mustDo(await dsp.getCreative(access, advertiserId, creativeId)).review, 'rejected')
})

test('scripts ask for the same, other sites do not', async given => {
  const { sandbox, dsp, access, tokens, advertiserId } = given.started
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const fault = { kind: 'internal', times: 1 }
  assert.is((await post('/sandbox/faults', fault, { origin: 'https://evil.test' })).status, 403)
  assert.is(sandbox.faults.left().size, 0)
  assert.is((await post('/sandbox/faults', fault)).status, 204)
  assert.is(sandbox.faults.left().get('internal'), 1)
  for (const wrong of [{ kind: 'constructor' }, { kind: 'internal', times: 0 }, { kind: 'internal', times: 1001 }])
    assert.is((await post('/sandbox/faults', wrong)).status, 400)
  assert.is((await post('/sandbox/reset', { what: 'faults' })).status, 204)
  assert.is(sandbox.faults.left().size, 0)
  mustDo(await dsp.createCreative(access, advertiserId, tagOf('a')))
  const listed = (await (await fetch(`${sandbox.url}/sandbox/creatives`)).json()) as { integrationCode: string }[]
  assert.equal(
    listed.map(({ integrationCode }) => integrationCode),
    ['a'],
  )
  assert.is((await post('/sandbox/reset', { what: 'consent' })).status, 204)
  assert.is(sandbox.grants.isValid(tokens.accessToken), false)
  assert.is((await post('/sandbox/reset', { what: 'creatives' })).status, 204)
  assert.is(sandbox.store.count(), 0)
  assert.is((await post('/sandbox/reset', { what: '__proto__' })).status, 400)
})

test.run()
