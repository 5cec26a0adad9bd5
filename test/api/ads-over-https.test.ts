import { parse } from 'csv-parse/sync'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { freePort } from '../support/servers/free-port.ts'
import { activated, campaignWith, clientOf, provision, startService } from '../support/service/service.ts'

const test = suite('ads over https')
/** Far more than a busy machine needs. */
const patienceMs = 180_000
const host = 'https://ads.example.com'
const old = {
  activation: true,
  impression: ['http://old.example.com/impression'],
  click: ['http://old.example.com/beacon'],
  viewable: ['http://old.example.com/viewable'],
}

test('trackers with addresses of http are counted where the service is behind https', async () => {
  const port = String(await freePort())
  const own = `http://127.0.0.1:${port}`
  const node = await startService({ PORT: port, PUBLIC_URL: host, TRACKER_TYPES: JSON.stringify({ OLD: old }) })
  const service = { ...node, ...clientOf(own) }
  const browser = await launchBrowser()
  try {
    await provision(service)
    const clickthroughUrl = 'http://shop.example.com/pots'
    const campaign = await campaignWith(service, ['one'], { clickthroughUrl, trackerTypes: ['OLD'] })
    await activated(service, campaign, { trackerTypes: ['OLD'] })
    const file = (await service.call('GET', `${campaign}/download-tags`)).text
    const document = (await service.call('GET', '/serve/acme/1/1', undefined, { key: undefined })).text
    for (const name of ['impression', 'viewable', 'beacon'])
      assert.match(document, `"https://old.example.com/${name}"`, 'Firefox refuses addresses of http')
    const [row] = parse(file, { columns: true, bom: true }) as Record<string, string>[]
    const context = await browser.newContext()
    context.setDefaultTimeout(patienceMs)
    // the proxy in front of the service, and the web
    await context.route('**/*', async route => {
      const url = route.request().url()
      if (url.startsWith(host)) await route.fulfill({ response: await route.fetch({ url: url.replace(host, own) }) })
      else await route.fulfill({ contentType: 'text/html', body: url === 'https://news.example.com/' ? row!.Tag! : '' })
    })
    const tab = await context.newPage()
    const counted = (name: string) => context.waitForEvent('request', asked => asked.url().endsWith(name))
    const [impression, viewable] = await Promise.all([
      counted('/impression'),
      counted('/viewable'),
      tab.goto('https://news.example.com/'),
    ])
    const [beacon, landing] = await Promise.all([
      counted('/beacon'),
      counted('/pots'),
      tab.frameLocator('iframe').locator('body').click(),
    ])
    assert.equal(
      [impression, viewable, beacon, landing].map(asked => asked.url()),
      ['impression', 'viewable', 'beacon'].map(name => `https://old.example.com/${name}`).concat(clickthroughUrl),
    )
  } finally {
    await browser.close()
    await service.stop()
  }
})

test.run()
