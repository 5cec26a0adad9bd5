import type { Browser, Page as Tab } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { macroTexts, macroValues } from '../../../src/domain/tags/ad-server-macros.ts'
import { macroClickUrl } from '../../../src/domain/tags/click-chain.ts'
import { filledWith } from '../../../src/domain/tags/foreign-macros.ts'
import { pixelKey } from '../../../src/domain/tags/impression-pixel.ts'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { serveUrl } from '../../../src/domain/tags/serve-url.ts'
import { servedDocument } from '../../../src/domain/tags/served-document.ts'
import { adTag } from '../../../src/domain/tags/tag.ts'
import { loader } from '../../../src/domain/tags/tag-loader.ts'
import { adDocumentHeaders } from '../../../src/pages/ad-document.ts'
import { onePixel } from '../../pages/examples.ts'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { type Hit, type Page, servePages } from '../../support/servers/page-server.ts'

const linked =
  '<!doctype html><body style="margin:0"><a id="ad" href="{{clickUrl}}" style="display:block;height:100%">Buy</a>'
const pictureOnly = '<body style="margin:0"><h1 id="ad">Buy</h1>'
const macroNames = ['CLICK_URL_ENC', 'CACHEBUSTER', 'GDPR', 'GDPR_CONSENT_755']

type Context = {
  browser: Browser
  server: Awaited<ReturnType<typeof servePages>>
  publisher: string
  publisherHeaders: Record<string, string>
  ad: string
  /** Where impression trackers redirect to. */
  trackersLeadTo: string | undefined
  tag: (style?: 'dsp' | 'none') => string
}
const tags = suite<Context>('tags in a page')

const ids = { accountId: 'acme', retailCampaignIdx: 12, adUnitId: 3 }
const redirect = (to: string | null): Page => ({ status: 302, headers: { Location: to ?? '/lost' } })

const served = (hit: Hit, base: string, html: string): Page => {
  const query = Object.fromEntries(hit.query)
  const values = macroTexts(macroValues(query, new Date(4711)))
  const click = macroClickUrl(query.click)
  const body = servedDocument({
    ad: preparedAd(html),
    impressionTrackers: [filledWith(`${base}/count/impression?cb={cachebuster}`, values), 'javascript:alert(1)'],
    viewableTrackers: [filledWith(`${base}/count/viewable?cb={cachebuster}`, values)],
    clickTrackers: [`${base}/count/click?to={redirect}`, `${base}/count/beacon`],
    ...(click === undefined ? {} : { macroClickUrl: click }),
    clickthroughUrl: `${base}/shop?from=ad&x=</script>`,
  })
  return { headers: adDocumentHeaders('anyone'), body }
}

tags.before(async context => {
  context.browser = await launchBrowser()
  context.tag = (macroStyle = 'dsp') =>
    adTag({
      ...ids,
      publicUrl: context.server.base,
      width: 300,
      height: 250,
      macroStyle,
      impressionTrackers: [`${context.server.base}/count/pixel?cb={cachebuster}`],
    })
})
// a server for each test: a beacon outlives its page, and would count in the test after it
tags.before.each(async context => {
  context.ad = linked
  context.trackersLeadTo = undefined
  context.publisher = ''
  context.publisherHeaders = {}
  context.server = await servePages((hit, base) => {
    switch (hit.path) {
      case '/publisher':
        return { headers: context.publisherHeaders, body: context.publisher }
      case '/serve/acme/12/3':
        return served(hit, base, context.ad)
      case '/serve/acme/12/3.png':
        return { headers: { 'Content-Type': 'image/png' }, body: onePixel }
      case '/count/impression':
        return context.trackersLeadTo === undefined ? { body: '' } : redirect(context.trackersLeadTo)
      case '/serve/acme/12/3/click':
      case '/count/click':
        return redirect(hit.query.get('to') ?? `${base}/shop`)
      case '/dsp':
        return redirect(hit.query.get('adurl'))
      default:
        return { body: hit.path === '/shop' ? 'The shop' : '' }
    }
  })
})
tags.after.each(({ server }) => server.close())
tags.after(({ browser }) => browser.close())

