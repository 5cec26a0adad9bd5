import type { Browser, BrowserContextOptions } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { exported } from '../support/service/exported.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { openConsole, signIn } from './open-console.ts'

const test = suite('console: for everybody')
let service: Service
let browser: Browser
// enough events for more than one page of the history
const creatives = Array.from({ length: 30 }, (_, i) => `creative ${i + 1}`)
test.before(async () => {
  service = await startService()
  await provision(service)
  const campaign = await campaignWith(service, creatives)
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  await exported(service, campaign, 'png', '1')
  await service.must('PUT', campaign, { ctaText: 'x'.repeat(200) })
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
})

const openCampaign = async (options: BrowserContextOptions & { readonly hash?: string } = {}) => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1', ...options })
  await signIn(page)
  await page.locator('.timeline > li').first().waitFor()
  return page
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  // a zoom of 200 %
  [640, 400],
] as const)
  test(`backwards through the page, the keyboard never leads behind the header (${width} × ${height})`, async () => {
    const page = await openCampaign({ viewport: { width, height } })
    await page.locator('[data-tag="2"] textarea').waitFor()
    await page.locator('.creatives:not(.small) > li').last().waitFor()
    await page.getByRole('button', { name: 'Older' }).focus()
    const behind: unknown[] = []
    const isInHeader = () => page.evaluate(() => document.activeElement?.closest('header') !== null)
    for (; !(await isInHeader()); await page.keyboard.press('Shift+Tab')) {
      const covered = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        const { x, y, width, height } = focused.getClientRects()[0]!
        const above = document.elementFromPoint(x + Math.min(width, innerWidth) / 2, y + height / 2)
        return above?.closest('header') ? focused.innerText || focused.getAttribute('aria-label') : undefined
      })
      if (covered !== undefined) behind.push(covered)
    }
    assert.equal(behind, [])
    await page.context().close()
  })

test('a picture that cannot be made leads to the reason', async () => {
  const html = '<img src="/assets/acme/none.png">{{headline}}'
  const adUnits = [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html }]
  await service.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'Without its picture', adUnits })
  const path = await campaignWith(service, ['pot'], { templateCampaignIdx: 2 })
  const page = await openCampaign({ hash: `#/campaigns/${path.split('/').pop()}` })
  const link = page.locator('[data-creative="pot"]').getByRole('link', { name: 'No picture: see why. pot' })
  await link.scrollIntoViewIfNeeded()
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await opened.getByText('/assets/acme/none.png').waitFor()
  await page.context().close()
})

test('screen readers hear every column of exports and every change, and whatever opens is large enough', async () => {
  const page = await openCampaign()
  await page.locator('[data-export=png-1]').waitFor()
  const columns = await page.locator('.exports').getByRole('columnheader').allInnerTexts()
  assert.equal(columns, ['Format', 'Status', 'Done', 'Files', 'Download'])
  await page.getByRole('img', { name: 'changed to' }).first().waitFor()
  const heights = await page
    .locator('summary:visible')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
  assert.is.not(heights.length, 0)
  assert.equal(
    heights.filter(height => height < 24),
    [],
  )
  await page.context().close()
})

test('fields are told from the page around them', async () => {
  const { page } = await openConsole(browser, service)
  const borders = await page.getByLabel('Account').evaluate(field => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.className = 'soft'
    return [getComputedStyle(field).borderTopColor, getComputedStyle(probe).color]
  })
  assert.is(borders[0], borders[1], 'the line is as dark as text')
  await page.context().close()
})

test('in forced colours, the section of the page and the progress of a job are seen', async () => {
  const page = await openCampaign({ forcedColors: 'active' })
  const lines = await page
    .locator('.sections a')
    .evaluateAll(links => links.map(link => [link.textContent, getComputedStyle(link).textDecorationLine]))
  assert.equal(Object.fromEntries(lines).Campaigns, 'underline')
  assert.equal(Object.fromEntries(lines).Jobs, 'none')
  const [done, around] = (await page.evaluate(`import('/console/bar.js').then(({ bar }) => {
    const { node, update } = bar('An export')
    update(50)
    document.body.append(node)
    return ['.done', '.track'].map(part => getComputedStyle(node.querySelector(part)).backgroundColor)
  })`)) as [string, string]
  assert.is.not(done, around)
  await page.context().close()
})

test('where the clipboard is closed, a tag is selected, and the keys of every system are named', async () => {
  const page = await openCampaign()
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const tag = page.locator('[data-tag="1"]')
  await tag.getByRole('button', { name: 'Copy tag' }).click()
  await tag.getByText('It is selected: copy it with Ctrl+C, or ⌘C on a Mac.').waitFor()
  const text = tag.locator('textarea')
  const selected = await text.evaluate(area => (area as HTMLTextAreaElement).selectionEnd)
  assert.is(selected, (await text.inputValue()).length)
  await page.context().close()
})

test.run()
