import { parse } from 'csv-parse/sync'
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { exported } from '../support/service/exported.ts'
import { linksOf } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'
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

test('creatives are shown as pictures, page by page, and lead to their previews', async () => {
  const { page, complaints, requests } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const cards = page.locator('.creatives > li')
  await cards.first().waitFor()
  assert.is(await cards.count(), 12)
  await page.getByRole('heading', { name: 'Creatives 30' }).waitFor()
  const picture = cards.first().locator('img')
  await picture.scrollIntoViewIfNeeded()
  const width = (image: SVGElement | HTMLElement) => (image as HTMLImageElement).naturalWidth
  await until(
    () => picture.evaluate(width),
    now => now === 80,
  )
  const first = await cards.first().innerText()
  assert.match(first, /^creative 1\s+80 × 40\s*40 × 90$/)
  const href = await cards.first().getByRole('link', { name: '40 × 90' }).getAttribute('href')
  assert.is((await service.call('GET', href!, undefined, { key: undefined })).status, 200)
  await page.getByRole('navigation', { name: 'Creative pages' }).getByRole('button', { name: 'Next' }).click()
  await page.getByText('creative 3', { exact: true }).waitFor()
  assert.equal(complaints, [])
  assert.equal(
    requests.filter(url => !url.startsWith(service.url)),
    [],
  )
  await page.context().close()
})

for (const assetSourceType of ['productFeed', 'hybridAsset'])
  test(`the first creatives of a campaign with products are shown as pictures: ${assetSourceType}`, async () => {
    const data = Array.from({ length: 14 }, (_, i) => ({ sku: `pot ${i + 1}`, headline: `Pot ${i + 1}` }))
    const feed = { assetSourceName: 'Pots', assetKeyColumn: 'sku', data }
    const productAssetSourceId = Number((await service.must('POST', `${account}/asset-sources/inline`, feed)).id)
    const path = await campaignWith(service, [], { assetSourceType, productAssetSourceId })
    const creativeNames = data.map(({ sku }) => sku)
    if (assetSourceType === 'hybridAsset') await service.must('POST', `${path}/hybrid-creatives`, { creativeNames })
    const { page, complaints } = await openConsole(browser, service, { hash: `#/campaigns/${path.split('/').pop()}` })
    await signIn(page)
    const cards = page.locator('.creatives:not(.small) > li')
    await cards.first().waitFor()
    assert.is(await cards.count(), 12)
    await page.getByRole('heading', { name: 'Creatives first 12' }).waitFor()
    const picture = cards.first().locator('img')
    await picture.scrollIntoViewIfNeeded()
    await until(
      () => picture.evaluate(image => (image as HTMLImageElement).naturalWidth),
      width => width === 80,
    )
    assert.match(await cards.first().innerText(), /^pot 1\s+80 × 40\s*40 × 90$/)
    assert.equal(complaints, [])
    await page.context().close()
  })

test('a tag can be copied, and its ad is shown in a frame without an origin', async () => {
  const { page, complaints, requests } = await openConsole(browser, service, {
    hash: '#/campaigns/1',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await signIn(page)
  const tag = page.locator('[data-tag="1"]')
  await tag.getByRole('button', { name: 'Copy tag' }).click()
  await tag.getByText('Copied.').waitFor()
  const csv = (await service.call('GET', `${campaign}/download-tags`)).text
  const [, ...rows] = parse(csv, { bom: true }) as string[][]
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), rows[0]?.[12])
  assert.is(await tag.locator('iframe').count(), 0, 'the ad is loaded when it is wanted')
  await tag.getByText('Live preview').click()
  const ad = tag.frameLocator('iframe')
  await ad.getByText('creative 1', { exact: true }).waitFor()
  assert.is(await ad.locator('body').evaluate(() => self.origin), 'null')
  assert.equal(
    requests.filter(url => url.includes('/serve/')),
    [],
    'a look counts no impression',
  )
  assert.equal(complaints, [])
  await page.context().close()
})

