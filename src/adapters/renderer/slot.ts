import { createHash } from 'node:crypto'
import type { Browser, CDPSession, Frame, Page, Route } from 'playwright-core'
import { adHost } from '../../domain/creatives/ad-host.ts'
import { quietRequests } from '../../domain/tags/quiet-requests.ts'
import type { Logger } from '../../ports/logger.ts'
import type { MissingGlyphs, PageContent, Rendered, RenderJob } from '../../ports/renderer.ts'
import { type Answering, answering } from './answering.ts'
import { longestMs } from './encode.ts'
import { installAnimations } from './page-animations.ts'
import { installClock, type PageGlobals, type PageHints, type Sought } from './page-clock.ts'
import { findMissingGlyphs } from './page-glyphs.ts'
import { installLength } from './page-length.ts'
import { measurePage } from './page-measure.ts'
import { installSeek } from './page-seek.ts'
import { installSilence } from './page-silence.ts'
import { isScriptFree, openStage, stageDocument } from './stage.ts'
import { Undrawable } from './undrawable.ts'

export type Drawn = Omit<Rendered, 'bytes'>

/** The times of frames, in milliseconds, of an ad that moves for so long. */
type TimesFor = (durationMs: number) => readonly number[]

/** A page that renders jobs one after the other. */
export type Slot = {
  /**
   * Renders the frames at the times that `timesFor` gives for the length of the ad, as PNG, in order; undefined for a
   * frame that looks like the previous one. Without a duration the length is measured (EXPORT-9), and returned. Returns
   * also the URLs without content, those of pictures that cannot be shown, and what a measured page shows. Throws Undrawable for errors of the ad, and errors of unavailable stores.
   */
  draw(job: RenderJob, timesFor: TimesFor, onFrame: (png?: Buffer) => Promise<void>): Promise<Drawn>
  /** Answers as soon as the page's thread does something else than run a script. */
  ping(): Promise<void>
  close(): Promise<void>
  /** Ends the page's process, even while a script never ends. */
  crash(): Promise<void>
  hasCrashed(): boolean
}

const seek = (frame: Frame, time: number, hints: PageHints): Promise<Sought> =>
  frame.evaluate(([until, given]) => (globalThis as unknown as PageGlobals).__seek(until, given), [
    time,
    hints,
  ] as const)
/** What the page said, which its scripts may have changed. */
const addressesIn = (said: unknown): readonly string[] =>
  Array.isArray(said) ? said.filter(address => typeof address === 'string').slice(0, 5) : []
/** How long it moves, `longestMs` at most; undefined: it does not say so. */
const lengthOf = async (frame: Frame, hints: PageHints): Promise<number | undefined> => {
  const said: unknown = await frame.evaluate(
    ([most, given]) => (globalThis as unknown as PageGlobals).__length(most, given),
    [longestMs, hints] as const,
  )
  return typeof said === 'number' && said >= 0 && said <= longestMs ? said : undefined
}
const isText = (said: unknown, most: number): said is string => typeof said === 'string' && said.length <= most
const glyphsIn = (said: unknown): readonly MissingGlyphs[] =>
  Array.isArray(said)
    ? said
        .slice(0, 5)
        .flatMap(one =>
          isText(one?.text, 100) && isText(one.characters, 50) ? [{ text: one.text, characters: one.characters }] : [],
        )
    : []
/** Texts with characters that no font has, at most. */
const mostTexts = 5
/** Times between its beginning and its end at which an ad is looked at for such characters, at most. */
const mostLooks = 6
/** The times at which an ad is looked at: spread over its length, of a film at its frames, and its last frame. */
const looksAt = (times: readonly number[], durationMs: number): ReadonlySet<number> => {
  const last = times.at(-1) ?? 0
  const spread = Array.from({ length: durationMs > 0 ? mostLooks : 0 }, (_, i) => (durationMs * i) / mostLooks)
  const near = times.length === 1 ? spread : spread.map(at => times.find(time => time >= at) ?? last)
  return new Set([...near.filter(time => time < last), last])
}
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
  await context.addInitScript(
    `(${installClock})();(${installAnimations})();(${installSeek})();(${installLength})();(${installSilence})();(${quietRequests})()`,
  )
  return context.newPage()
}

