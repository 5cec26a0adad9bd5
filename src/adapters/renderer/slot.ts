import { createHash } from 'node:crypto'
import type { Browser, CDPSession, Frame, Page, Route } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { RenderJob } from '../../ports/renderer.ts'
import { type Answering, answering } from './answering.ts'
import { installAnimations } from './page-animations.ts'
import { installClock, type PageGlobals, type PageHints } from './page-clock.ts'
import { installSeek } from './page-seek.ts'
import { isScriptFree, openStage, stageDocument } from './stage.ts'
import { Undrawable } from './undrawable.ts'

/** A page that draws one job after the other. */
export type Slot = {
  /**
   * Frames at the given times, as PNG, in order, undefined for one that looks like the frame before; answers the addresses
   * that had nothing. Undrawable names the page's fault.
   */
  draw(job: RenderJob, times: readonly number[], onFrame: (png?: Buffer) => Promise<void>): Promise<readonly string[]>
  close(): Promise<void>
}

// below .invalid, which no network has; what an ad names relative to itself is asked for there
const host = 'http://ad.invalid'

const seek = (frame: Frame, time: number, hints: PageHints): Promise<boolean> =>
  frame.evaluate(([until, told]) => (globalThis as unknown as PageGlobals).__seek(until, told), [time, hints] as const)
const framesWithin = (frame: Frame): readonly Frame[] => frame.childFrames().flatMap(f => [f, ...framesWithin(f)])

const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    viewport: null,
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'no-preference',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  await context.addInitScript(`(${installClock})();(${installAnimations})();(${installSeek})()`)
  return context.newPage()
}

/** Opens a page in a context of its own. */
export const openSlot = async (browser: Browser, log?: Logger): Promise<Slot> => {
  const page = await openPage(browser)
  const cdp: CDPSession = await page.context().newCDPSession(page)
  // until an animation is taken hold of, it would move by itself
  await cdp.send('Animation.enable')
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const refuse = (route: Route) => route.abort()
  let answer: (route: Route) => Promise<void> = route => route.fulfill(stageDocument)
  // a frame that is gone can no longer be answered
  await page.route('**/*', route =>
    answer(route).catch(error => log?.debug({ err: error }, 'a request went unanswered')),
  )
  await page.goto(`${host}/`)
  answer = refuse
  const stage = await openStage(page)
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => undefined)
  page.on('crash', () => crash.reject(new Error('the page crashed')))
  const gone = (error: unknown) => log?.debug({ err: error }, 'a frame within an ad went away')

  const show = async (
    job: RenderJob,
  ): Promise<{ readonly ad: Frame; readonly asked: Answering; isThere(): boolean }> => {
    const url = `${host}/${createHash('sha256').update(job.html).digest('hex').slice(0, 32)}`
    const asked = answering(job, url, stage.hasLoaded, log)
    answer = asked.answer
    const { width, height, scale } = job
    await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
    if (isScriptFree(job.html)) return { ad: await stage.showPlain(job.html), asked, isThere: () => true }
    const ad = await stage.showScripted(url)
    // scripts may set the part behind the path
    return { ad, asked, isThere: () => ad.url().split(/[?#]/, 1)[0] === url }
  }
  const drawFrames: Slot['draw'] = async (job, times, onFrame) => {
    const { ad, asked, isThere } = await show(job)
    let shown: string | undefined
    for (const time of times) {
      if (!isThere()) throw new Undrawable('script-error', `${job.label} replaces itself by another page`)
      const isNew = await seek(ad, time, asked.hints())
      await Promise.all(framesWithin(ad).map(frame => seek(frame, time, asked.hints()).catch(gone)))
      const failure = asked.failure()
      if (failure) throw failure
      if (!isNew) {
        await onFrame()
        continue
      }
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: times.length > 1 })
      await onFrame(data === shown ? undefined : Buffer.from(data, 'base64'))
      shown = data
    }
    answer = refuse
    await stage.clear()
    return [...asked.missing]
  }
  return {
    draw: (job, times, onFrame) => Promise.race([drawFrames(job, times, onFrame), crash.promise]),
    close: () => page.context().close(),
  }
}
