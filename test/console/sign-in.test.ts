import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { account, adminKey, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: sign-in')
let service: Service
let browser: Browser
test.before(async () => {
  service = await startService()
  await provision(service)
  await campaignWith(service, ['one'])
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
})

test('a key opens the console and is kept only in memory', async () => {
  const { page, requests, complaints } = await openConsole(browser, service)
  const field = page.getByLabel('API key')
  assert.is(await field.getAttribute('type'), 'password')
  assert.is(await field.getAttribute('autocomplete'), 'off')
  await signIn(page)
  await page.getByRole('link', { name: 'Spring' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.getByText('The creative “one” was added.').waitFor()
  const traces = await page.evaluate(async () => ({
    stored: [
      localStorage.length,
      sessionStorage.length,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
    ],
    cookie: document.cookie,
    address: location.href,
    history: JSON.stringify(history.state),
    markup: document.documentElement.outerHTML,
    fields: [...document.querySelectorAll('input')].map(input => input.value),
  }))
  assert.equal(traces.stored, [0, 0, 0, 0])
  assert.is(traces.cookie, '')
  assert.equal(await page.context().cookies(), [])
  assert.not.match(JSON.stringify(traces), adminKey)
  assert.not.match(requests.join('\n'), adminKey)
  const own = ['/console', account, '/previews/acme/', '/v2/status'].map(path => service.url + path)
  assert.equal(
    requests.filter(url => !own.some(start => url.startsWith(start))),
    [],
    'no request goes to another URL',
  )
  assert.equal(complaints, [])
  await page.reload()
  await page.getByLabel('API key').waitFor()
  assert.is(await page.getByLabel('API key').inputValue(), '')
  await page.context().close()
})

test('a wrong key shows an error; the right key then opens the console', async () => {
  const { page } = await openConsole(browser, service)
  for (const wrong of ['nonsense', 'schlüssel', await keyWith(service, ['Campaigns_View']).then(k => `${k}x`)]) {
    await signIn(page, wrong)
    await page.getByRole('alert').getByText('This key is not valid').waitFor()
    assert.is(await page.getByLabel('API key').inputValue(), '', 'the field is cleared')
  }
  await signIn(page, await keyWith(service, ['Campaigns_View']), 'another')
  await page.getByRole('alert').getByText('This key has no access to the account another.').waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
  await page.context().close()
})

test('who enters the name of an account is asked for its id', async () => {
  const { page } = await openConsole(browser, service)
  for (const name of ['Fernhollow UK', '..']) {
    await signIn(page, undefined, name)
    await page.getByRole('alert').getByText('Enter the id of the account: letters, digits, - and _.').waitFor()
  }
  await signIn(page)
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
  await page.context().close()
})

test('revoking the key returns to the sign-in form', async () => {
  const { apiKey, keyId } = await service.must('POST', `${account}/api-keys`, {
    owner: 'x',
    permissions: ['Campaigns_View'],
  })
  const { page } = await openConsole(browser, service)
  await signIn(page, apiKey)
  await page.getByRole('link', { name: 'Spring' }).waitFor()
  await service.call('DELETE', `${account}/api-keys/${keyId}`)
  await until(
    () => service.call('GET', `${account}/retail-campaigns`, undefined, { key: apiKey }),
    answered => answered.status === 401,
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('alert').getByText('This key is no longer valid.').waitFor()
  assert.not.ok(await page.getByText('Spring').isVisible())
  await page.context().close()
})

test('a campaign URL opens the campaign after sign-in, by keyboard alone', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await page.keyboard.type('acme')
  await page.keyboard.press('Tab')
  await page.keyboard.type(adminKey)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  assert.is(await page.evaluate(() => document.activeElement?.tagName), 'H1')
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByLabel('API key').waitFor()
  assert.not.ok(await page.getByText('Spring').isVisible())
  await page.context().close()
})

test('serves only the listed files, with a policy that allows only own scripts', async () => {
  const page = await service.call('GET', '/console', undefined, { key: undefined })
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(part), part)
  assert.not.match(policy, 'unsafe')
  for (const path of ['/console/page.html', '/console/..%2Fconsole-rows.ts', '/console/constructor'])
    assert.is((await service.call('GET', path, undefined, { key: undefined })).status, 404, path)
})

test.run()