/** Opens a page in a separate context. */
export const openSlot = async (browser: Browser, log?: Logger): Promise<Slot> => {
  const page = await openPage(browser)
  const cdp: CDPSession = await page.context().newCDPSession(page)
  /** Stops animations that are not captured yet: they would advance in real time. */
  const stopAnimations = async () => {
    await cdp.send('Animation.enable')
    await cdp.send('Animation.setPlaybackRate', { playbackRate: 0 })
  }
  await stopAnimations()
  const refuse = (route: Route) => route.abort()
  let answer: (route: Route) => Promise<void> = route => route.fulfill(stageDocument)
  // a removed frame can no longer be answered
  await page.route('**/*', route =>
    answer(route).catch(error => log?.debug({ err: error }, 'a request could not be answered')),
  )
  await page.goto(`${adHost}/`)
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

  /** Removes the ad. Chromium reports ends of transitions 50 ms later, and crashes if their document is gone by then. */
  const clear = async () => {
    await cdp.send('Animation.disable')
    await stage.clear()
    await stopAnimations()
  }
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
    timesFor: TimesFor,
    onFrame: (png?: Buffer) => Promise<void>,
  ): Promise<Drawn> => {
    let { ad, isThere } = await show(job, url)
    const leaves = () => new Undrawable('script-error', `${job.label} navigates to another page`)
    const measured = () =>
      lengthOf(ad, asked.hints()).catch(error => {
        throw isThere() ? error : leaves()
      })
    const length = job.durationMs ?? (await measured())
    if (job.durationMs === undefined && length !== 0 && asked.hints().scripts) {
      asked.again()
      await clear()
      ;({ ad, isThere } = await show(job, url))
    }
    const durationMs = length ?? 0
    const times = timesFor(durationMs)
    let shown: string | undefined
    let broken: readonly string[] = []
    let content: PageContent | undefined
    const standIns = new Set<string>()
    const noteStandIns = ({ pictures }: Sought) => {
      if (Array.isArray(pictures)) for (const url of pictures) if (asked.standIns.has(url)) standIns.add(url)
    }
    const glyphs = new Map<string, MissingGlyphs>()
    const lookForGlyphs = async () => {
      for (const found of glyphsIn(await ad.evaluate(findMissingGlyphs)))
        if (glyphs.size < mostTexts) glyphs.set(`${found.characters} ${found.text}`, found)
    }
    const lookAt = looksAt(times, durationMs)
    for (const time of [...new Set([...times, ...lookAt])].sort((a, b) => a - b)) {
      if (!isThere()) throw leaves()
      const sought = await seek(ad, time, asked.hints())
      const { isNew, broken: found } = sought
      broken = addressesIn(found)
      noteStandIns(sought)
      await Promise.all(framesWithin(ad).map(frame => seek(frame, time, asked.hints()).then(noteStandIns, gone)))
      if (lookAt.has(time)) await lookForGlyphs()
      if (!times.includes(time)) continue
      if (!isNew && shown !== undefined) {
        await onFrame()
        continue
      }
      if (job.measured) content = await ad.evaluate(measurePage)
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: times.length > 1 })
      await onFrame(data === shown ? undefined : Buffer.from(data, 'base64'))
      shown = data
    }
    answer = refuse
    await clear()
    if (isScriptFree(job.html) && !asked.isLasting()) await stage.renew()
    const seen = { missing: [...asked.missing], broken, standIns: [...standIns], missingGlyphs: [...glyphs.values()] }
    return { durationMs, ...seen, ...(content ? { content } : {}) }
  }
  return {
    draw(job, timesFor, onFrame) {
      const url = `${adHost}/${createHash('sha256').update(job.html).digest('hex').slice(0, 32)}`
      const asked = answering(job, url, stage.hasLoaded, log)
      answer = asked.answer
      return Promise.race([drawFrames(job, url, asked, timesFor, onFrame), crash.promise, asked.failed])
    },
    ping: () => stage.ping(),
    close: () => page.context().close(),
    async crash() {
      // its answer never arrives, as the process that would send it is gone
      cdp.send('Page.crash').catch(err => log?.debug({ err }, 'the process of a page was ended'))
      await crash.promise.catch(() => undefined)
    },
    hasCrashed: () => hasCrashed,
  }
}