const expanded = (tag: string, values: readonly string[]) =>
  macroNames.reduce((text, name, i) => text.replaceAll(`\${${name}}`, () => values[i]!), tag)
const asked = (hits: readonly Hit[], path: string) => hits.filter(hit => hit.path === path)
/** Far more than a busy machine needs. */
const patienceMs = 60_000
const open = async ({ browser, server }: Context): Promise<Tab> => {
  const tab = await browser.newPage()
  // of the context, as the shop opens in a tab of its own
  tab.context().setDefaultTimeout(patienceMs)
  await tab.goto(`${server.base}/publisher`)
  return tab
}
const clickAd = async (tab: Tab, context: Context, selector = '#ad') => {
  const [shop] = await Promise.all([
    tab.waitForEvent('popup'),
    tab.frameLocator('iframe').first().locator(selector).click(),
  ])
  await shop.waitForURL(`${context.server.base}/shop**`)
  return shop
}

tags('a page with the same tag twice shows both ads without moving the layout', async context => {
  context.publisher = `<!doctype html><p>${context.tag()}</p><div id="below">below</div>${context.tag()}`
  const tab = await open(context)
  assert.is(await tab.frames().length, 3)
  for (const frame of tab.frames().slice(1)) assert.is(await frame.textContent('#ad'), 'Buy')
  assert.is(asked(context.server.hits, '/serve/acme/12/3').length, 2)
  const frame = tab.locator('iframe').first()
  const attributes = await tab.evaluate(
    '(f => ({ sandbox: f.getAttribute("sandbox"), scrolling: f.getAttribute("scrolling"), title: f.title }))(document.querySelector("iframe"))',
  )
  assert.equal(attributes, {
    sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
    scrolling: 'no',
    title: 'Advertisement',
  })
  const box = await frame.boundingBox()
  assert.equal([box?.width, box?.height], [300, 250])
  // The space is reserved before the frame exists: without it the text below has the same position.
  const below = (await tab.locator('#below').boundingBox())?.y
  await tab.evaluate('document.querySelectorAll("iframe").forEach(f => f.remove())')
  assert.is((await tab.locator('#below').boundingBox())?.y, below)
  const empty = await tab.locator('ins').first().boundingBox()
  assert.equal([empty?.width, empty?.height], [300, 250])
  assert.is(await tab.evaluate('window.clickTag'), undefined)
  await tab.close()
})

tags('an impression is counted exactly once', async context => {
  context.publisher = context.tag()
  const tab = await open(context)
  await context.server.until(hits => asked(hits, '/count/impression').length > 0)
  await tab.frames()[1]!.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
  assert.is(await tab.frames()[1]!.textContent('#ad'), 'Buy')
  assert.is(asked(context.server.hits, '/count/impression').length, 1)
  assert.is(asked(context.server.hits, '/count/pixel').length, 0)
  await tab.close()
})

tags('a tracker whose answer cannot be read has counted, and is not asked again', async context => {
  // as one that an ad blocker stops at its second address
  context.trackersLeadTo = 'http://127.0.0.1:1/'
  context.publisher = context.tag()
  const tab = await open(context)
  // a second later than the impression
  await context.server.until(hits => asked(hits, '/count/viewable').length > 0)
  assert.is(asked(context.server.hits, '/count/impression').length, 1)
  await tab.close()
})

tags('an ad counts as viewed only after it was in view', async context => {
  const far = (tag: string, cb: string) => expanded(tag, ['', cb, '0', 'x'])
  context.publisher = `<!doctype html>${far(context.tag(), 'top')}<div style="height:3000px"></div>${far(context.tag(), 'below')}`
  const tab = await open(context)
  const viewed = (hits: readonly Hit[]) => asked(hits, '/count/viewable').map(hit => hit.query.get('cb'))
  await context.server.until(hits => viewed(hits).length > 0 && asked(hits, '/count/impression').length > 1)
  assert.is(asked(context.server.hits, '/count/impression').length, 2, 'both have loaded')
  assert.equal(viewed(context.server.hits), ['top'])
  await tab.locator('iframe').last().scrollIntoViewIfNeeded()
  await context.server.until(hits => viewed(hits).length > 1)
  await tab.evaluate('scrollTo(0, 0)')
  assert.equal(viewed(context.server.hits), ['top', 'below'])
  await tab.close()
})

