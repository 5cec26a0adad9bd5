import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guides } from '../../../src/http/pages/guides/guides.ts'
import { launchBrowser } from '../../support/rendering/browser.ts'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite<{ browser: Browser; app: Awaited<ReturnType<typeof startApp>> }>('pages of the service on a phone')
test.before(async given => {
  given.app = await startApp(thingRows)
  given.browser = await launchBrowser()
})
test.after(async ({ app, browser }) => {
  await browser.close()
  await app.stop()
})

const paths = [
  '/',
  '/docs/problems',
  '/docs/problems/stale',
  ...Object.keys(guides).map(name => `/docs/guides/${name}`),
]

test('a small phone shows them without horizontal scrolling, with every word of a table whole', async given => {
  const tab = await given.browser.newPage({ viewport: { width: 320, height: 640 } })
  tab.setDefaultTimeout(180_000)
  for (const path of paths) {
    await tab.goto(`http://127.0.0.1:${given.app.port}${path}`)
    const found = await tab.evaluate(`(() => {
      const linesOf = (node, from, to) => {
        const range = new Range()
        range.setStart(node, from)
        range.setEnd(node, to)
        return range.getClientRects().length
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const broken = []
      while (walker.nextNode()) {
        const node = walker.currentNode
        if (!node.parentElement.closest('td, th')) continue
        for (const { 0: word, index } of node.data.matchAll(/[\\w.]+/g))
          if (linesOf(node, index, index + word.length) > 1) broken.push(word)
      }
      return { over: document.documentElement.scrollWidth - innerWidth, broken, mains: document.querySelectorAll('main h1').length }
    })()`)
    assert.equal(found, { over: 0, broken: [], mains: 1 }, path)
  }
  await tab.close()
})

test.run()
