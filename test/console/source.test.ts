import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { queueEnd } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: asset source page')
const sources = `${account}/asset-sources`
const clock = aheadClock()
let service: Service
let server: FeedServer
let browser: Browser
let feed: string
const csv = (rows: number, faulty = 0) =>
  `sku,name\n${Array.from({ length: rows }, (_, n) => `pot-${n},Pot ${n}\n`).join('')}${',x\n'.repeat(faulty)}`

/** A time of day at which no test runs, as feeds have it: in Eastern time. */
const inTwelveHours = () =>
  new Date(clock.now().getTime() + 12 * 3_600_000).toLocaleTimeString('en-GB', {
    timeZone: 'America/New_York',
    timeStyle: 'short',
  })

/** Reads the feed again from this text, by a change of how it is read. */
const runAgain = async (text: string, csvSeparator: string, more: object = {}) => {
  server.serve('products.csv', text)
  const { queueId } = await service.must('PUT', `${sources}/feed/${feed}`, { csvSeparator, ...more })
  await queueEnd(service, queueId)
}
test.before(async () => {
  server = await startFeedServer()
  service = await startService({ EGRESS_ALLOW: server.host }, { clock })
  await provision(service)
  const url = server.serve('products.csv', csv(1000).replaceAll('\n', ',x\n').replace('name,x', 'name,colour'))
  const body = { assetSourceName: 'Products', assetKeyColumn: 'sku', reportingColumn: 'name', url }
  feed = (await service.must('POST', `${sources}/feed`, { ...body, urlType: 'http', contentType: 'csv' })).id
  await queueEnd(service, `feed-${feed}-1`)
  await runAgain('other\n1\n', 'comma')
  await runAgain(csv(400, 14), 'auto', { isScheduled: true, startTime: inTwelveHours() })
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
  await server.stop()
})

const open = async (id: string, options: Parameters<typeof openConsole>[2] = {}, key?: string) => {
  const opened = await openConsole(browser, service, { hash: `#/asset-sources/${id}`, ...options })
  await signIn(opened.page, key)
  await opened.page.getByText('Updated at').waitFor()
  return opened
}
const sheet = (page: Page, name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })

test('a feed shows its state, warnings, next run and the last runs with their rows as a picture', async () => {
  const { page, requests, complaints } = await open(feed)
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  const health = sheet(page, 'Health')
  const { nextRun, warnings } = await service.must('GET', `${sources}/${feed}/health`)
  assert.is(warnings.length, 3)
  for (const warning of warnings) assert.ok(await health.getByText(warning).isVisible(), warning)
  await health.getByText('Warning', { exact: true }).waitFor()
  assert.match(await page.locator('.facts').innerText(), /Type\s+Feed\s+Rows\s+400\s+Columns\s+2\s+Version\s+2/)
  assert.is(await page.locator('.facts time').last().getAttribute('datetime'), nextRun)
  const picture = (await health.getByRole('img').getAttribute('aria-label')) ?? ''
  assert.match(picture, /oldest first\. .+: 1,000 rows; .+: failed; .+: 400 rows \(−60 %\)\.$/)
  const heights = await health
    .locator('svg rect')
    .evaluateAll(all => all.map(bar => bar.getBoundingClientRect().height))
  assert.is(heights.length, 2)
  assert.is(Math.round((10 * heights[1]!) / heights[0]!), 4)
  const runs = page.locator('.runs tbody tr')
  assert.match(await runs.nth(0).innerText(), /Loaded\s+Missing columns: colour\.\s+14 rows .*\s+400\s+−60 %/)
  assert.match(await runs.nth(1).innerText(), /Failed\s+The feed has no row with a value in sku.*\s+–\s+–/)
  assert.match(await runs.nth(2).innerText(), /Loaded\s+1,000\s+–/)
  assert.equal(
    requests.filter(url => !url.startsWith(service.url)),
    [],
  )
  assert.equal(complaints, [])
  await page.context().close()
})

test('the faults of a run are read from its queue when they are opened; without it the first ten stay', async () => {
  for (const [permissions, faults] of [
    [['AssetSource_All'], 14],
    [['AssetSource_View'], 10],
  ] as const) {
    const { page } = await open(feed, {}, await keyWith(service, permissions))
    const run = page.locator('.runs tbody tr').first()
    const answered = page.waitForResponse(/queues/)
    await run.locator('summary').press('Enter')
    await answered
    await run.getByText(faults === 14 ? /^14 rows left out or cut$/ : /\(10 shown\)/).waitFor()
    assert.is(await run.locator('li').count(), faults)
    assert.match(await run.locator('li').first().innerText(), 'row 401: has no sku, and was left out key-missing')
    await page.context().close()
  }
})

test('the list of queues has the first ten errors of each; the others are read when they are opened', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/queues' })
  await signIn(page)
  const row = page.locator(`[data-queue="feed-${feed}-3"]`)
  await row.getByText('10 errors or more').press('Enter')
  await row.getByText('14 errors').waitFor()
  assert.is(await row.locator('li').count(), 14)
  await page.context().close()
})

