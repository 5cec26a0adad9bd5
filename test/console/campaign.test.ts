import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { exported } from '../support/service/exported.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: campaign page')
let service: Service
let browser: Browser
let campaign: string
// enough events for more than one page of the history
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

test('the history shows who changed what, with old and new values', async () => {
  await service.must('PUT', campaign, { ctaText: 'Buy now' })
  await service.must('PUT', campaign, { ctaText: 'x'.repeat(200) })
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const entries = page.locator('.timeline > li')
  await entries.first().waitFor()
  const [newest, before] = [entries.nth(0), entries.nth(1)]
  assert.match(await newest.innerText(), /The campaign’s ctaText changed\.\s+by admin · updateRetailCampaign/)
  assert.match(await before.innerText(), /ctaText\s+none\s+→\s+Buy now/)
  assert.match(await newest.locator('.from').innerText(), 'Buy now')
  const long = newest.locator('.to pre')
  assert.not.ok(await long.isVisible(), 'a long value is collapsed')
  await newest.locator('.to summary').press('Enter')
  assert.is(await long.innerText(), 'x'.repeat(200))
  const time = newest.locator('time')
  const { history } = (await service.call('GET', `${campaign}/history?limit=1&order=descending`)).json
  const at = new Date(history[0].at)
  assert.is(await time.innerText(), at.toLocaleTimeString('en-GB', { timeZone: 'America/New_York' }))
  assert.is(await time.getAttribute('title'), history[0].at.replace('T', ' ').replace(/\.\d+Z/, ' UTC'))
  await page.context().close()
})

test('the history can be paged back to the first event and forward again', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const pages = page.getByRole('navigation', { name: 'History pages' })
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

test('a key without Audit_View gets an error for the history; the other parts are shown', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page, await keyWith(service, ['Campaigns_View', 'Campaigns_Create', 'MediaPlan_Tags_Create']))
  await page.getByText('The history cannot be shown: this key lacks the permission Audit_View.').waitFor()
  await page.locator('[data-export=png-2]').waitFor()
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  await page.locator('section').filter({ hasText: 'Activation' }).getByText('Active', { exact: true }).waitFor()
  await page.context().close()
})

test('shows approvers and their answers', async () => {
  await service.must('PUT', `${account}/retail-settings`, {
    approvers: [{ userEmail: 'ann@example.com', userName: 'Ann' }],
  })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const section = page.locator('section.sheet').filter({ hasText: 'Approval' })
  await section.getByText('ann@example.com').waitFor()
  assert.match(await section.innerText(), /Pending\s+Requested by rob@example\.com, .+\. 1 of 1 required\./)
  await page.context().close()
})

test('shows why the mail to an approver has not arrived', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await page.route('**/approvalStatus', async route => {
    const response = await route.fetch()
    const { approverDetails, ...record } = await response.json()
    const [ann] = approverDetails
    const reason = 'the mail server temporarily rejected the mail (450)'
    const delivery = { status: 'Deferred', failures: 1, reason, nextTryOn: '2999-06-01T12:00:00.000Z' }
    await route.fulfill({ response, json: { ...record, approverDetails: [{ ...ann, delivery }] } })
  })
  await signIn(page)
  await page
    .getByText(/could not be sent: the mail server temporarily rejected the mail \(450\)\. Next try: .*2999/)
    .waitFor()
  await page.context().close()
})

test('an unknown campaign shows an error', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/4711' })
  await signIn(page)
  await page.getByText(/The campaign cannot be shown: .*no such/).waitFor()
  assert.not.ok(await page.getByRole('heading', { name: 'History' }).isVisible())
  await page.context().close()
})

test.run()
