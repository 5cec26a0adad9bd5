import { parse } from 'csv-parse/sync'
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { launchBrowser } from '../support/rendering/browser.ts'
import { type Hit, type Page, servePages } from '../support/servers/page-server.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

type Context = {
  service: Service
  browser: Browser
  /** The tracker, the publisher and the shop in one server, which records its requests. */
  world: Awaited<ReturnType<typeof servePages>>
  page: string
}
/** Milliseconds for a step of the browser: far more than a busy machine needs. */
const patienceMs = 180_000
const test = suite<Context>('the trackers of a media plan in the tags of a campaign')

test.before(async context => {
  context.page = ''
  context.service = await startService()
  context.browser = await launchBrowser()
  context.world = await servePages((hit, base): Page => {
    if (hit.path === '/publisher') return { body: context.page }
    if (hit.path === '/primary') return { status: 302, headers: { Location: hit.query.get('to') ?? `${base}/lost` } }
    if (hit.path === '/in-tag.js')
      return {
        headers: { 'Content-Type': 'text/javascript' },
        body: `new Image().src=${JSON.stringify(`${base}/ran`)}`,
      }
    return { body: hit.path === '/shop' ? 'The shop' : '' }
  })
  await provision(context.service)
})
test.after(async ({ service, browser, world }) => {
  await browser.close()
  await world.close()
  await service.stop()
})

const sites = [
  {
    id: 1,
    siteId: 501,
    siteName: 'Magazine',
    placements: [
      { placementId: 'P-1', placementName: 'Top' },
      { placementId: 'P-2', placementName: 'Side' },
    ],
  },
]
const planned = async ({ service, world }: Context, mediaPlanId: number): Promise<void> => {
  const plan = `${account}/media-plans/${mediaPlanId}`
  await service.must('PUT', plan, { mediaPlanName: 'Plan', sites })
  const top = {
    siteName: 'Magazine',
    placementName: 'Top',
    bannerImpressionInTagPixelTracker: `${world.base}/in-tag?cb={cachebuster}`,
    bannerImpressionOutTagPixelTracker: `${world.base}/out-tag`,
    bannerImpressionInTagScriptTracker: `${world.base}/in-tag.js`,
    creativeLoadEventTracker: `${world.base}/loaded`,
    primaryClickTracker: `${world.base}/primary?to=`,
    secondaryClickTracker1: `${world.base}/secondary`,
  }
  const side = { siteName: 'Magazine', placementName: 'Side', bannerImpressionInTagPixelTracker: `${world.base}/side` }
  await service.must('PUT', `${plan}/trackers/1`, { mediaPlanDetails: [top, side], type: 'inline' })
}
const tagsOf = async (service: Service, campaign: string) => {
  const { text } = await service.call('GET', `${campaign}/download-tags`)
  return parse(text, { columns: true, bom: true }) as Record<string, string>[]
}
const requestsOf = (hits: readonly Hit[], path: string) => hits.filter(hit => hit.path === path)
const launched = async (context: Context, mediaPlanId: number) => {
  await planned(context, mediaPlanId)
  const campaign = await campaignWith(context.service, ['one'], {
    mediaPlanId,
    clickthroughUrl: `${context.world.base}/shop`,
    placements: [
      { adUnitId: 1, siteId: 501, placementId: 'P-1' },
      { adUnitId: 2, siteId: 501, placementId: 'P-2' },
    ],
  })
  await activated(context.service, campaign)
  return campaign
}

test('views and clicks of a tag in a page would not reach the trackers of its placement', async context => {
  const { service, browser, world } = context
  const campaign = await launched(context, 1)
  const [small, tall] = await tagsOf(service, campaign)
  assert.equal([small?.['Placement Name'], tall?.['Placement Name']], ['Top', 'Side'])
  assert.is(small?.['Impression Tracker'], `${world.base}/in-tag?cb=\${CACHEBUSTER} ${world.base}/out-tag`)
  assert.is(tall?.['Impression Tracker'], `${world.base}/side`)

  context.page = `<!doctype html>${small?.Tag}`
  const tab = await browser.newPage()
  tab.setDefaultTimeout(patienceMs)
  await tab.goto(`${world.base}/publisher`)
  await world.until(hits => ['/in-tag', '/out-tag', '/loaded', '/ran'].every(path => requestsOf(hits, path).length > 0))
  assert.match(requestsOf(world.hits, '/in-tag')[0]?.query.get('cb') ?? '', /^\d+$/)
  assert.is(requestsOf(world.hits, '/primary').length, 0, 'no click yet')

  const [shop] = await Promise.all([
    tab.waitForEvent('popup'),
    tab.frameLocator('iframe').first().locator('body').click(),
  ])
  await shop.waitForURL(`${world.base}/shop**`)
  await world.until(hits => requestsOf(hits, '/secondary').length > 0)
  const way = world.hits.map(hit => hit.path).filter(path => path === '/primary' || path === '/shop')
  assert.equal(way, ['/primary', '/shop'])
  for (const path of ['/in-tag', '/out-tag', '/loaded', '/in-tag.js', '/ran', '/primary', '/secondary'])
    assert.is(requestsOf(world.hits, path).length, 1, path)
  assert.is(requestsOf(world.hits, '/side').length, 0, 'trackers of another placement')
  await shop.close()
  await tab.close()
})

