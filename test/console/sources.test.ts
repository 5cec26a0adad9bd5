import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { type FeedServer, startFeedServer } from '../support/servers/feed-server.ts'
import { queueEnd } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { keyWith, openConsole, signIn } from './open-console.ts'

const test = suite('console: list of asset sources')
const sources = `${account}/asset-sources`
const inline = (assetSourceName: string) => ({ assetSourceName, assetKeyColumn: 'sku', data: [{ sku: 'a', price: 1 }] })
let service: Service
let server: FeedServer
let browser: Browser
const feed = (url: string, assetSourceName: string) =>
  service.must('POST', `${sources}/feed`, {
    assetSourceName,
    assetKeyColumn: 'sku',
    url,
    urlType: 'http',
    contentType: 'csv',
  })
test.before(async () => {
  server = await startFeedServer()
  service = await startService({ EGRESS_ALLOW: server.host })
  await provision(service)
  await service.must('PUT', '/v2/accounts/empty', { name: 'Empty', orgId: 'org1' })
  await campaignWith(service, ['one', 'two'])
  for (let i = 2; i <= 18; i++) await service.must('POST', `${sources}/inline`, inline(`Inline of ${i}`))
  await service.must('POST', `${sources}/inline`, inline('Pots, pans'))
  const broken = await feed(
    server.answer('gone.csv', () => ({ status: 404, body: '' })),
    'Gone',
  )
  await queueEnd(service, `feed-${broken.id}-1`)
  const stock = server.serve('stock.json', JSON.stringify([{ sku: 'a' }, { sku: 'b' }]))
  const remote = { assetSourceName: 'Stock', assetKeyColumn: 'sku', url: stock, contentType: 'json' }
  await service.must('POST', `${sources}/remote`, remote)
  browser = await launchBrowser()
})
test.after(async () => {
  await browser.close()
  await service.stop()
  await server.stop()
})

const hash = '#/asset-sources'

