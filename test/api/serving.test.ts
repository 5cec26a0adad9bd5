import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tagPage, tagPicture } from '../../examples/demo/tag-page.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { freePort } from '../support/servers/free-port.ts'
import { servePages } from '../support/servers/page-server.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { saveCreative } from '../support/service/flow.ts'
import { account, activated, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('serving ads')
/** Milliseconds for a step of the browser: far more than a busy machine needs. */
const patienceMs = 180_000
let service: Service
const clock = aheadClock()
// about noon of tomorrow, so that no day ends during a test
clock.pass((36 - new Date().getUTCHours()) * 3_600_000)
test.before(async () => {
  service = await startService({}, { clock })
  await provision(service)
})
test.after(() => service.stop())

const live = async (creatives: readonly string[], more: object = {}) => {
  const campaign = await campaignWith(service, creatives, more)
  await activated(service, campaign)
  return campaign
}
const placeOf = (campaign: string, unit: number | string = 1) => `/serve/acme/${campaign.split('/').pop()}/${unit}`
const served = (campaign: string, unit: number | string = 1) =>
  service.call('GET', placeOf(campaign, unit), undefined, { key: undefined })
/** How often each creative was shown in the given number of requests. */
const shownIn = async (campaign: string, times: number) => {
  const counts: Record<string, number> = {}
  for (let batch = 0; batch < times; batch += 20) {
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await served(campaign)).text))
    for (const text of texts) {
      const name = />(one|two|three)</.exec(text)?.[1] ?? 'none'
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  return counts
}

test('without weights every creative is shown about equally often (TAGS-6)', async () => {
  const counts = await shownIn(await live(['one', 'two', 'three']), 300)
  assert.equal(Object.keys(counts).sort(), ['one', 'three', 'two'])
  // 100 of 300 on average; less than 50 is six standard deviations away
  for (const [name, n] of Object.entries(counts)) assert.ok(n > 50, `${name}: ${n}`)
})

test('rotation follows the weight column; weight 0 is never shown, and a weight that is no number is 1 (TAGS-10)', async () => {
  const campaign = await campaignWith(service, ['one', 'two', 'three', 'four'], { rotationWeightColumn: 'weight' })
  for (const [name, weight] of [
    ['one', '9'],
    ['two', 'many'],
    ['three', '0'],
  ] as const)
    await saveCreative(service, campaign, name, name, {
      dynamicAssets: [{ columnName: 'weight', columnValue: weight }],
    })
  const { message } = await activated(service, campaign)
  assert.match(message, /Creatives without a number in weight have weight 1: four, two\.$/)
  const counts = await shownIn(campaign, 400)
  assert.is(counts.three, undefined)
  assert.ok((counts.one ?? 0) > 3 * (counts.two ?? 0), JSON.stringify(counts))
  assert.ok((counts.two ?? 0) > 5, JSON.stringify(counts))
})

test('an ad unit may have any id that the interface accepts', async () => {
  const longest = Number.MAX_SAFE_INTEGER
  const adUnits = [{ adUnitId: longest, adUnitName: 'Long', dimension: '80x40', html: '<p>{{headline}}</p>' }]
  await service.must('PUT', `${account}/template-campaigns/2`, { templateCampaignName: 'Long ids', adUnits })
  const campaign = await campaignWith(service, ['one'], { templateCampaignIdx: 2 })
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const open = (path: string) => service.call('GET', path, undefined, { key: undefined })
  const served = `/serve/acme/${campaign.split('/').pop()}/${longest}`
  for (const path of [served, `${served}.png`]) assert.is((await open(path)).status, 200, path)
  const { previewUrls } = (await service.must('GET', `${campaign}/creatives`)).creatives[0]
  const { pathname, search } = new URL(previewUrls[0].url)
  for (const ending of ['', '.png', '.html']) assert.is((await open(pathname + ending + search)).status, 200, ending)
})

test('outside its dates an ad is an empty document, and its picture and click return 404 (TAGS-6)', async () => {
  const today = clock.now().toISOString().slice(0, 10)
  for (const [dates, shows] of [
    [{ startDate: today, endDate: today }, true],
    [{ startDate: '2999-01-01', endDate: '2999-12-31' }, false],
  ] as const) {
    const campaign = await live(['one'], dates)
    const { status, text } = await served(campaign)
    assert.is(status, 200)
    assert.is(/one/.test(text), shows)
    assert.is((await served(campaign, '1.png')).status, shows ? 200 : 404)
    assert.is((await served(campaign, '1/click')).status, shows ? 302 : 404)
  }
})