tags('a click through a DSP is counted on its way to the shop', async context => {
  const dsp = encodeURIComponent(`${context.server.base}/dsp?id=7&adurl=`)
  context.publisher = expanded(context.tag(), [dsp, '815', '1', 'CPx.y-z_'])
  const tab = await open(context)
  const shop = await clickAd(tab, context)
  // neither has to arrive before the shop has opened
  for (const path of ['/count/beacon', '/count/impression'])
    await context.server.until(hits => asked(hits, path).length > 0)
  const [ad] = asked(context.server.hits, '/serve/acme/12/3')
  assert.equal(Object.fromEntries(ad!.query), {
    cb: '815',
    click: `${context.server.base}/dsp?id=7&adurl=`,
    gdpr: '1',
    gdpr_consent: 'CPx.y-z_',
  })
  const way = context.server.hits.map(hit => hit.path).filter(path => ['/count/click', '/dsp', '/shop'].includes(path))
  assert.equal(way, ['/count/click', '/dsp', '/shop'])
  assert.is(asked(context.server.hits, '/shop')[0]!.query.get('from'), 'ad')
  assert.is(asked(context.server.hits, '/count/impression')[0]!.query.get('cb'), '815')
  assert.is(asked(context.server.hits, '/count/beacon').length, 1)
  await shop.close()
  await tab.close()
})

tags('clicks work in a tag that was pasted by hand with unexpanded macros', async context => {
  context.publisher = context.tag()
  const tab = await open(context)
  const shop = await clickAd(tab, context)
  const [ad] = asked(context.server.hits, '/serve/acme/12/3')
  assert.equal([...ad!.query.keys()], ['cb'])
  assert.match(ad!.query.get('cb')!, /^\d+$/)
  await shop.close()
  await tab.close()
})

tags('an ad without a click URL is clickable as a whole', async context => {
  context.ad = pictureOnly
  context.publisher = context.tag('none')
  const tab = await open(context)
  const shop = await clickAd(tab, context)
  await context.server.until(hits => asked(hits, '/count/beacon').length > 0)
  await shop.close()
  await tab.close()
})

tags('an ad that opens clickTag itself opens exactly once', async context => {
  context.ad =
    '<button id="ad" onclick="window.open(clickTag)">Buy</button><script>var again = "{{{clickUrl}}}" === clickTag.replace(/\'/g, "%27")</script>'
  context.publisher = context.tag('none')
  const tab = await open(context)
  await (await clickAd(tab, context)).close()
  assert.is(await tab.frames()[1]!.evaluate('again'), true)
  assert.is(asked(context.server.hits, '/shop').length, 1)
  await tab.close()
})