test('lists sources newest first, with type, rows, columns and state, and older ones on the next page', async () => {
  const { page, requests, complaints } = await openConsole(browser, service)
  await signIn(page)
  await page.getByRole('link', { name: 'Asset sources' }).click()
  await page.getByRole('heading', { name: 'Asset sources', level: 1 }).waitFor()
  await page.getByText('Updated at').waitFor()
  const rows = page.locator('.sources tbody tr')
  assert.is(await rows.count(), 20)
  assert.match(await rows.nth(0).innerText(), /21\s+Stock\s+Healthy\s+Remote\s+2\s+1\s+\d+ \w+ \d+/)
  assert.match(await rows.nth(1).innerText(), /20\s+Gone\s+The last run failed: .*404.*\s+Failed\s+Feed\s+–\s+–\s+–/)
  assert.match(await rows.nth(2).innerText(), /19\s+Pots, pans\s+Healthy\s+Inline\s+1\s+2/)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByRole('link', { name: 'Spring' }).waitFor()
  await rows.getByText('Uploaded').waitFor()
  assert.match(await rows.innerText(), /1\s+Spring\s+Healthy\s+Uploaded\s+2\s+–\s+–/)
  await page.getByRole('link', { name: 'Spring' }).click()
  await page.getByRole('heading', { name: 'Spring', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Spring' }).waitFor()
  assert.is(await page.getByRole('link', { name: 'Asset sources', exact: true }).getAttribute('aria-current'), 'page')
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('heading', { name: 'Campaigns' }).waitFor()
  assert.equal(
    requests.filter(url => !url.startsWith(service.url)),
    [],
  )
  assert.equal(complaints, [])
  await page.context().close()
})

test('finds sources by part of their name, commas included, and by type', async () => {
  const { page } = await openConsole(browser, service, { hash })
  await signIn(page)
  const rows = page.locator('.sources tbody tr')
  const types = page.getByRole('combobox', { name: 'Type' })
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await rows.nth(19).waitFor()
  await types.selectOption('Feed')
  await rows.nth(1).waitFor({ state: 'detached' })
  assert.match(await rows.innerText(), 'Gone')
  await search.fill('pots, p')
  await page.getByText('No asset sources match “pots, p”.').waitFor()
  await types.selectOption('All types')
  await page.getByRole('link', { name: 'Pots, pans' }).waitFor()
  assert.is(await rows.count(), 1)
  await search.fill('')
  await types.selectOption('Motion assets')
  await page.getByText('No asset sources are of this type.').waitFor()
  await page.context().close()
})

test('follows a source that loads until it has loaded, and sends no requests afterwards', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const url = server.answer('slow.csv', async () => {
    await held
    return { body: 'sku,name\na,Pot\n' }
  })
  await feed(url, 'Slow')
  const { page, reads } = await openConsole(browser, service, { hash, ownClock: true })
  await signIn(page)
  const row = page.locator('.sources tbody tr').filter({ hasText: 'Slow' })
  await row.getByText('Loading').waitFor()
  await page.getByText('Updated at').waitFor()
  release()
  while ((await row.getByText('Healthy').count()) === 0) await page.clock.runFor(2000)
  assert.match(await row.innerText(), /Feed\s+1\s+2/)
  await page.clock.runFor(2000)
  const before = reads()
  await page.clock.runFor(120_000)
  assert.is(reads(), before)
  await page.context().close()
})

test('an account without sources learns how to make one', async () => {
  const { page } = await openConsole(browser, service, { hash })
  await signIn(page, undefined, 'empty')
  await page.getByText('This account has no asset sources yet.').waitFor()
  assert.is(await page.getByRole('link', { name: 'the API' }).getAttribute('href'), '/docs')
  await page.context().close()
})

test('a key that may only list sees names; one that may only view opens a source by number', async () => {
  const { page } = await openConsole(browser, service, { hash })
  await signIn(page, await keyWith(service, ['AssetSource_List']))
  await page.getByText('The states are hidden: this key lacks AssetSource_View.').waitFor()
  await page.getByRole('link', { name: 'Stock' }).click()
  await page.getByText('The asset source cannot be shown: this key lacks the permission AssetSource_View.').waitFor()
  await page.context().close()
  const other = await openConsole(browser, service, { hash })
  await signIn(other.page, await keyWith(service, ['AssetSource_View']))
  await other.page
    .getByText('The asset sources cannot be shown: this key lacks the permission AssetSource_List.')
    .waitFor()
  await other.page.getByLabel('Asset source number').fill('21')
  await other.page.keyboard.press('Enter')
  await other.page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor()
  await other.page.context().close()
})

test('lists the queues of the account, the newest first, with their errors, and leads to what they are about', async () => {
  const { page, complaints } = await openConsole(browser, service, { hash: '#/queues' })
  await signIn(page)
  const row = page.locator('[data-queue="feed-20-1"]')
  assert.match(await row.innerText(), /^Feed\s+Asset source 20\s*feed-20-1\s+Failed\s+1 error\s+0\s/)
  await row.getByText('1 error').click()
  await row.getByText(/404/).waitFor()
  await page.getByLabel('Work').selectOption('Export to the DSP')
  await page.getByText('No such queues, or none that this key may read.').waitFor()
  await page.getByLabel('Work').selectOption('Feed')
  await row.getByRole('link', { name: 'Asset source 20' }).click()
  await page.getByRole('heading', { name: 'Gone', level: 1 }).waitFor()
  assert.equal(complaints, [])
  await page.context().close()
})

test('lists the jobs of the account, those that failed with their reason, and narrows them by state', async () => {
  const { page, complaints } = await openConsole(browser, service, { hash: '#/jobs' })
  await signIn(page)
  const rows = page.locator('.jobs tbody tr')
  await rows.filter({ hasText: 'feed-runs' }).first().waitFor()
  assert.match(await rows.innerText(), /feed-runs\s+acme:feed-20-1\s+.*404.*\s+Failed\s+1\s/)
  await page.getByLabel('State').selectOption('running')
  await page.getByText('There are no such jobs').waitFor()
  assert.equal(complaints, [])
  await page.context().close()
})

test.run()
