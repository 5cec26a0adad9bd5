import type { Browser, Page as Tab } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { servedDocument } from '../../../src/domain/tags/served-document.ts'
import { tagSandbox } from '../../../src/domain/tags/tag-loader.ts'
import { adDocumentHeaders } from '../../../src/pages/ad-document.ts'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { servePages } from '../../support/servers/page-server.ts'

type Context = {
  browser: Browser
  server: Awaited<ReturnType<typeof servePages>>
  ad: string
  leadsTo: string | undefined
  tab: Tab
}
const clicks = suite<Context>('clicks in an ad')
/** Far more than a busy machine needs. */
const patienceMs = 60_000

clicks.before(async context => {
  context.browser = await launchBrowser()
})
// a server for each test: a beacon outlives its page, and would count in the test after it
clicks.before.each(async context => {
  context.ad = ''
  context.leadsTo = "/shop?a='"
  context.server = await servePages((hit, base) => {
    if (hit.path === '/publisher') return { body: `<iframe src="/ad" sandbox="${tagSandbox}"></iframe>` }
    if (hit.path !== '/ad') return { body: hit.path }
    const body = servedDocument({
      ad: preparedAd(context.ad),
      impressionTrackers: [`${base}/impression`],
      clickTrackers: [`${base}/beacon`],
      ...(context.leadsTo === undefined ? {} : { clickthroughUrl: base + context.leadsTo }),
    })
    return { headers: adDocumentHeaders('anyone'), body }
  })
  context.tab = await (await context.browser.newContext()).newPage()
  context.tab.context().setDefaultTimeout(patienceMs)
})
clicks.after.each(async ({ server, tab }) => {
  await tab.context().close()
  await server.close()
})
clicks.after(({ browser }) => browser.close())

const show = async (context: Context, ad: string) => {
  context.ad = ad
  await context.tab.goto(`${context.server.base}/publisher`)
  await context.server.until(hits => hits.some(hit => hit.path === '/impression'))
  return context.tab.frames()[1]!.locator('#ad')
}
const requests = ({ server }: Context, path: string) => server.hits.filter(hit => hit.path === path).length
const counted = ({ server }: Context, path: string) => server.until(hits => hits.some(hit => hit.path === path))

for (const code of ['window.open(window.clickTag)', 'void(window.open(clickTag))', `window.open('{{clickUrl}}')`])
  clicks(`a link of code leads to the shop instead of an empty tab: ${code}`, async context => {
    const ad = await show(context, `<a id="ad" href="JavaScript:${code}">Buy</a>`)
    const [shop] = await Promise.all([context.tab.waitForEvent('popup'), ad.click()])
    await shop.waitForURL(`${context.server.base}/shop?a=%27`)
    assert.is(context.tab.context().pages().length, 2)
  })

clicks('an address that holds code is no code where a link of code shows it', async context => {
  const ad = await show(context, `<a id="ad" href="javascript:window.open('{{clickUrl}}');window.ran=1">Buy</a>`)
  await Promise.all([context.tab.waitForEvent('popup'), ad.click()])
  assert.is(await ad.evaluate('window.ran'), 1)
})

clicks('a link to a place in the ad moves in the ad and counts nothing', async context => {
  const ad = await show(context, '<a id="ad" href="#two">Next</a><p id="two">Two <a href="{{clickUrl}}">Buy</a></p>')
  await ad.click()
  await context.tab.frames()[1]!.waitForURL('**/ad#two')
  await context.tab.frames()[1]!.locator('#two a').click()
  await counted(context, '/shop')
  await counted(context, '/beacon')
  assert.equal(
    ['/ad', '/impression', '/beacon'].map(path => requests(context, path)),
    [1, 1, 1],
  )
})

clicks(
  'a link to a place in the ad moves in the ad, also where its other addresses are those of another host',
  async context => {
    const html = '<base href="https://cdn.invalid/ad/"><a id="ad" href="#two">Next</a><p id="two">Two</p>'
    const ad = await show(context, html)
    await ad.click()
    await context.tab.frames()[1]!.waitForURL('**/ad#two')
    assert.is(await ad.textContent(), 'Next')
  },
)

clicks('a link without an address does nothing, as it would show the ad once more', async context => {
  const ad = await show(context, '<a id="ad" href="">Buy</a>')
  const isFollowed = await ad.evaluate(link =>
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
  )
  assert.is(isFollowed, false)
})

