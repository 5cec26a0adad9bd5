import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { provision, type Service, startService } from '../support/service/service.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: the page of operators')
let service: Service
let browser: Browser
test.before(async () => {
  service = await startService()
  await provision(service)
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
})

const hash = '#/service'
const entry = (page: Page) => page.getByRole('link', { name: 'Service', exact: true })
/** The status of the service with other members. */
const answering = (page: Page, more: object) =>
  page.route('**/v2/status', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...more } })
  })

test('an operator sees nodes, views, processes and sizes', async () => {
  const { page, complaints } = await openConsole(browser, service)
  await signIn(page)
  await entry(page).click()
  await page.getByText('Nothing needs an operator.').waitFor()
  const nodes = page.locator('.nodes tbody tr')
  assert.is(await nodes.count(), 1)
  const { json } = await service.call('GET', '/v2/status')
  assert.match(await nodes.innerText(), new RegExp(`^${json.nodes[0].worker.slice(0, 8)}\\s+Ready`))
  assert.match(await nodes.innerText(), / ago\s+the views\s+0 B$/)
  const all = json.views.length
  await page.getByText(`${all} of ${all} are current`).click()
  await page.locator('[data-view="retail-campaigns"]').getByText('Current').waitFor()
  assert.match(await page.locator('.facts').innerText(), /Log\s+[\d.]+ [kM]B\s+Views\s+[\d.]+ [kM]B/)
  assert.is(await entry(page).getAttribute('aria-current'), 'page')
  assert.equal(complaints, [])
  await page.context().close()
})

test('what needs an operator is said with what to do', async () => {
  const damaged = 'a document of the view creatives cannot be read'
  const view = { version: 1, lag: 12, built: null }
  const views = [
    { ...view, name: 'creatives', state: 'stopped', reason: `${damaged}; run endcap rebuild creatives` },
    { ...view, name: 'exports', state: 'stopped', reason: 'unknown <b>' },
    { ...view, name: 'queues', state: 'building', reason: null, built: 0.437 },
  ]
  const process = { process: 'exports', waiting: 1, scheduled: 0, running: 0, failed: 2, oldestDueSeconds: 7300 }
  const { page } = await openConsole(browser, service, { hash, viewport: { width: 390, height: 844 } })
  await answering(page, { views, processes: [process] })
  await signIn(page)
  const notices = page.locator('.notices > li')
  await notices.first().waitFor()
  const [first = '', second = '', third = ''] = await notices.allInnerTexts()
  assert.match(first, `The view creatives has stopped: ${damaged}. What it shows is 12 positions of the log old.`)
  assert.match(first, 'Run endcap rebuild creatives. The nodes may run meanwhile')
  assert.match(second, /unknown <b>\.[\s\S]+install one that can and restart; else run endcap rebuild exports\./)
  assert.match(third, 'A job of exports has been due for 2 hours, and no worker takes it.')
  const built = page.getByRole('progressbar', { name: 'Build of queues' })
  assert.is(await built.getAttribute('aria-valuenow'), '43')
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await page.context().close()
})

test('the page is read every five seconds, and not while it is hidden', async () => {
  const { page, requests } = await openConsole(browser, service, { hash, ownClock: true })
  await signIn(page)
  await page.getByText('Updated at').waitFor()
  const reads = () => requests.filter(url => url.endsWith('/v2/status')).length
  const before = reads()
  await page.clock.runFor(4900)
  assert.is(reads(), before)
  const read = page.waitForRequest('**/v2/status')
  await page.clock.runFor(200)
  await read
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  const shown = reads()
  await page.clock.runFor(60_000)
  assert.is(reads(), shown)
  await page.context().close()
})

test('a key of an account does not see the entry, and its address says why', async () => {
  const { page, complaints } = await openConsole(browser, service)
  const answered = page.waitForResponse('**/v2/status')
  await signIn(page, await keyWith(service, ['Account_Admin', 'Campaigns_View']))
  assert.is((await answered).status(), 403)
  await page.getByText('This account has no campaigns yet.').waitFor()
  assert.not.ok(await entry(page).isVisible())
  await page.evaluate(to => {
    location.hash = to
  }, hash)
  await page.getByText(/The status of the service cannot be shown: .*ADMIN_API_KEY/).waitFor()
  assert.equal(complaints, [])
  await page.context().close()
})

test.run()
