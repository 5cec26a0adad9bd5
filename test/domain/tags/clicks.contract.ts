import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { preparedAd } from '../../../src/domain/tags/prepared-ad.ts'
import { servedDocument } from '../../../src/domain/tags/served-document.ts'
import { tagSandbox } from '../../../src/domain/tags/tag-loader.ts'
import { adDocumentHeaders } from '../../../src/pages/ad-document.ts'
import type { Visitor, VisitorBrowser } from '../../support/rendering/visitor.ts'
import { servePages } from '../../support/servers/page-server.ts'
import { until } from '../../support/waiting/until.ts'
import { clickShapes } from './click-shapes.ts'

type Context = { browser: VisitorBrowser; server: Awaited<ReturnType<typeof servePages>>; visitor: Visitor }

/** The clicks of banners in a browser, in a page of another origin. */
export const clicksContract = (browserName: string, launch: () => Promise<VisitorBrowser>): void => {
  const clicks = suite<Context>(`clicks of banners in ${browserName}`)
  const all = Object.entries(clickShapes)

  clicks.before(async context => {
    context.browser = await launch()
    context.server = await servePages(({ path, query }, base) => {
      const [, , number = '', part] = path.split('/')
      const [, shape] = all[Number(number)] ?? []
      const at = `${base}/shape/${number}`
      if (part === 'publisher') return { body: `<iframe src="${at}/ad?cb=1" sandbox="${tagSandbox}"></iframe>` }
      if (part === 'banner.js') return { headers: { 'Content-Type': 'text/javascript' }, body: shape?.script ?? '' }
      if (part === 'tracker' || part === 'dsp')
        return { status: 302, headers: { Location: query.get('to') ?? '/none' } }
      if (part !== 'ad' || !shape) return { body: path }
      const body = servedDocument({
        ad: preparedAd(shape.html.replaceAll('/own', `${at}/own`)),
        impressionTrackers: [`${at}/impression`],
        clickTrackers: [`${at}/tracker?to={redirect}`, `${at}/beacon`],
        macroClickUrl: `${at}/dsp?to=`,
        clickthroughUrl: `${at}/shop`,
      })
      return { headers: adDocumentHeaders('anyone'), body }
    })
  })
  clicks.before.each(async context => {
    context.visitor = await context.browser.newVisitor()
  })
  clicks.after.each(({ visitor }) => visitor.leave())
  clicks.after(async ({ browser, server }) => {
    await browser.close()
    await server.close()
  })

  for (const [number, [name, { ends = '/shop', opens = true }]] of all.entries())
    clicks(`a click goes through the click chain: ${name}`, async ({ server, visitor }) => {
      const at = `/shape/${number}`
      const seen = () => server.hits.filter(({ path }) => path.startsWith(`${at}/`))
      const times = (part: string) => seen().filter(({ path }) => path === `${at}${part}`).length
      await visitor.open(`${server.base.replace('127.0.0.1', 'localhost')}${at}/publisher`)
      await server.until(() => times('/impression') > 0)
      await visitor.click('#ad')
      const [end = ''] = ends.split('?')
      await server.until(() => times(end) > 0 && times('/beacon') > 0)
      const count = opens ? 2 : 1
      await until(visitor.windows, windows => windows[count - 1]?.startsWith(`${server.base}${at}${ends}`) === true)
      assert.equal(
        ['/tracker', '/dsp', '/beacon', end].map(part => times(part)),
        [1, 1, 1, 1],
      )
      assert.is((await visitor.windows()).length, count)
    })

  clicks.run()
}
