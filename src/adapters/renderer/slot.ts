import { createHash } from 'node:crypto'
import type { Browser, CDPSession, Frame, Page, Route } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { PageContent, Rendered, RenderJob } from '../../ports/renderer.ts'
import { type Answering, answering } from './answering.ts'
import { installAnimations } from './page-animations.ts'
import { installClock, type PageGlobals, type PageHints, type Sought } from './page-clock.ts'
import { measurePage } from './page-measure.ts'
import { installSeek } from './page-seek.ts'
import { installSilence } from './page-silence.ts'
import { isScriptFree, openStage, stageDocument } from './stage.ts'
import { Undrawable } from './undrawable.ts'

export type Drawn = Omit<Rendered, 'bytes'>

/** A page that renders jobs one after the other. */
export type Slot = {
  /**
   * Renders the frames at the given times as PNG, in order; undefined for a frame that looks like the previous one.
   * Returns the URLs without content, those of pictures that cannot be shown, and what a measured page shows. Throws Undrawable for errors of the ad, and errors of unavailable stores.
   */
  draw(job: RenderJob, times: readonly number[], onFrame: (png?: Buffer) => Promise<void>): Promise<Drawn>
  close(): Promise<void>
  /** Ends the page's process. */
  crash(): Promise<void>
  hasCrashed(): boolean
}

// below .invalid, which exists in no network; relative URLs of an ad resolve here
const host = 'http://ad.invalid'

const seek = (frame: Frame, time: number, hints: PageHints): Promise<Sought> =>
  frame.evaluate(([until, given]) => (globalThis as unknown as PageGlobals).__seek(until, given), [
    time,
    hints,
  ] as const)
/** What the page said, which its scripts may have changed. */
const addressesIn = (said: unknown): readonly string[] =>
  Array.isArray(said) ? said.filter(address => typeof address === 'string').slice(0, 5) : []
/**
 * The frames within an ad that show something. One without a URL loaded nothing, because it leads to the network or to what no page may load,
 * such as file:. Chromium may have put an error page of its own there, which never answers.
 */
const framesWithin = (frame: Frame): readonly Frame[] =>
  frame.childFrames().flatMap(f => (f.url() === '' ? [] : [f, ...framesWithin(f)]))

const openPage = async (browser: Browser): Promise<Page> => {
  const context = await browser.newContext({
    viewport: null,
    serviceWorkers: 'block',
    acceptDownloads: false,
    reducedMotion: 'no-preference',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  await context.addInitScript(`(${installClock})();(${installAnimations})();(${installSeek})();(${installSilence})()`)
  return context.newPage()
}

/** Opens a page in a separate context. */
export const openSlot = async (browser: Browser, log?: Logger): Promise<Slot> => {
  const page = await openPage(browser)
  const cdp: CDPSession = await page.context().newCDPSession(page)
  // an animation that is not captured yet would advance in real time
  await cdp.send('Animation.enable')
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const refuse = (route: Route) => route.abort()
  let answer: (route: Route) => Promise<void> = route => route.fulfill(stageDocument)
  // a removed frame can no longer be answered
  await page.route('**/*', route =>
    answer(route).catch(error => log?.debug({ err: error }, 'a request could not be answered')),
  )
  await page.goto(`${host}/`)
  answer = refuse
  const stage = await openStage(page)
  const crash = Promise.withResolvers<never>()
  let hasCrashed = false
  crash.promise.catch(() => undefined)
  page.on('crash', () => {
    hasCrashed = true
    crash.reject(new Error('the page crashed'))
  })
  const gone = (error: unknown) => log?.debug({ err: error }, 'a frame inside an ad was removed')

  const show = async (
    { html, width, height, scale }: RenderJob,
    url: string,
  ): Promise<{ readonly ad: Frame; isThere(): boolean }> => {
    await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
    if (isScriptFree(html)) return { ad: await stage.showPlain(html), isThere: () => true }
    const ad = await stage.showScripted(url)
    // scripts may change the query and the fragment
    return { ad, isThere: () => ad.url().split(/[?#]/, 1)[0] === url }
  }
  const drawFrames = async (
    job: RenderJob,
    url: string,
    asked: Answering,
    times: readonly number[],
    onFrame: (png?: Buffer) => Promise<void>,
  ): Promise<Drawn> => {
    const { ad, isThere } = await show(job, url)
    let shown: string | undefined
    let broken: readonly string[] = []
    let content: PageContent | undefined
    const standIns = new Set<string>()
    const noteStandIns = ({ pictures }: Sought) => {
      if (Array.isArray(pictures)) for (const url of pictures) if (asked.standIns.has(url)) standIns.add(url)
    }
    for (const time of times) {
      if (!isThere()) throw new Undrawable('script-error', `${job.label} navigates to another page`)
      const sought = await seek(ad, time, asked.hints())
      const { isNew, broken: found } = sought
      broken = addressesIn(found)
      noteStandIns(sought)
      await Promise.all(framesWithin(ad).map(frame => seek(frame, time, asked.hints()).then(noteStandIns, gone)))
      if (!isNew) {
        await onFrame()
        continue
      }
      if (job.measured) content = await ad.evaluate(measurePage)
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: times.length > 1 })
      await onFrame(data === shown ? undefined : Buffer.from(data, 'base64'))
      shown = data
    }
    answer = refuse
    await stage.clear()
    if (isScriptFree(job.html) && !asked.isLasting()) await stage.renew()
    return { missing: [...asked.missing], broken, standIns: [...standIns], ...(content ? { content } : {}) }
  }
  return {
    draw(job, times, onFrame) {
      const url = `${host}/${createHash('sha256').update(job.html).digest('hex').slice(0, 32)}`
      const asked = answering(job, url, stage.hasLoaded, log)
      answer = asked.answer
      return Promise.race([drawFrames(job, url, asked, times, onFrame), crash.promise, asked.failed])
    },
    close: () => page.context().close(),
    // unlike everything else, this works while a script never ends
    crash: () => cdp.send('Page.crash').then(() => undefined),
    hasCrashed: () => hasCrashed,
  }
}