test('the media plan shows the placements that the campaign books, and the trackers that fire', async () => {
  const placements = [
    { placementId: 'p1', placementName: 'Top of the home page' },
    { placementId: 'p2', placementName: 'Not booked' },
  ]
  const sites = [{ id: 1, siteId: 7, siteName: 'Garden News', placements }]
  await service.must('PUT', `${account}/media-plans/5`, { mediaPlanName: 'Spring plan', sites })
  const tracker = 'https://count.example.com/seen'
  const details = { siteName: 'Garden News', placementName: 'Top of the home page' }
  await service.must('PUT', `${account}/media-plans/5/trackers/1`, {
    mediaPlanDetails: [
      { ...details, bannerImpressionInTagPixelTracker: tracker, muteVideoViewedTracker: `${tracker}-mute` },
    ],
    type: 'inline',
    isValidate: true,
  })
  const booked = { adUnitId: 1, siteId: 7, placementId: 'p1' }
  await service.must('PUT', campaign, { mediaPlanId: 5, placements: [booked] })
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const section = page.locator('section').filter({ hasText: 'Media plan' })
  await section.getByText('1 tracker when the ad is seen').click()
  assert.match(await section.innerText(), /Spring plan Plan 5\s+Small on Garden News, Top of the home page/)
  assert.equal(await section.locator('code').allInnerTexts(), [tracker])
  await page.context().close()
})

test('the page of a campaign fits a phone', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1', viewport: { width: 390, height: 844 } })
  await signIn(page)
  await page.locator('[data-tag="2"]').getByText('Live preview').click()
  await page.locator('.creatives > li').first().waitFor()
  await page.locator('.timeline > li').first().waitFor()
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth), 390)
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

const firstMailSent = () =>
  until(
    async () => (await service.call('GET', `${campaign}/approvalStatus`)).json.approverDetails[0].delivery.status,
    status => status === 'Sent',
  )

test('shows approvers, the delivery of their mails, their answers, and the pictures that they see', async () => {
  await service.must('PUT', `${account}/retail-settings`, {
    approvers: [{ userEmail: 'ann@example.com', userName: 'Ann' }],
  })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  await firstMailSent()
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const section = page.locator('section.sheet').filter({ hasText: 'Approval' })
  await section.getByText('Mail sent').waitFor()
  assert.match(await section.innerText(), /Pending\s+Requested by rob@example\.com, .+\. 1 of 1 required\./)
  await section.getByText('Approvers see (first 4)').waitFor()
  const pictures = section.getByRole('link', { name: /^Preview of creative/ })
  assert.is(await pictures.count(), 4)
  await pictures.first().scrollIntoViewIfNeeded()
  const [link] = (await linksOf(service, campaign, 'ann@example.com')) as [string]
  const { text } = await service.call('GET', link, undefined, { key: undefined })
  const seen = await pictures.first().locator('img').getAttribute('src')
  assert.ok(text.includes(seen?.split('?')[0] ?? 'none'), 'the approver sees the same picture')
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

test('the history names who asked, got a mail and answered, and an approver who left the settings is not called one who was not asked', async () => {
  const [link] = (await linksOf(service, campaign, 'ann@example.com')) as [string]
  const decision = new URLSearchParams({ decision: 'Approved', comment: 'Fine' })
  assert.is((await fetch(new URL(link, service.url), { method: 'POST', body: decision })).status, 200)
  const bob = { userEmail: 'bob@example.com', userName: 'Bob' }
  await service.must('PUT', `${account}/retail-settings`, { approvers: [bob] })
  await service.must('PUT', campaign, { clickthroughUrl: 'https://example.com/other' })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  await firstMailSent()
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'cy@example.com' }] })
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await signIn(page)
  const entry = (type: string) => page.locator(`.timeline > li[data-type=${type}]`)
  assert.match(await entry('ApprovalDecisionRecorded').innerText(), /\napprover Ann a•••@example\.com/)
  assert.match(
    await entry('ApprovalRequested').first().innerText(),
    /\nrequester Rob r•••@example\.com; approver Bob b•••@example\.com/,
  )
  const bobs = page.locator('.approvers > li').filter({ hasText: 'bob@example.com' })
  await bobs.getByText('No longer an approver').waitFor()
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
