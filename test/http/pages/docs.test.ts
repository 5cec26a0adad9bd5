import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('the documentation page')

test('a user can enter a key and try a call under the strict policy', async () => {
  const app = await startApp(thingRows)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    // far more than a busy machine needs
    page.setDefaultTimeout(180_000)
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(`http://127.0.0.1:${app.port}/docs#/Provisioning`)
    await page.click('button.authorize')
    await page.fill('.auth-container input', acmeKey)
    await page.click('.auth-btn-wrapper .authorize')
    await page.click('.btn-done')
    await page.click('#operations-tag-Test')
    const operation = page.locator('[id="operations-Test-getThing"]')
    await operation.locator('.opblock-summary-control').click()
    const unknown = operation.locator('.responses-inner tr[data-code="404"]')
    assert.match((await unknown.textContent()) ?? '', '"code": "not-found"', 'an error shows its own code')
    await operation.locator('.try-out__btn').click()
    const inputs = operation.locator('tr[data-param-in=path] input')
    await inputs.nth(0).fill('acme')
    await inputs.nth(1).fill('7')
    await operation.locator('.execute').click()
    const answer = operation.locator('.live-responses-table > tbody')
    await answer.waitFor()
    assert.match((await answer.textContent()) ?? '', '"name": "seven"')
    assert.equal(complaints, [])
  } finally {
    await browser.close()
    await app.stop()
  }
})

test('on a small phone the page fits, and its parts have names and enough contrast', async () => {
  const app = await startApp(thingRows)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
    page.setDefaultTimeout(180_000)
    await page.goto(`http://127.0.0.1:${app.port}/docs`)
    await page.getByRole('banner').getByRole('heading', { name: 'Documentation' }).waitFor()
    await page.getByRole('main').waitFor()
    assert.is(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    assert.is(await page.getByRole('combobox').count(), 0, 'a choice of one server is none')
    const ratios = await page.evaluate(`(() => {
      const light = c => { const [r, g, b] = c.match(/[\\d.]+/g).map(n => { n /= 255; return n <= .03928 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4 }); return .2126 * r + .7152 * g + .0722 * b }
      const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/^rgba.*, 0\\)$/.test(c)) return c } return 'rgb(255, 255, 255)' }
      const ratio = e => { const a = light(getComputedStyle(e).color), b = light(behind(e)); return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) }
      return [...document.querySelectorAll('.btn.authorize span, .info .version')].map(ratio)
    })()`)
    assert.is((ratios as number[]).length, 3)
    for (const ratio of ratios as number[]) assert.ok(ratio >= 4.5, `contrast ${ratio}`)
  } finally {
    await browser.close()
    await app.stop()
  }
})

test('on a phone the fields of a call fit the screen', async () => {
  const app = await startApp(thingRows)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
    page.setDefaultTimeout(180_000)
    await page.goto(`http://127.0.0.1:${app.port}/docs#/Test/getThing`)
    const operation = page.locator('[id="operations-Test-getThing"]')
    await operation.locator('.try-out__btn').click()
    const inputs = operation.locator('tr[data-param-in=path] input')
    await inputs.nth(1).waitFor()
    const ends = await inputs.evaluateAll(all => all.map(input => Math.ceil(input.getBoundingClientRect().right)))
    assert.is(ends.length, 2)
    for (const end of ends) assert.ok(end <= 390, `a field ends at ${end} px`)
    assert.is(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  } finally {
    await browser.close()
    await app.stop()
  }
})

test.run()
