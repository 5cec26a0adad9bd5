import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dangersIn, hostileTexts, noDangers } from '../pages/hostile.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { campaignWith, provision, startService } from '../support/service/service.ts'
import { openConsole, signIn } from './open-console.ts'

const test = suite('console: hostile input')

/** The only script of the page is its own, in the head. */
const safe = async (page: Page) => {
  const dangers = await dangersIn(page)
  assert.is(await page.locator('script').count(), 1)
  return { ...dangers, open: dangers.open.filter(tag => tag !== 'SCRIPT') }
}

// the API accepts no control characters in names
const names = [...hostileTexts.filter(text => !/[\u0000-\u001f\ud800-\udfff]/.test(text)), '\u202etxet desrever']

test('user input stays text in the list and in the history', async () => {
  const service = await startService()
  const browser = await launchBrowser()
  try {
    await provision(service)
    for (const name of names) {
      const campaign = await campaignWith(service, [], { retailCampaignName: name })
      const creativeName = name.slice(0, 60)
      const saved = await service.call('POST', `${campaign}/creative`, {
        creativeName,
        dynamicAssets: [{ columnName: 'headline', columnValue: name }],
      })
      if (saved.status !== 200)
        await service.must('POST', `${campaign}/creative`, {
          creativeName: 'plain',
          dynamicAssets: [{ columnName: 'headline', columnValue: name }],
        })
      await service.must('PUT', campaign, { ctaText: name })
    }
    const { page, complaints, requests } = await openConsole(browser, service)
    await signIn(page)
    await page.getByText(names[0]!, { exact: true }).waitFor()
    for (const name of names) assert.ok(await page.getByText(name, { exact: true }).isVisible(), name)
    assert.equal(await safe(page), noDangers)
    for (let i = 0; i < names.length; i++) {
      await page.goto(`${service.url}/console#/campaigns/${1 + i}`)
      await page.locator('.values').getByText(names[i]!, { exact: true }).first().waitFor()
      assert.equal(await safe(page), noDangers)
    }
    assert.equal(complaints, [])
    assert.equal(
      requests.filter(url => !url.startsWith(service.url)),
      [],
    )
  } finally {
    await browser.close()
    await service.stop()
  }
})

test('names, columns and values of asset sources stay text, in the list and on their pages', async () => {
  const service = await startService()
  const browser = await launchBrowser()
  try {
    await provision(service)
    for (const name of names)
      await service.must('POST', '/v2/accounts/acme/asset-sources/inline', {
        assetSourceName: name,
        assetKeyColumn: name,
        // a value that is no image address is shown among the warnings, with its column
        data: [{ [name]: name, [`image ${name}`]: name, long: name.repeat(20) }],
      })
    const { page, complaints, requests } = await openConsole(browser, service, { hash: '#/asset-sources' })
    await signIn(page)
    for (const name of names) await page.getByText(name, { exact: true }).waitFor()
    assert.equal(await safe(page), noDangers)
    for (let i = 0; i < names.length; i++) {
      await page.goto(`${service.url}/console#/asset-sources/${1 + i}`)
      await page.locator('.data tbody').getByText(names[i]!, { exact: true }).first().waitFor()
      await page.getByText(/^\d image value/).click()
      assert.equal(await safe(page), noDangers)
    }
    assert.equal(complaints, [])
    assert.equal(
      requests.filter(url => !url.startsWith(service.url)),
      [],
    )
  } finally {
    await browser.close()
    await service.stop()
  }
})

test.run()
