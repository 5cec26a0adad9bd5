import { parse } from 'csv-parse/sync'
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createFeedCampaign, loadFeed } from '../../examples/demo/feed-campaign.ts'
import { permissions } from '../../examples/demo/permissions.ts'
import { type ReadCampaign, readCampaign } from '../../src/cli/campaign-file.ts'
import { restClient } from '../../src/cli/rest.ts'
import { sendCampaign } from '../../src/cli/send-campaign.ts'
import { type RunningSandbox, startDspSandbox } from '../../src/dsp-sandbox/start.ts'
import { areas, commandOf } from '../../src/http/openapi/areas.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { dspEnvironment } from '../support/servers/dsp.ts'
import { servePages } from '../support/servers/page-server.ts'
import { askExport } from '../support/service/flow.ts'
import { whenIndexed } from '../support/service/indexed.ts'
import { activated, adminKey, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

type Context = {
  sandbox: RunningSandbox
  service: Service
  browser: Browser
  tracker: Awaited<ReturnType<typeof servePages>>
  page: string
  read: ReadCampaign
}

const test = suite<Context>('the demo campaign')
/** Milliseconds for a step of the browser: far more than a busy machine needs. */
const patienceMs = 180_000
const example = new URL('../../examples/spring-garden', import.meta.url).pathname
const offers = new URL('../../examples/weekly-offers', import.meta.url).pathname
const none = () => undefined
const fernhollow = '/v2/accounts/fernhollow-uk'

/** The example with one creative and no approvers; its trackers and its shop are local. */
const local = (read: ReadCampaign, base: string): ReadCampaign => {
  const { campaign } = read
  const { mediaPlan, retailCampaign, creatives = [] } = campaign
  const trackers = (mediaPlan?.trackers ?? []).map(item =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, String(value).replace(/^asset:/, `${base}/`)]),
    ),
  )
  const creative = { ...creatives[0], creativeName: 'one', clickthroughUrl: `${base}/shop` }
  return {
    ...read,
    campaign: {
      ...campaign,
      retailSettings: { approvers: [] },
      creatives: [creative],
      ...(mediaPlan ? { mediaPlan: { ...mediaPlan, trackers } } : {}),
      ...(retailCampaign ? { retailCampaign: { ...retailCampaign, externalId: 'local' } } : {}),
    },
  }
}

test.before(async context => {
  context.page = ''
  context.sandbox = await startDspSandbox({ advertisers: 1 })
  context.service = whenIndexed(await startService(dspEnvironment(context.sandbox)))
  context.browser = await launchBrowser()
  context.tracker = await servePages(hit => ({ body: hit.path === '/publisher' ? context.page : '' }))
  context.read = await readCampaign(example)
})
test.after(async ({ sandbox, service, browser, tracker }) => {
  await browser.close()
  await tracker.close()
  await service.stop()
  await sandbox.stop()
})

test('the example, imported twice, has one channel and one media plan whose trackers need no internet', async ({
  service,
  read,
}) => {
  const rest = restClient({ base: service.url, key: adminKey })
  await sendCampaign(read, rest, none)
  const { retailCampaignIdx } = await sendCampaign(read, rest, none)
  const { mediaChannels } = await service.must('GET', '/v2/org/fernhollow/retail-media-channels')
  assert.is(mediaChannels.length, 1)
  const campaign = await service.must('GET', `${fernhollow}/retail-campaigns/${retailCampaignIdx}`)
  assert.equal([campaign.mediaChannelIdx, campaign.mediaPlanId], [mediaChannels[0].idx, 1])
  const { sites } = await service.must('GET', `${fernhollow}/media-plans/1/trackers/${retailCampaignIdx}`)
  const urls: string[] = sites[0].placements.flatMap((p: object) => Object.values(p).flat()).filter(isUrl)
  assert.is(urls.length, 9)
  for (const url of urls) {
    assert.ok(url.startsWith(`${service.url}/assets/fernhollow-uk/`), url)
    assert.is((await service.call('GET', url, undefined, { key: undefined })).status, 200)
  }
})
const isUrl = (value: unknown) => typeof value === 'string' && value.startsWith('http')