test('rows are shown in pages, long values collapsed, the key first', async () => {
  const data = Array.from({ length: 45 }, (_, n) => ({
    text: n === 0 ? 'x'.repeat(200) : `text ${n}`,
    sku: `pot-${n}`,
  }))
  const roles = { assetKeyColumn: 'sku', reportingColumn: 'text' }
  const { id } = await service.must('POST', `${sources}/inline`, { assetSourceName: 'Inline', ...roles, data })
  const { page } = await open(id)
  const rows = page.locator('.data tbody tr')
  assert.match(await sheet(page, 'Columns').innerText(), /Key\s+sku\s+Reporting\s+text\s+text\s+sku$/)
  assert.match(await sheet(page, 'Health').innerText(), /Healthy\s+Nothing needs attention\./)
  assert.not.ok(await page.getByRole('heading', { name: 'Runs' }).isVisible())
  assert.match(await page.locator('.data thead').innerText(), /sku\s+text/)
  const long = rows.first().locator('pre')
  assert.not.ok(await long.isVisible())
  await rows.first().locator('summary').press('Enter')
  assert.is(await long.innerText(), 'x'.repeat(200))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('pot-20', { exact: true }).waitFor()
  await service.must('PUT', `${sources}/inline/${id}`, { data: data.map(row => ({ ...row, text: 'new' })) })
  await page.getByRole('button', { name: 'Next' }).click()
  await rows.first().getByText('new').waitFor()
  assert.match(await rows.first().innerText(), 'pot-0', 'other rows are read from their begin')
  await page.context().close()
})

test('values that are no addresses of images are listed, and nothing is loaded for those that are', async () => {
  const data = [
    { sku: 'a', image: 'none yet' },
    { sku: 'b', image: 'https://shop.example/b.png' },
    { sku: 'c', image: '/assets/acme/c.png' },
  ]
  const body = { assetSourceName: 'Images', assetKeyColumn: 'sku', data }
  const { id } = await service.must('POST', `${sources}/inline`, body)
  const { page, requests } = await open(id)
  const health = sheet(page, 'Health')
  await health.getByText('1 image value').click()
  assert.match(await health.locator('.faults').innerText(), /image none yet/)
  await page.locator('.data').getByText('https://shop.example/b.png').waitFor()
  assert.is(await page.locator('img').count(), 0)
  assert.not.ok(requests.some(url => /\.png/.test(url)))
  await page.context().close()
})

test('reading a remote source that is old fetches it, and the new rows appear; a failed fetch is shown', async () => {
  const answer = { status: 200, body: JSON.stringify([{ sku: 'a', price: 1 }]) }
  const url = server.answer('stock.json', () => ({ ...answer }))
  const body = { assetSourceName: 'Stock', assetKeyColumn: 'sku', contentType: 'json', cacheTime: 3600, url }
  const { id } = await service.must('POST', `${sources}/remote`, body)
  answer.body = JSON.stringify([{ sku: 'a', price: 2 }, { sku: 'b' }])
  clock.pass(3_600_000)
  const { page } = await open(id)
  const health = sheet(page, 'Health')
  await page.locator('.data').getByText('b', { exact: true }).waitFor()
  await health.getByText('Fresh').waitFor()
  assert.match(await health.innerText(), /Healthy[\s\S]+Kept for\s+1 hour\s+Next fetch\s+by the first reader after /)
  answer.status = 500
  clock.pass(3_600_000)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await health.getByText(/^The last fetch failed: The server answered with status 500\./).waitFor()
  await page.locator('.data').getByText('b', { exact: true }).waitFor()
  await page.context().close()
})

test('an uploaded source shows its creatives, also those that lack a column', async () => {
  const campaign = await campaignWith(service, ['one'])
  const dynamicAssets = [{ columnName: 'constructor', columnValue: 'odd' }]
  await service.must('POST', `${campaign}/creative`, { creativeName: 'two', dynamicAssets })
  const { page, complaints } = await open((await service.must('GET', campaign)).dataServiceId)
  assert.match(await page.locator('.data tbody').innerText(), /one\s+one\s+–\s+two\s+–\s+odd/)
  assert.equal(complaints, [])
  await page.context().close()
})

test('an unknown source shows an error', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/asset-sources/4711' })
  await signIn(page)
  await page.getByText(/The asset source cannot be shown: .*no such/).waitFor()
  assert.not.ok(await page.getByRole('heading', { name: 'Health' }).isVisible())
  await page.context().close()
})

test('a phone shows lists and pages without horizontal scrolling; only the table of rows scrolls', async () => {
  for (const width of [360, 1440]) {
    const { page } = await open(feed, { viewport: { width, height: 740 } })
    const isCut = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    assert.not.ok(await isCut())
    await page.getByRole('link', { name: '← Asset sources' }).click()
    await page.getByRole('link', { name: 'Products' }).waitFor()
    assert.not.ok(await isCut())
    await page.context().close()
  }
})

test.run()