tags('the script finds its box when a loader runs it later inside a frame', async context => {
  const boxes = context
    .tag()
    .replace(/<script[\s\S]*<\/script>/, '')
    .repeat(2)
  const inner = `<body>${boxes}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  context.publisher = `<iframe id="safe" srcdoc="${inner}" width="700" height="600"></iframe>`
  const tab = await open(context)
  const safe = tab.frames()[1]!
  await safe.evaluate(`for (let i = 0; i < 3; i++) new Function(${JSON.stringify(loader)})()`)
  assert.equal(
    await safe.evaluate('[...document.querySelectorAll("ins")].map(e => e.querySelectorAll("iframe").length)'),
    [1, 1],
  )
  await tab.close()
})

/** Inserts the nodes of a tag, and its script as one that runs. */
const inserted = (nodes: string) =>
  `[...${nodes}.childNodes].forEach(node => {
    const script = document.createElement('script')
    script.text = node.textContent
    document.body.appendChild(node.nodeName === 'SCRIPT' ? script : node)
  })`
for (const [way, parsed] of [
  ['DOMParser', `new DOMParser().parseFromString(tag, 'text/html').body`],
  ['a template', `Object.assign(document.createElement('template'), { innerHTML: tag }).content`],
] as const)
  tags(`a tag that a page parses with ${way} and inserts later is counted once`, async context => {
    const tab = await open(context)
    await tab.evaluate(`{ const tag = ${JSON.stringify(context.tag('none'))}; ${inserted(parsed)} }`)
    // a second later than the images of the page
    await context.server.until(hits => asked(hits, '/count/viewable').length > 0)
    const paths = context.server.hits.map(({ path }) => path)
    assert.is(paths.filter(path => path === '/count/impression').length, 1)
    assert.equal(
      paths.filter(path => /pixel|\/impression\/|\.png/.test(path)),
      [],
    )
    await tab.close()
  })

tags('a tag works in a post of a system that writes each ampersand of a text as an entity', async context => {
  const tag = expanded(context.tag(), [encodeURIComponent(`${context.server.base}/dsp?adurl=`), '815', '1', 'CP'])
  // as older releases of WordPress do
  context.publisher = `<!doctype html>${tag.replaceAll(/&(?!#\d+;|[a-z]+;)/g, '&#038;')}`
  const tab = await open(context)
  assert.is(await tab.frames()[1]!.textContent('#ad'), 'Buy')
  const [ad] = asked(context.server.hits, '/serve/acme/12/3')
  assert.equal([...ad!.query.keys()], ['cb', 'click', 'gdpr', 'gdpr_consent'])
  await tab.close()
})

for (const policy of ['require-corp', 'credentialless'])
  tags(
    `a page that is isolated from other origins shows the ad, and its clicks lead to the shop: ${policy}`,
    async context => {
      context.publisherHeaders = {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': policy,
      }
      context.publisher = context.tag()
      const tab = await open(context)
      assert.is(await tab.evaluate('crossOriginIsolated'), true)
      await (await clickAd(tab, context)).close()
      await tab.close()
    },
  )

tags('tags in the shadow trees of components show their ads', async context => {
  const tab = await open(context)
  await tab.evaluate(`{
    const fragment = () => document.createRange().createContextualFragment(${JSON.stringify(context.tag())})
    const host = parent => parent.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const outer = host(document.body)
    outer.append(fragment())
    host(outer).append(fragment())
  }`)
  await context.server.until(hits => asked(hits, '/count/impression').length === 2)
  assert.is(await tab.locator('ins iframe').count(), 2)
  await tab.close()
})

tags('a page that adds to what all objects have does not break the ad', async context => {
  const adds =
    'Object.prototype["1 each"] = Object.prototype.srcdoc = function () {}; Array.prototype.forEach = JSON = null'
  context.publisher = `<!doctype html><script>${adds}</script>${context.tag()}`
  const tab = await open(context)
  assert.is(await tab.frames()[1]!.textContent('#ad'), 'Buy')
  await tab.close()
})

tags('without scripts there is an image, a link and an impression', async context => {
  context.publisher = context.tag('none')
  const plain = await context.browser.newContext({ javaScriptEnabled: false })
  plain.setDefaultTimeout(patienceMs)
  const tab = await plain.newPage()
  await tab.goto(`${context.server.base}/publisher`)
  const box = await tab.locator('noscript a img').boundingBox()
  assert.equal([box?.width, box?.height], [300, 250])
  const pixel = `/serve/acme/12/3/impression/${pixelKey(`${context.server.base}/count/pixel?cb={cachebuster}`)}`
  assert.is(asked(context.server.hits, pixel).length, 1)
  const [shop] = await Promise.all([tab.waitForEvent('popup'), tab.click('noscript a')])
  await shop.waitForURL(`${context.server.base}/shop`)
  assert.is(asked(context.server.hits, '/serve/acme/12/3/click').length, 1)
  await plain.close()
})

tags('an ad cannot read the cookies of the host that serves it', async context => {
  context.publisher = context.tag('none')
  const tab = await open(context)
  assert.is(await tab.frames()[1]!.evaluate('self.origin'), 'null')
  await tab.goto(`${serveUrl({ ...ids, publicUrl: context.server.base })}?cb=1`)
  assert.is(await tab.evaluate('self.origin'), 'null')
  await tab.close()
})

tags.run()