clicks('a link in the shadow tree of a component is counted once, and so is one around a component', async context => {
  const component = (inner: string) =>
    `<script>document.currentScript.previousElementSibling.attachShadow({mode:'open'}).innerHTML=${JSON.stringify(inner)}</script>`
  const inside = `<div></div>${component('<a id="ad" href="{{clickUrl}}">Buy</a>')}`
  const around = `<a href="{{clickUrl}}"><span></span>${component('<b id="two">Buy</b>')}</a>`
  const ad = await show(context, inside + around)
  const links = [ad, context.tab.frames()[1]!.locator('#two')]
  for (const [before, link] of links.entries()) {
    await link.click()
    await context.server.until(hits => hits.filter(hit => hit.path === '/beacon').length > before)
  }
  assert.is(requests(context, '/beacon'), 2)
})

for (const name of ['href', 'xlink:href'])
  clicks(`a link in an SVG opens the shop in a tab of its own, and is counted: ${name}`, async context => {
    const svg = `<svg width="90" height="90"><a ${name}="{{clickUrl}}"><rect id="ad" width="90" height="90"/></a></svg>`
    const ad = await show(context, svg)
    await Promise.all([context.tab.waitForEvent('popup'), ad.click()])
    for (const path of ['/shop', '/beacon']) await counted(context, path)
    assert.match(context.tab.frames()[1]!.url(), '/ad')
  })

for (const [way, html] of [
  ['by a script', '<div id="ad" onclick="window.open(clickTag)">Buy</div>'],
  ['by a script with clickTAG', '<div id="ad" onclick="window.open(clickTAG)">Buy</div>'],
  ['by a button', `<button id="ad" onclick="window.open('{{clickUrl}}')">Buy</button>`],
  [
    'by a link whose script opens it',
    '<a id="ad" href="{{clickUrl}}" onclick="window.open(this.href);return false">Buy</a>',
  ],
  ['by a link of code', '<a id="ad" href="javascript:window.open(clickTag)">Buy</a>'],
  [
    'by a link that keeps its click to itself',
    '<a id="ad" href="{{clickUrl}}" onclick="event.stopPropagation()">Buy</a>',
  ],
  ['as a press of the button begins', '<div id="ad" onmousedown="window.open(clickTag)">Buy</div>'],
] as const)
  clicks(`a click is counted once, each time, if the shop is opened ${way}`, async context => {
    const ad = await show(context, html)
    for (const times of [1, 2]) {
      await ad.click()
      await context.server.until(hits => hits.filter(hit => hit.path === '/shop').length === times)
      await context.server.until(hits => hits.filter(hit => hit.path === '/beacon').length >= times)
      assert.is(requests(context, '/beacon'), times)
    }
  })

clicks('a link that is opened with the middle button is counted, one with the right button is not', async context => {
  const ad = await show(context, '<a id="ad" href="{{clickUrl}}">Buy</a>')
  await ad.click({ button: 'right' })
  await ad.click({ button: 'middle' })
  await counted(context, '/shop')
  await counted(context, '/beacon')
  assert.is(requests(context, '/beacon'), 1)
})

clicks('a window that an ad opens by itself is no click', async context => {
  const ad = await show(context, '<b id="ad">Buy</b><script>setTimeout(function(){window.open(clickTag)})</script>')
  await counted(context, '/shop')
  await ad.evaluate(`fetch('/last', { mode: 'no-cors' })`)
  await counted(context, '/last')
  assert.is(requests(context, '/beacon'), 0)
})

clicks('a clickTag opens nothing where the ad has no page behind its click', async context => {
  context.leadsTo = undefined
  const ad = await show(
    context,
    '<b id="ad" onclick="window.open(clickTag);fetch(\'/last\', { mode: \'no-cors\' })">Buy</b>',
  )
  await ad.click()
  await counted(context, '/last')
  assert.is(context.tab.context().pages().length, 1)
  assert.is(requests(context, '/beacon'), 0)
})

clicks('an ad that is a link as a whole is one for the keyboard and for screen readers', async context => {
  const ad = await show(context, '<!doctype html><p id="ad">Pots for spring</p>')
  const link = context.tab.frames()[1]!.getByRole('link', { name: 'Pots for spring' })
  assert.is(await link.evaluate(node => getComputedStyle(node).cursor), 'pointer')
  await context.tab.keyboard.press('Tab')
  assert.is(await ad.evaluate('document.activeElement === document.body'), true)
  const [shop] = await Promise.all([context.tab.waitForEvent('popup'), context.tab.keyboard.press('Enter')])
  await shop.waitForURL(`${context.server.base}/shop**`)
  await counted(context, '/beacon')
  assert.is(requests(context, '/beacon'), 1)
})

clicks.run()