test('an inactive or ended campaign and an unknown ad unit serve an empty document (TAGS-6)', async () => {
  const draft = await campaignWith(service, ['one'])
  assert.not.match((await served(draft)).text, 'one')
  const campaign = await live(['one'])
  assert.not.match((await served(campaign, 99)).text, 'one')
  assert.match((await served(campaign)).text, 'one')
  await service.must('POST', `${campaign}/end`)
  assert.not.match((await served(campaign)).text, 'one')
  assert.is((await served(campaign, 99)).status, 200, 'a publisher’s page never shows an error')
})

test('who looks for a missing ad reads why, in the comment of its document and in the answers to picture and click (TAGS-9)', async () => {
  const ended = await live(['one'])
  await service.must('POST', `${ended}/end`, {})
  const draft = await campaignWith(service, ['one'])
  const [later, running] = [await live(['one'], { startDate: '2999-01-01' }), await live(['one'])]
  for (const [campaign, unit, why] of [
    [ended, 1, 'its campaign has ended'],
    [draft, 1, 'no campaign that was activated has this address'],
    ['/999', 1, 'no campaign that was activated has this address'],
    [later, 1, 'the first day of its campaign has not come (UTC)'],
    [running, 77, 'its ad unit did not go live with the campaign'],
  ] as const) {
    const detail = `This ad is not running: ${why}.`
    assert.match((await served(campaign, unit)).text, `<!-- ${detail} -->`)
    for (const part of [`${unit}.png`, `${unit}/click`]) {
      const { status, json } = await served(campaign, part)
      assert.equal([status, json.detail], [404, detail], part)
    }
  }
  const opened = { key: undefined, headers: { accept: 'text/html' } }
  assert.match((await service.call('GET', placeOf(running, 'x'), undefined, opened)).text, 'status of this answer')
})

test('the document is never cached, is sandboxed, and may be embedded in any page (TAGS-6)', async () => {
  const { headers } = await served(await live(['one']))
  assert.match(headers.get('cache-control') ?? '', 'no-store')
  assert.match(headers.get('content-security-policy') ?? '', /sandbox allow-scripts/)
  assert.is(headers.get('x-frame-options'), null)
  assert.is(headers.get('x-content-type-options'), 'nosniff')
})

test('a page that is isolated from other origins gets the document with a policy that it accepts (TAGS-6)', async () => {
  const campaign = await live(['one'])
  const policyOf = async (query: string) =>
    (await fetch(`${service.url}${placeOf(campaign, '1')}${query}`)).headers.get('cross-origin-embedder-policy')
  assert.is(await policyOf('?cb=1&isolated=1'), 'require-corp')
  assert.is(await policyOf('?cb=1'), null, 'elsewhere it would keep the pictures of other hosts away')
})

test('the picture for browsers without scripts is the ad at its size (TAGS-6)', async () => {
  const campaign = await live(['one'])
  const answer = await fetch(service.url + placeOf(campaign, '1.png'))
  assert.is(answer.headers.get('content-type'), 'image/png')
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.equal([info.width, info.height, [...data.subarray(-3)]], [80, 40, [0xcc, 0x33, 0x00]])
})

test('a click leads to the creative’s address, otherwise the campaign’s, and never to one from the request (TAGS-6)', async () => {
  const campaign = await live(['one'])
  const click = async (query = '') =>
    (await fetch(`${service.url}${placeOf(campaign, '1/click')}${query}`, { redirect: 'manual' })).headers.get(
      'location',
    )
  assert.is(await click(), 'https://shop.example.com/')
  assert.is(await click('?click=https://evil.example/&to=https://evil.example/'), 'https://shop.example.com/')
  await saveCreative(service, campaign, 'one', 'one', { clickthroughUrl: 'https://shop.example.com/one' })
  await activated(service, campaign)
  assert.is(await click(), 'https://shop.example.com/one')
})

test('picture and click of one impression are of the same creative, and both come about by their weights (TAGS-16)', async () => {
  const campaign = await campaignWith(service, ['one', 'two'], { rotationWeightColumn: 'weight' })
  for (const [name, weight] of [
    ['one', '3'],
    ['two', '1'],
  ] as const)
    await saveCreative(service, campaign, name, name.repeat(3), {
      clickthroughUrl: `https://shop.example.com/${name}`,
      dynamicAssets: [
        { columnName: 'headline', columnValue: name.repeat(3) },
        { columnName: 'weight', columnValue: weight },
      ],
    })
  await activated(service, campaign)
  const ask = (part: string, query: string, agent: string) =>
    fetch(`${service.url}${placeOf(campaign, part)}${query}`, {
      redirect: 'manual',
      headers: { 'user-agent': agent },
    })
  const impression = async (query: string, agent: string) => {
    const click = (await ask('1/click', query, agent)).headers.get('location') ?? ''
    return [click, Buffer.from(await (await ask('1.png', query, agent)).arrayBuffer()).toString('base64')] as const
  }
  for (const at of [
    (n: number) => impression(`?cb=${1_700_000_000_000 + n}`, 'one browser'),
    (n: number) => impression(`?cb=\${CACHEBUSTER}`, `browser ${n}`),
  ]) {
    const found: (readonly [string, string])[] = []
    for (let n = 0; n < 200; n += 20)
      found.push(...(await Promise.all(Array.from({ length: 20 }, (_, i) => at(n + i)))))
    assert.is(new Set(found.map(pair => pair.join(' '))).size, 2, 'each click has one picture')
    assert.is(new Set(found.map(([, picture]) => picture)).size, 2, 'and each picture one click')
    const ones = found.filter(([click]) => click.endsWith('/one')).length
    // 150 of 200 on average; less than 110 or more than 190 is six standard deviations away
    assert.ok(ones > 110 && ones < 190, `${ones} of 200`)
  }
})