test('the tags of the example, pasted into a page, fire the trackers of their placements', async context => {
  const { service, browser, tracker, read } = context
  const rest = restClient({ base: service.url, key: adminKey })
  const { retailCampaignIdx } = await sendCampaign(local(read, tracker.base), rest, none)
  const campaign = `${fernhollow}/retail-campaigns/${retailCampaignIdx}`
  const status = await activated(service, campaign)
  assert.is(status.status, 'ACTIVE', status.message)
  const { text } = await service.call('GET', `${campaign}/download-tags`)
  const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  assert.equal(
    rows.map(row => row['Media Channel']),
    ['Fernhollow Audience Network', 'Fernhollow Audience Network', 'Fernhollow Audience Network'],
  )
  context.page = `<!doctype html>${rows.map(row => `<p>${row.Tag}</p>`).join('')}`
  const tab = await browser.newPage({ viewport: { width: 1000, height: 1200 } })
  tab.setDefaultTimeout(patienceMs)
  await tab.goto(`${tracker.base}/publisher`)
  const reported = (name: string) => tracker.hits.flatMap(hit => hit.query.get(name) ?? []).sort()
  const placements = ['P-101', 'P-102', 'P-103']
  await tracker.until(() => reported('seen').length >= 3 && reported('loaded').length >= 3)
  assert.equal([reported('seen'), reported('loaded'), reported('clicked')], [placements, placements, []])
  const [shop] = await Promise.all([
    tab.waitForEvent('popup'),
    tab.frameLocator('iframe').first().locator('a').first().click(),
  ])
  await tracker.until(() => reported('clicked').length > 0)
  await shop.waitForURL(`${tracker.base}/shop**`)
  assert.equal(reported('clicked'), ['P-101'])
  await tab.close()
})

test('the feed campaign of the demo shows each product in each size', async ({ service, read, tracker }) => {
  const rest = restClient({ base: service.url, key: adminKey })
  await sendCampaign(local(read, tracker.base), rest, none)
  const source = await loadFeed(offers, rest, 'fernhollow-uk')
  const campaign = `${fernhollow}/retail-campaigns/${await createFeedCampaign(offers, rest, 'fernhollow-uk', source)}`
  const status = await activated(service, campaign)
  assert.is(status.status, 'ACTIVE', status.message)
  const { values } = await service.must('GET', `${campaign}/brands?searchKeyword=creme`)
  assert.equal(values, ['Crème de la Crème'])
  const { queueId } = await askExport(service, campaign, 'png')
  const queue = await until(
    async () => service.must('GET', `${fernhollow}/queues/${queueId}`),
    ({ status: now }) => now === 'COMPLETED' || now === 'FAILED',
  )
  assert.equal([queue.status, queue.done], ['COMPLETED', 12])
})

test('each example of the documentation works with the data and the permissions of the demo (HTTP-28)', async ({
  service,
}) => {
  const workflow = { requestId: 'page', inventoryType: 'OffSite', retailer: { id: 'fernhollow', name: 'Fernhollow' } }
  const brandUrl = 'https://brand.example/'
  await service.must('POST', `${fernhollow}/tmplGenAI/sync-flow`, { ...workflow, brandUrl })
  const body = { owner: 'demo', permissions, organisations: ['fernhollow'] }
  const { apiKey } = await service.must('POST', `${fernhollow}/api-keys`, body)
  for (const { name, example } of areas) {
    const path = example.path.replace('$ACCOUNT', 'fernhollow-uk')
    const key = example.isPublic ? undefined : apiKey
    const { status, text } = await service.call(example.body ? 'POST' : 'GET', path, example.body, { key })
    assert.is(status, 200, `${name}: ${text}`)
  }
})

test('the examples are commands for a shell', () => {
  const commands = areas.map(({ example }) => commandOf(example))
  assert.is(commands[0], 'curl "$URL/v2/accounts/$ACCOUNT" \\\n  -H "svc_apikey: $KEY"')
  for (const command of commands)
    assert.match(command, /^curl "\$URL\/[^"'`\\]+"( \\\n {2}-[Hd] ("[^"`\\]+"|'[^']+'))*$/)
})

test.run()
