import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: campaign list')
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

test('lists campaigns newest first, with status and dates, and older ones on the next page', async () => {
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

test('searches campaigns by part of their name, commas included', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page)
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await page.locator('.campaigns tbody tr').nth(1).waitFor()
  await search.fill('first, of')
  await page.locator('.campaigns tbody tr').nth(1).waitFor({ state: 'detached' })
  assert.match(await page.locator('.campaigns tbody').innerText(), 'First, of all')
  await search.fill('nowhere')
  await page.getByText('No campaigns match “nowhere”.').waitFor()
  await page.context().close()
})

test('sends no requests while no job runs', async () => {
  const { page, reads } = await openConsole(browser, service, { ownClock: true })
  await signIn(page)
  await page.getByText('Updated at').waitFor()
  const before = reads()
  await page.clock.runFor(120_000)
  assert.is(reads(), before)
  await page.context().close()
})

test('a key that may not list campaigns gets an error and can open a campaign by number', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page, await keyWith(service, ['MediaPlan_Tags_Create']))
  await page.getByText('The campaigns cannot be shown: this key lacks the permission Campaigns_View.').waitFor()
  await page.getByLabel('Campaign number').fill('21')
  await page.keyboard.press('Enter')
  await page.getByText('The campaign cannot be shown: this key lacks the permission Campaigns_View.').waitFor()
  await page.getByText('The campaign was not activated yet.').waitFor()
  await page.context().close()
})

test('after a 429 the console shows how long it waits, and waits', async () => {
  const { page, reads } = await openConsole(browser, service, { ownClock: true })
  await signIn(page)
  await page.getByText('Updated at').waitFor()
  let refused = 1
  await page.route('**/retail-campaigns?*', route =>
    refused-- > 0
      ? route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json: { code: 'rate-limited', detail: '' } })
      : route.fallback(),
  )
  const before = reads()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Resuming in 40 s.').waitFor()
  await page.clock.runFor(30_000)
  assert.is(reads(), before + 1)
  await page.clock.runFor(11_000)
  await page.getByText('Resuming in').waitFor({ state: 'hidden' })
  await until(
    async () => reads(),
    now => now > before + 1,
  )
  await page.context().close()
})

test('while the service is unreachable, the console says so and keeps the loaded data', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page)
  await page.getByRole('link', { name: 'Last' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Refresh failed.').waitFor()
  assert.ok(await page.getByRole('link', { name: 'Last' }).isVisible())
  await page.context().setOffline(false)
  await page.getByText('Refresh failed.').waitFor({ state: 'hidden' })
  await page.context().close()
})

test('a phone shows the console without horizontal scrolling', async () => {
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

test('a tablet shows all columns of the list without horizontal scrolling, and the sections as whole words', async () => {
  const { page } = await openConsole(browser, service)
  await signIn(page)
  await page.getByRole('link', { name: 'Last' }).waitFor()
  const sections = page.locator('.sections a')
  await sections.getByText('Service').waitFor()
  for (const width of [705, 744, 768, 820, 1024]) {
    await page.setViewportSize({ width, height: 1000 })
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    const lines = await sections.evaluateAll(links =>
      links.map(({ firstChild }) => {
        const range = new Range()
        range.selectNodeContents(firstChild as Text)
        return range.getClientRects().length
      }),
    )
    assert.equal({ tooWide, lines }, { tooWide: 0, lines: [1, 1, 1, 1, 1, 1] }, `${width} px`)
  }
  await page.context().close()
})

test.run()