test('a tag of the CSV, pasted into a page of another site, shows the ad and leads to the shop (TAGS-6)', async () => {
  const shop = await servePages(hit => (hit.path === '/shop' ? { body: 'The shop' } : undefined))
  const campaign = await live(['one'], { clickthroughUrl: `${shop.base}/shop?from=ad` })
  const csv = (await service.call('GET', `${campaign}/download-tags`)).text
  const [row] = parse(csv, { columns: true, bom: true }) as Record<string, string>[]
  const publisher = await servePages(() => ({ body: `<!doctype html><h1>News</h1>${row?.Tag}<p>More news</p>` }))
  const browser = await launchBrowser()
  try {
    const tab = await browser.newPage()
    tab.setDefaultTimeout(patienceMs)
    const complaints: string[] = []
    tab.on('pageerror', error => complaints.push(error.message))
    await tab.goto(publisher.base)
    const frame = tab.locator('iframe')
    await frame.waitFor()
    const box = await frame.boundingBox()
    assert.equal([box?.width, box?.height], [80, 40])
    const ad = tab.frameLocator('iframe').locator('body')
    assert.match((await ad.textContent()) ?? '', 'one')
    const corner = async () => [
      ...(
        await sharp(await frame.screenshot())
          .removeAlpha()
          .raw()
          .toBuffer()
      ).subarray(-3),
    ]
    // it is visible, not only present; the browser paints it when it comes to it
    await until(corner, ([red, green, blue]) => red === 0xcc && green === 0x33 && blue === 0x00)
    const [opened] = await Promise.all([tab.waitForEvent('popup'), ad.click()])
    await opened.waitForURL(`${shop.base}/shop**`)
    assert.is(new URL(opened.url()).searchParams.get('from'), 'ad')
    assert.equal(complaints, [])
  } finally {
    await browser.close()
    await publisher.close()
    await shop.close()
  }
})

test('the page of tags that the demo writes says that it is blank once its service has ended', async () => {
  const csv = (await service.call('GET', `${await live(['one'])}/download-tags`)).text
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[]
  const { width, height } = await sharp(await tagPicture(rows)).metadata()
  assert.ok(width > 80 && height > 90, 'the ads are on one picture')
  const pages = await servePages(({ path }) => ({
    body: tagPage(rows, path === '/live' ? service.url : `http://127.0.0.1:${closed}`),
  }))
  const closed = await freePort()
  const browser = await launchBrowser()
  try {
    const tab = await browser.newPage()
    tab.setDefaultTimeout(patienceMs)
    const note = tab.getByText('The ads are blank')
    const asked = tab.waitForResponse(`${service.url}/healthz`)
    await tab.goto(`${pages.base}/live`)
    await asked
    assert.is(await note.isVisible(), false)
    assert.is(await tab.locator('iframe').count(), 2)
    assert.equal(await tab.locator('main > h1').allInnerTexts(), ['Tags of Spring Garden'])
    await tab.goto(`${pages.base}/ended`)
    await note.waitFor({ state: 'visible' })
    assert.match((await note.textContent()) ?? '', 'npm run demo -- --serve')
  } finally {
    await browser.close()
    await pages.close()
  }
})

test('whoever moves the dates of a live campaign reads that its ads keep the old ones until it is activated again (CAMPAIGN-7)', async () => {
  const today = clock.now().toISOString().slice(0, 10)
  const moved = async (campaign: string) => (await service.must('PUT', campaign, { startDate: today })).message
  const dates = { startDate: '2999-01-01', endDate: '2999-12-31' }
  assert.not.match(await moved(await campaignWith(service, ['one'], dates)), 'activate')
  const campaign = await live(['one'], dates)
  assert.match(await moved(campaign), 'Its ads keep the dates of its last activation: activate it again')
  assert.not.match((await served(campaign)).text, 'one')
  assert.not.match(await moved(campaign), 'activate', 'nothing was changed')
  await activated(service, campaign)
  assert.match((await served(campaign)).text, 'one')
})

test.run()
