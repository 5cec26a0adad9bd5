import type { Browser, Page as Tab } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { emptyDocument, servedDocument } from '../../../src/domain/tags/served-document.ts'
import { adTag } from '../../../src/domain/tags/tag.ts'
import { adDocumentHeaders } from '../../../src/pages/ad-document.ts'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { servePages } from '../../support/servers/page-server.ts'

const ad = servedDocument({
  ad: preparedAd('<!doctype html><body style="margin:0"><p id="ad">Buy</p>'),
  impressionTrackers: [],
  clickTrackers: [],
})
/** Firefox and WebKit have no frames without credentials. */
const asElsewhere = `const frame = HTMLIFrameElement.prototype
  delete frame.credentialless
  frame.setAttribute = function (name, value) {
    if (name !== 'credentialless') Element.prototype.setAttribute.call(this, name, value)
  }`
/** Far more than a busy machine needs. */
const patienceMs = 60_000

type Context = {
  browser: Browser
  server: Awaited<ReturnType<typeof servePages>>
  /** What the host of the ad answers. */
  served: string
  tab: Tab
}
const frames = suite<Context>('the frame of a tag')

frames.before(async context => {
  context.browser = await launchBrowser()
  context.server = await servePages(({ path, query }, base) => {
    if (path.startsWith('/serve/'))
      return { headers: adDocumentHeaders('anyone', false, query.get('isolated') === '1'), body: context.served }
    const ids = { accountId: 'acme', retailCampaignIdx: 12, adUnitId: 3, publicUrl: base }
    const tag = adTag({ ...ids, width: 300, height: 250, macroStyle: 'none', impressionTrackers: [] })
    const policies = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }
    return path === '/isolated'
      ? { headers: policies, body: `<!doctype html><script>${asElsewhere}</script>${tag}` }
      : { body: `<!doctype html><html style="color-scheme:dark"><body>${tag}` }
  })
})
frames.before.each(async context => {
  context.tab = await context.browser.newPage()
  context.tab.setDefaultTimeout(patienceMs)
})
frames.after.each(({ tab }) => tab.close())
frames.after(async ({ browser, server }) => {
  await browser.close()
  await server.close()
})

const visibility = (tab: Tab) => tab.evaluate('getComputedStyle(document.querySelector("iframe")).visibility')
/** The frame has loaded; its timers wait for the test. */
const loaded = async ({ tab, server }: Context) => {
  await tab.clock.install()
  await tab.goto(server.base)
  assert.is(tab.frames().length, 2)
}
/** The messages that a window was sent before have arrived: those of one window arrive in order. */
const messagesArrive = (tab: Tab) =>
  tab
    .frames()[1]!
    .evaluate('parent.postMessage("last", "*")')
    .then(() => tab.waitForFunction('window.lastArrived'))
const noteLast = (tab: Tab) =>
  tab.addInitScript('addEventListener("message", ({ data }) => { if (data === "last") window.lastArrived = true })')

frames('it is hidden while the host of the ad does not answer, and its place stays', async context => {
  const { tab, server } = context
  await tab.clock.install()
  const asked = tab.waitForRequest('**/serve/**')
  await tab.route('**/serve/**', () => undefined)
  await tab.goto(server.base, { waitUntil: 'commit' })
  await asked
  await tab.clock.runFor(60_000)
  assert.is(await visibility(tab), 'hidden')
  const box = await tab.locator('ins').boundingBox()
  assert.equal([box?.width, box?.height], [300, 250])
})

frames('it is hidden while no ad runs: the blank document would be a white box in a dark page', async context => {
  const { tab } = context
  context.served = emptyDocument('The campaign has ended.')
  await noteLast(tab)
  await loaded(context)
  await messagesArrive(tab)
  await tab.clock.runFor(60_000)
  assert.is(await visibility(tab), 'hidden')
})

frames('it is shown a second after a document has loaded that says nothing', async context => {
  const { tab } = context
  context.served = '<!doctype html><script>parent.postMessage("hello", "*")</script>'
  await noteLast(tab)
  await loaded(context)
  // from the page itself, which is no ad
  await tab.evaluate('postMessage("endcap-ad", "*")')
  await messagesArrive(tab)
  assert.is(await visibility(tab), 'hidden')
  await tab.clock.runFor(1_000)
  assert.is(await visibility(tab), 'visible')
})

frames('it is shown when its ad reports itself', async context => {
  const { tab, server } = context
  context.served = ad
  await tab.goto(server.base)
  await tab.waitForFunction('getComputedStyle(document.querySelector("iframe")).visibility === "visible"')
  assert.is(await tab.frames()[1]!.textContent('#ad'), 'Buy')
})

frames('what an ad says after its report does not hide it', async context => {
  const { tab } = context
  context.served = ad.replace('<p', '<script>parent.postMessage("endcap-blank", "*")</script><p')
  await noteLast(tab)
  await loaded(context)
  await messagesArrive(tab)
  await tab.clock.runFor(60_000)
  assert.is(await visibility(tab), 'visible')
})

for (const [what, body] of [
  ['reports itself', ad],
  ['is blank', emptyDocument('The campaign has ended.')],
  ['says nothing for a second', '<!doctype html>'],
])
  frames(`no message of the page is listened to once the frame ${what}`, async context => {
    const { tab } = context
    context.served = body ?? ''
    await noteLast(tab)
    await tab.addInitScript(`window.listeners = new Set()
      for (const [name, note] of [['addEventListener', 'add'], ['removeEventListener', 'delete']]) {
        const browsers = window[name]
        window[name] = function (type, listener) {
          if (type === 'message') window.listeners[note](listener)
          return browsers.apply(window, arguments)
        }
      }`)
    await loaded(context)
    await messagesArrive(tab)
    await tab.clock.runFor(1_000)
    assert.is(await tab.evaluate('[...window.listeners].filter(f => !String(f).includes("lastArrived")).length'), 0)
  })

frames(
  'it is shown in a page that is isolated from other origins, also without frames that have no credentials',
  async context => {
    const { tab, server } = context
    context.served = ad
    await tab.goto(`${server.base}/isolated`)
    assert.equal(await tab.evaluate('[crossOriginIsolated, "credentialless" in HTMLIFrameElement.prototype]'), [
      true,
      false,
    ])
    await tab.waitForFunction('getComputedStyle(document.querySelector("iframe")).visibility === "visible"')
  },
)

frames.run()
