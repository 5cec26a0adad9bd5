import { createHash } from 'node:crypto'
import type { Browser, CDPSession, Page, Route } from 'playwright-core'
import type { RenderJob } from '../../ports/renderer.ts'
import { installVirtualTime, settled } from './virtual-time.ts'

/** A page that draws one job after the other. */
export type Slot = {
  /** Frames at the given times, as PNG, in order; `missing` are addresses that had nothing. */
  draw(job: RenderJob, times: readonly number[], onFrame: (png: Buffer) => Promise<void>): Promise<readonly string[]>
  close(): Promise<void>
}

const pageUrl = (html: string): string =>
  `http://${createHash('sha256').update(html).digest('hex').slice(0, 32)}.invalid/`

/** Answers what a page asks for: its own document, what the job's `resource` has, and nothing else. */
const answering =
  (url: string, job: RenderJob, missing: Set<string>) =>
  async (route: Route): Promise<void> => {
    const request = route.request()
    const asked = request.url()
    if (asked === url) return route.fulfill({ body: job.html, contentType: 'text/html; charset=utf-8' })
    // frames within the ad, and anything that is not read, stay out
    if (request.resourceType() === 'document' || request.method() !== 'GET') return route.abort()
    const found = await job.resource(asked)
    if (found)
      return route.fulfill({
        body: found.body,
        contentType: found.contentType,
        headers: { 'access-control-allow-origin': '*' },
      })
    if (!asked.endsWith('/favicon.ico')) missing.add(asked)
    return route.fulfill({ status: 404, body: '' })
  }

/** Opens a page in a context of its own. */
export const openSlot = async (browser: Browser): Promise<Slot> => {
  const context = await browser.newContext({
    viewport: null,
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'no-preference',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  await context.addInitScript(installVirtualTime)
  const page: Page = await context.newPage()
  const cdp: CDPSession = await context.newCDPSession(page)
  let answer: (route: Route) => Promise<void> = route => route.abort()
  await page.route('**/*', route => answer(route).catch(() => route.abort().catch(() => undefined)))
  await page.routeWebSocket('**/*', socket => void socket.close())
  page.on('dialog', dialog => void dialog.dismiss().catch(() => undefined))
  context.on('page', popup => {
    if (popup !== page) void popup.close().catch(() => undefined)
  })

  return {
    async draw(job, times, onFrame) {
      const missing = new Set<string>()
      const url = pageUrl(job.html)
      answer = answering(url, job, missing)
      const { width, height, scale } = job
      await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
      await page.goto(url, { waitUntil: 'load' })
      await page.evaluate(settled)
      for (const time of times) {
        await page.evaluate(at => (globalThis as unknown as { __seek(t: number): Promise<void> }).__seek(at), time)
        const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: times.length > 1 })
        await onFrame(Buffer.from(data, 'base64'))
      }
      return [...missing]
    },
    close: () => context.close(),
  }
}
