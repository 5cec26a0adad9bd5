import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { exported } from '../support/service/exported.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('the console’s page of a campaign')
let service: Service
let browser: Browser
let campaign: string
// enough facts for more than one page of the history
const creatives = Array.from({ length: 30 }, (_, i) => `creative ${i + 1}`)
test.before(async () => {
  service = await startService()
  await provision(service)
  campaign = await campaignWith(service, creatives, { startDate: '2026-03-01' })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await exported(service, campaign, 'png', '2')
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
})

test('the history tells who changed what, from what to what', async () => {
  await service.must('PUT', campaign, { ctaText: 'Buy now' })
  await service.must('PUT', campaign, { ctaText: 'x'.repeat(200) })
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const entries = page.locator('.timeline > li')
  await entries.first().waitFor()
  const [newest, before] = [entries.nth(0), entries.nth(1)]
  assert.match(await newest.innerText(), /The campaign’s ctaText changed\.\s+by admin · updateRetailCampaign/)
  assert.match(await before.innerText(), /ctaText\s+nothing\s+→\s+Buy now/)
  assert.match(await newest.locator('.from').innerText(), 'Buy now')
  const long = newest.locator('.to pre')
  assert.not.ok(await long.isVisible(), 'a long value is folded')
  await newest.locator('.to summary').press('Enter')
  assert.is(await long.innerText(), 'x'.repeat(200))
  const time = newest.locator('time')
  const { history } = (await service.call('GET', `${campaign}/history?limit=1&order=descending`)).json
  const at = new Date(history[0].at)
  assert.is(await time.innerText(), at.toLocaleTimeString('en-GB', { timeZone: 'America/New_York' }))
  assert.is(await time.getAttribute('title'), history[0].at.replace('T', ' ').replace(/\.\d+Z/, ' UTC'))
  await page.context().close()
})

test('older pages of the history lead to the beginning, newer ones back', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const pages = page.getByRole('navigation', { name: 'Pages of the history' })
  const first = page.getByText('The campaign “Spring” was created with 2 ad units.')
  const newest = page.locator('.timeline > li').filter({ hasText: 'ctaText changed' }).first()
  await newest.waitFor()
  assert.ok(await pages.getByRole('button', { name: 'Newer' }).isDisabled())
  const turned = async (way: string) => {
    const top = await page.locator('.timeline > li').first().innerText()
    await pages.getByRole('button', { name: way }).click()
    await page.waitForFunction(was => document.querySelector<HTMLElement>('.timeline > li')?.innerText !== was, top)
  }
  while (await pages.getByRole('button', { name: 'Older' }).isEnabled()) await turned('Older')
  assert.ok(await first.isVisible())
  while (await pages.getByRole('button', { name: 'Newer' }).isEnabled()) await turned('Newer')
  assert.ok(await newest.isVisible())
  await page.context().close()
})

test('a key without the right to audit is told so; all else is shown', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page, await keyWith(service, ['Campaigns_View', 'Campaigns_Create', 'MediaPlan_Tags_Create']))
  await page.getByText('The history cannot be shown: this key lacks the permission Audit_View.').waitFor()
  await page.locator('[data-export=png-2]').waitFor()
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  await page.locator('section').filter({ hasText: 'Activation' }).getByText('Active', { exact: true }).waitFor()
  await page.context().close()
})

test('approvers and what they answered are shown', async () => {
  await service.must('PUT', `${account}/retail-settings`, {
    approvers: [{ userEmail: 'ann@example.com', userName: 'Ann' }],
  })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const section = page.locator('section.sheet').filter({ hasText: 'Approval' })
  await section.getByText('ann@example.com').waitFor()
  assert.match(await section.innerText(), /Pending\s+Asked by rob@example\.com, .+\. 1 of 1 needed\./)
  await page.context().close()
})

test('a campaign that is not there is said not to be', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/4711' })
  await signIn(page)
  await page.getByText(/What the campaign is cannot be shown: .*no such/).waitFor()
  assert.not.ok(await page.getByRole('heading', { name: 'History' }).isVisible())
  await page.context().close()
})

test.run()
