import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('the console’s campaigns')
let service: Service
let browser: Browser
test.before(async () => {
  service = await startService()
  await provision(service)
  await campaignWith(service, [], { retailCampaignName: 'First, of all' })
  for (let i = 2; i <= 20; i++) await campaignWith(service, [], { retailCampaignName: `Campaign of ${i}` })
  await campaignWith(service, ['one'], {
    retailCampaignName: 'Last',
    startDate: '2026-03-01',
    endDate: '2031-04-15',
  })
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
})

test('the newest campaigns stand first, with status and dates, and older ones on the next page', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page)
  const rows = page.locator('.campaigns tbody tr')
  await rows.first().waitFor()
  assert.is(await rows.count(), 20)
  assert.match(await rows.first().innerText(), /21\s+Last\s+Draft\s+Approved\s+1 Mar 2026 – 15 Apr 2031/)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByRole('link', { name: 'First, of all' }).waitFor()
  assert.is(await rows.count(), 1)
  await page.getByRole('link', { name: 'First, of all' }).click()
  await page.getByRole('heading', { name: 'First, of all' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'First, of all' }).waitFor()
  await page.getByRole('button', { name: 'Newer' }).click()
  await page.getByRole('link', { name: 'Last' }).waitFor()
  await page.context().close()
})

test('campaigns are found by a part of their name, commas and all', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page)
  const search = page.getByRole('searchbox', { name: 'Find by name' })
  await search.fill('first, of')
  await page.locator('.campaigns tbody tr').nth(1).waitFor({ state: 'detached' })
  assert.match(await page.locator('.campaigns tbody').innerText(), 'First, of all')
  await search.fill('nowhere')
  await page.getByText('No campaign has “nowhere” in its name.').waitFor()
  await page.context().close()
})

test('while nothing runs, nothing is asked for', async () => {
  const { page, reads } = await openConsole(browser, service, { ownClock: true })
  await signIn(page)
  await page.getByText('Read at').waitFor()
  const before = reads()
  await page.clock.runFor(120_000)
  assert.is(reads(), before)
  await page.context().close()
})

test('a key that may not list says so, and opens a campaign by its number', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page, await keyWith(service, ['MediaPlan_Tags_Create']))
  await page.getByText('The campaigns cannot be shown: this key lacks the permission Campaigns_View.').waitFor()
  await page.getByLabel('Number of a campaign').fill('21')
  await page.keyboard.press('Enter')
  await page.getByText('What the campaign is cannot be shown: this key lacks the permission Campaigns_View.').waitFor()
  await page.getByText('The campaign was not activated yet.').waitFor()
  await page.context().close()
})

test('too many requests: the console says for how long it waits, and waits', async () => {
  const { page, reads } = await openConsole(browser, service, { ownClock: true })
  await signIn(page)
  await page.getByText('Read at').waitFor()
  let refused = 1
  await page.route('**/retail-campaigns?*', route =>
    refused-- > 0
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json: { code: 'rate-limited', detail: '' } })
      : route.fallback(),
  )
  const before = reads()
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('Reading goes on in 40 s.').waitFor()
  await page.clock.runFor(30_000)
  assert.is(reads(), before + 1)
  await page.clock.runFor(11_000)
  await page.getByText('Reading goes on').waitFor({ state: 'hidden' })
  await until(
    async () => reads(),
    now => now > before + 1,
  )
  await page.context().close()
})

test('a service that is away is said to be away; what was read stays', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page)
  await page.getByRole('link', { name: 'Last' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('This could not be read again.').waitFor()
  assert.ok(await page.getByRole('link', { name: 'Last' }).isVisible())
  await page.context().setOffline(false)
  await page.getByText('This could not be read again.').waitFor({ state: 'hidden' })
  await page.context().close()
})

test('on a phone nothing is cut off at the side', async () => {
  const { page } = await openConsole(browser, service, { viewport: { width: 360, height: 740 } })
  await signIn(page)
  await page.getByRole('link', { name: 'Last' }).waitFor()
  const isCut = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.not.ok(await isCut())
  await page.getByRole('link', { name: 'Last' }).click()
  await page.getByText('The creative “one” was added.').waitFor()
  assert.not.ok(await isCut())
  await page.context().close()
})

test.run()
