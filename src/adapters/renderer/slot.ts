import { createHash } from 'node:crypto'
import type { Browser, CDPSession, Frame, Page, Route } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { RenderJob } from '../../ports/renderer.ts'
import { answering } from './answering.ts'
import { installAnimations } from './page-animations.ts'
import { installClock, type PageGlobals, type PageHints } from './page-clock.ts'
import { installSeek } from './page-seek.ts'
import { Undrawable } from './undrawable.ts'

/** A page that draws one job after the other. */
export type Slot = {
  /** Frames at the given times, as PNG, in order; `missing` are addresses that had nothing. Undrawable names the page's fault. */
  draw(job: RenderJob, times: readonly number[], onFrame: (png: Buffer) => Promise<void>): Promise<readonly string[]>
  close(): Promise<void>
}

// below .invalid, which no network has; what an ad names relative to itself is asked for there
const host = 'http://ad.invalid'
const stage = `<!doctype html><style>html,body{margin:0;overflow:hidden;background:#fff}
iframe{display:block;border:0;width:100vw;height:100vh}</style><body>`

/**
 * Runs in the stage: an ad is a sandboxed frame, as it is where tags show it. With its frame everything of it goes, so a page
 * is used again without a trace of the ad before, at half of what opening a document in the page itself costs.
 */
const showAd = (url: string): Promise<HTMLIFrameElement> =>
  new Promise(resolve => {
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.onload = () => resolve(frame)
    frame.src = url
    document.body.replaceChildren(frame)
  })
const removeAd = () => document.body.replaceChildren()

const seek = (frame: Frame, time: number, hints: PageHints): Promise<void> =>
  frame.evaluate(([until, told]) => (globalThis as unknown as PageGlobals).__seek(until, told), [time, hints] as const)

/** Opens a page in a context of its own. */
export const openSlot = async (browser: Browser, log?: Logger): Promise<Slot> => {
  const context = await browser.newContext({
    viewport: null,
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'no-preference',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  await context.addInitScript(`(${installClock})();(${installAnimations})();(${installSeek})()`)
  const page: Page = await context.newPage()
  const cdp: CDPSession = await context.newCDPSession(page)
  const refuse = (route: Route) => route.abort()
  let answer: (route: Route) => Promise<void> = route => route.fulfill({ body: stage, contentType: 'text/html' })
  // a frame that is gone can no longer be answered
  await page.route('**/*', route =>
    answer(route).catch(error => log?.debug({ err: error }, 'a request went unanswered')),
  )
  await page.goto(`${host}/`)
  answer = refuse
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => undefined)
  page.on('crash', () => crash.reject(new Error('the page crashed')))

  const gone = (error: unknown) => log?.debug({ err: error }, 'a frame within an ad went away')

  const drawFrames = async (
    job: RenderJob,
    times: readonly number[],
    onFrame: (png: Buffer) => Promise<void>,
  ): Promise<readonly string[]> => {
    const url = `${host}/${createHash('sha256').update(job.html).digest('hex').slice(0, 32)}`
    const asked = answering(job, url, log)
    answer = asked.answer
    const { width, height, scale } = job
    await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
    const ad = await (await page.evaluateHandle(showAd, url)).contentFrame()
    for (const time of times) {
      // scripts may set the part behind the path
      if (ad?.url().split(/[?#]/, 1)[0] !== url)
        throw new Undrawable('script-error', `${job.label} replaces itself by another page`)
      const within = page.frames().filter(frame => frame !== ad && frame !== page.mainFrame())
      await seek(ad, time, asked.hints())
      await Promise.all(within.map(frame => seek(frame, time, asked.hints()).catch(gone)))
      const failure = asked.failure()
      if (failure) throw failure
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: times.length > 1 })
      await onFrame(Buffer.from(data, 'base64'))
    }
    answer = refuse
    await page.evaluate(removeAd)
    return [...asked.missing]
  }
  return {
    draw: (job, times, onFrame) => Promise.race([drawFrames(job, times, onFrame), crash.promise]),
    close: () => context.close(),
  }
}
