import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { adDocumentHeaders } from '../../src/pages/ad-document.ts'
import { previewPageHeaders } from '../../src/pages/layout.ts'
import { previewPage } from '../../src/pages/preview-page.ts'
import { launchBrowser } from '../support/rendering/browser.ts'
import { servePages } from '../support/servers/page-server.ts'
import { dangersIn, hostileTexts, noDangers, withText } from './hostile.ts'

const data = {
  campaignName: 'Spring at home',
  creativeName: 'Espresso machine',
  adUnitName: 'Medium rectangle',
  width: 300,
  height: 250,
  documentUrl: '/document',
  sizes: [
    { adUnitName: 'Medium rectangle', width: 300, height: 250, url: '/preview', current: true },
    { adUnitName: 'Leaderboard', width: 728, height: 90, url: '/preview/2', current: false },
  ],
}
const hostileAd = `<!doctype html><h1>The ad</h1><script>
const tried = {}
const attempt = (name, act) => { try { tried[name] = String(act() ?? 'done') } catch (error) { tried[name] = 'refused' } }
attempt('parent', () => parent.document.title)
attempt('cookie', () => document.cookie)
attempt('storage', () => localStorage.length)
attempt('top', () => { top.location.href = '/stolen' })
tried.origin = self.origin
document.body.dataset.tried = JSON.stringify(tried)
</script>`

const test = suite<{ browser: Browser }>('preview page')
test.before(async context => {
  context.browser = await launchBrowser()
})
test.after(({ browser }) => browser.close())

test('an ad in a preview runs but cannot access the retailer’s host', async ({ browser }) => {
  const server = await servePages(hit => {
    if (hit.path === '/document') return { headers: adDocumentHeaders('self'), body: hostileAd }
    return hit.path === '/preview'
      ? { headers: { ...previewPageHeaders, 'Set-Cookie': 'secret=1' }, body: previewPage(data) }
      : undefined
  })
  const tab = await browser.newPage()
  const refused = { parent: 'refused', cookie: 'refused', storage: 'refused' }
  await tab.goto(`${server.base}/preview`)
  const framed = JSON.parse((await tab.frames()[1]!.getAttribute('body', 'data-tried')) ?? '')
  assert.equal(framed, { ...refused, top: 'refused', origin: 'null' })
  // The frame has its own sandbox: the response's policy is the second safeguard, not the only one.
  assert.is(await tab.getAttribute('iframe', 'sandbox'), 'allow-scripts allow-popups allow-popups-to-escape-sandbox')
  const box = await tab.locator('iframe').boundingBox()
  assert.equal([box?.width, box?.height], [300, 250])
  assert.is(await tab.getAttribute('[aria-current=page]', 'href'), '/preview')
  assert.is(await tab.getByRole('main').locator('iframe').count(), 1)

  // The sandbox also applies when the document's URL is opened outside a frame.
  const policy = (await tab.request.get(`${server.base}/document`)).headers()['content-security-policy']
  assert.match(policy!, 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;')
  assert.match(policy!, "frame-ancestors 'self'")
  await tab.close()
  await server.close()
})

test('an ad may be framed by a publisher’s page, and a click may navigate the top window', () => {
  const policy = adDocumentHeaders('anyone')['Content-Security-Policy']!
  assert.match(policy, 'allow-top-navigation-by-user-activation')
  assert.not.match(policy, 'frame-ancestors')
  assert.not.match(policy, 'allow-same-origin')
})

test('user input never runs on the preview page', async ({ browser }) => {
  const tab = await browser.newPage()
  for (const text of hostileTexts) {
    await tab.setContent(previewPage(withText(data, text, [])))
    assert.equal(await dangersIn(tab), noDangers, text)
  }
  await tab.close()
})

test.run()