test('a visitor without JavaScript would not be counted', async context => {
  const { service, browser, world } = context
  const campaign = await launched(context, 2)
  const [small] = await tagsOf(service, campaign)
  context.page = `<!doctype html>${small?.Tag}`
  world.hits.length = 0
  const plain = await browser.newContext({ javaScriptEnabled: false })
  const tab = await plain.newPage()
  tab.setDefaultTimeout(patienceMs)
  await tab.goto(`${world.base}/publisher`)
  await world.until(hits => ['/in-tag', '/out-tag'].every(path => requestsOf(hits, path).length === 1))
  const [shop] = await Promise.all([tab.waitForEvent('popup'), tab.click('noscript a')])
  await shop.waitForURL(`${world.base}/shop**`)
  assert.is(requestsOf(world.hits, '/primary').length, 1)
  await plain.close()
})

test('a visitor without JavaScript would get an error instead of the shop, and not be counted, when trackers have other letters than ASCII', async ({
  service,
}) => {
  const plan = `${account}/media-plans/4`
  await service.must('PUT', plan, { mediaPlanName: 'Plan', sites })
  const top = {
    siteName: 'Magazine',
    placementName: 'Top',
    bannerImpressionInTagPixelTracker: 'https://count.example/frühling–€?at=[timestamp]',
    primaryClickTracker: 'https://click.example/frühling–€?to=',
  }
  await service.must('PUT', `${plan}/trackers/1`, { mediaPlanDetails: [top], type: 'inline' })
  await service.must('PUT', '/v2/org/org1/ad-servers/plain', { name: 'Plain', type: 'Off-site', macroStyle: 'none' })
  const placements = [{ adUnitId: 1, siteId: 501, placementId: 'P-1' }]
  const campaign = await campaignWith(service, ['one'], { mediaPlanId: 4, adServerId: 'plain', placements })
  await activated(service, campaign)
  const tag = (await tagsOf(service, campaign))[0]!
  const leadsTo = async (address: string) => {
    const { status, headers } = await service.call('GET', address, undefined, { key: undefined })
    return [status, headers.get('location')]
  }
  assert.equal(await leadsTo(tag['Click Tracker']!), [
    302,
    'https://click.example/fr%C3%BChling%E2%80%93%E2%82%AC?to=https%3A%2F%2Fshop.example.com%2F',
  ])
  const [status, counted] = await leadsTo(tag['Impression Tracker']!)
  assert.is(status, 302)
  assert.match(String(counted), /^https:\/\/count\.example\/fr%C3%BChling%E2%80%93%E2%82%AC\?at=\d+$/)
})

test('changed trackers would reach a running campaign before it is activated again', async context => {
  const { service, world } = context
  const campaign = await launched(context, 3)
  const served = async () =>
    (await service.call('GET', `/serve/acme/${campaign.split('/').pop()}/2`, undefined, { key: undefined })).text
  const side = { siteName: 'Magazine', placementName: 'Side', bannerImpressionInTagPixelTracker: `${world.base}/new` }
  await service.must('PUT', `${account}/media-plans/3/trackers/1`, { mediaPlanDetails: [side] })
  assert.ok((await served()).includes(`${world.base}/side`))
  await activated(service, campaign)
  assert.ok((await served()).includes(`${world.base}/new`))
})

test('a campaign with a placement that the plan lacks could not be activated', async ({ service }) => {
  const placements = [{ adUnitId: 1, siteId: 501, placementId: 'P-404' }]
  const unknown = await campaignWith(service, ['one'], { mediaPlanId: 1, placements })
  assert.is((await activated(service, unknown)).status, 'ACTIVE')
  assert.is((await tagsOf(service, unknown))[0]?.['Placement ID'], 'P-404')
})

test.run()
