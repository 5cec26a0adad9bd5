import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { startFeedServer } from '../support/servers/feed-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { openConsole, signIn } from './open-console.ts'

const test = suite('console: running jobs')
let service: Service
let browser: Browser
let campaign: string
let pictures: Awaited<ReturnType<typeof servePictures>>
const clock = aheadClock()
const creatives = Array.from({ length: 40 }, (_, i) => `creative ${i + 1}`)

/**
 * A server of the picture of each creative. Held back, they go one at a time, so that a job goes on slowly: a page has time to
 * show it, and no drawing waits so long that it is given up (20 s).
 */
const servePictures = async () => {
  const body = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#0c0' } })
    .png()
    .toBuffer()
  const server = await startFeedServer()
  const waiting: (() => void)[] = []
  let turns: NodeJS.Timeout | undefined
  const url = server.answer('pot.png', async () => {
    if (turns !== undefined) await new Promise<void>(go => waiting.push(go))
    return { body }
  })
  return {
    ...server,
    url,
    hold: () => {
      turns = setInterval(() => {
        // progress is recorded twice a second
        clock.pass(1_000)
        waiting.shift()?.()
      }, 500)
    },
    letAllGo: () => {
      clearInterval(turns)
      turns = undefined
      waiting.splice(0).forEach(go => void go())
    },
  }
}
test.before(async () => {
  pictures = await servePictures()
  service = await startService({ EGRESS_ALLOW_ADS: pictures.host }, { clock })
  await provision(service)
  const adUnits = [
    { adUnitId: 1, adUnitName: 'Small', dimension: '80x40', html: `<img src="${pictures.url}">{{headline}}` },
    { adUnitId: 2, adUnitName: 'Tall', dimension: '40x90', html: '<p>{{headline}}</p>' },
  ]
  await service.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'With a picture', adUnits })
  campaign = await campaignWith(service, creatives, { templateCampaignIdx: 2, startDate: '2026-03-01' })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  browser = await launchBrowser()
})
test.after(async () => {
  pictures.letAllGo()
  await browser.close()
  await service.stop()
  await pictures.stop()
})

test('shows the progress of an export in the list and on the page, then offers the download', async () => {
  const { page, complaints } = await openConsole(browser, service, { hash: '#/campaigns/1', ownClock: true })
  const list = await openConsole(browser, service, { ownClock: true })
  await signIn(page)
  await signIn(list.page)
  await page.getByText('No exports yet.').waitFor()
  await list.page.getByText('Updated at').waitFor()

  pictures.hold()
  await service.must('POST', `${campaign}/exportAssets`, { assetExportType: 'png', resolution: '2' })
  for (const { page: p } of [{ page }, list]) await p.getByRole('button', { name: 'Refresh' }).click()
  const listed = list.page.getByRole('progressbar', { name: 'Export png at 2×' })
  await listed.waitFor()
  const row = page.locator('[data-export=png-2]')
  const seen = new Set<number>()
  const marked = await row.evaluateHandle(node => node)
  const shown = () =>
    row.evaluate(node => ({
      status: (node as HTMLElement).dataset.status,
      percentage: node.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? null,
    }))
  for (let now = await shown(); /INITIATED|PROCESSING/.test(now.status ?? ''); now = await shown()) {
    if (now.percentage !== null) seen.add(Number(now.percentage))
    if (seen.size > 1) pictures.letAllGo()
    await page.clock.runFor(2000)
  }
  const values = [...seen]
  assert.ok(values.length > 1, `progress never changed: ${values}`)
  assert.equal(
    values,
    [...values].sort((a, b) => a - b),
  )
  assert.ok(await row.evaluate((node, before) => node === before, marked), 'the row was updated, not recreated')
  assert.match(await row.innerText(), /Ready\s+All 80 files were exported\.\s+100 %\s+80/)
  await page.getByText(/^The export \(png at 2x\) is ready: 80 files/).waitFor()

  const downloading = page.waitForEvent('download')
  await row.getByRole('link', { name: 'Download png at 2×' }).click()
  const download = await downloading
  assert.match(download.suggestedFilename(), /\.zip$/)
  const zip = await readFile(await download.path())
  assert.is(zip.subarray(0, 2).toString(), 'PK')

  while ((await listed.count()) > 0) await list.page.clock.runFor(2000)
  assert.equal([...complaints, ...list.complaints], [])
  await page.context().close()
  await list.page.context().close()
})

test('shows the progress and the end of an activation in the list', async () => {
  const other = await campaignWith(
    service,
    creatives.map(name => `other ${name}`),
    { templateCampaignIdx: 2, retailCampaignName: 'Other' },
  )
  const { page } = await openConsole(browser, service, { ownClock: true })
  await signIn(page)
  const row = page.locator('[data-campaign="2"]')
  await row.getByText('Draft').waitFor()
  pictures.hold()
  await service.must('POST', `${other}/activate`, {})
  await page.getByRole('button', { name: 'Refresh' }).click()
  const bar = row.getByRole('progressbar', { name: 'Activation' })
  await bar.waitFor()
  assert.ok(await row.getByText('Activating').isVisible())
  pictures.letAllGo()
  while ((await bar.count()) > 0) await page.clock.runFor(2000)
  await row.getByText('Active', { exact: true }).waitFor()
  await page.context().close()
})

test('lists the errors of an export by file', async () => {
  const { page } = await openConsole(browser, service, { hash: '#/campaigns/1' })
  await page.route('**/queues/*', async route => {
    const response = await route.fetch()
    const errors = [{ item: 'one <b>', code: 'draw-failed', detail: '<img src=x onerror=window.ran=1>' }]
    await route.fulfill({ response, json: { ...(await response.json()), errors } })
  })
  await signIn(page)
  const row = page.locator('[data-export=png-2]')
  await row.getByText('1 error').click()
  await row.getByText('one <b>: <img src=x onerror=window.ran=1> draw-failed').waitFor()
  assert.is(await row.locator('img, b').count(), 0)
  await page.context().close()
})

test('a hidden tab sends no requests; it refreshes as soon as it is visible', async () => {
  const { page, reads } = await openConsole(browser, service, { hash: '#/campaigns/1', ownClock: true })
  await signIn(page)
  await page.getByText('Updated at').waitFor()
  const setHidden = (hidden: boolean) =>
    page.evaluate(value => {
      Object.defineProperty(document, 'hidden', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await setHidden(true)
  const before = reads()
  await page.clock.runFor(60_000)
  assert.is(reads(), before)
  const read = page.waitForRequest(/exportAssetStatus/)
  await setHidden(false)
  await read
  await page.context().close()
})

test.run()
