import { availableParallelism } from 'node:os'
import type { Browser } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { Rendered, Renderer, RenderFailure, RenderJob } from '../../ports/renderer.ts'
import { TimedOut, within } from './deadline.ts'
import { encoderOf, timesOf } from './encode.ts'
import { maxPixels } from './picture.ts'
import { CannotStart, runningBrowser } from './running-browser.ts'
import { openSlot, type Slot } from './slot.ts'
import { Undrawable } from './undrawable.ts'
import { videoWorkers } from './video-workers.ts'

export type RendererOptions = {
  readonly executablePath?: string | undefined
  /** Pages that render in parallel; default: one more than cores, as a page sometimes waits for its frame. */
  readonly pages?: number
  /** A page without progress for this long is given up, in milliseconds. */
  readonly timeoutMs?: number
  readonly log?: Logger
}

/** Time allowed per frame after the first, on average, in milliseconds. */
const msPerFrame = 400
/** Pages are replaced after this many jobs, so that nothing accumulates in them. */
const jobsPerPage = 500
/** Time limit for closing a page, in milliseconds; a hung page may exceed it. */
const closingMs = 3_000

type Held = { readonly slot: Slot; readonly browser: Browser; jobs: number }
/** `interrupted`: Chromium was stopped because of another page. */
type Attempt = Rendered | RenderFailure | 'crashed' | 'interrupted'

const tooLarge = ({ width, height, scale, label }: RenderJob): RenderFailure | undefined =>
  width * height * scale ** 2 > maxPixels
    ? {
        code: 'too-large',
        detail: `${label} would have ${width * scale} x ${height * scale} pixels; the limit is ${maxPixels / 1e6} million`,
      }
    : undefined

/** Opens the renderer (ARCH-36). Chromium starts with the first job, and again after a crash. */
export const openRenderer = async (options: RendererOptions = {}): Promise<Renderer> => {
  const { executablePath, timeoutMs = 20_000, log } = options
  const pages = options.pages ?? availableParallelism() + 1
  const running = runningBrowser(executablePath, log)
  const workers = videoWorkers()
  let busy = 0
  let closed = false
  const idle: Held[] = []
  const waiting: (() => void)[] = []

  const turn = async () => {
    if (busy >= pages) await new Promise<void>(resolve => waiting.push(resolve))
    else busy++
  }
  // a finished turn passes to the next job in line
  const done = () => {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
  const taken = async (browser: Browser): Promise<Held> => {
    for (let free = idle.pop(); free; free = idle.pop()) if (free.browser === browser) return free
    return { slot: await within(timeoutMs, timeoutMs, () => openSlot(browser, log)), browser, jobs: 0 }
  }
  /** Discards a page. If it does not close, Chromium is stopped, and the other jobs are rendered again. */
  const giveUp = async ({ slot, browser }: Held) => {
    if (!browser.isConnected()) return
    try {
      await within(closingMs, closingMs, () => slot.close())
    } catch (error) {
      log?.warn({ err: error }, 'a page did not close, restarting Chromium')
      await running.end(browser)
    }
  }
  const drawn = async (job: RenderJob, held: Held): Promise<Rendered> => {
    const encoder = encoderOf(job.format, workers)
    const times = timesOf(job.format, job.durationMs ?? 0)
    try {
      return await within(timeoutMs, timeoutMs + msPerFrame * (times.length - 1), async showLife => {
        const missing = await held.slot.draw(job, times, async png => {
          await (png ? encoder.add(png) : encoder.repeat())
          showLife()
        })
        showLife()
        return { bytes: await encoder.finish(), missing }
      })
    } finally {
      encoder.discard()
    }
  }
  const failed = async (error: unknown, job: RenderJob, browser: Browser): Promise<Attempt> => {
    if (error instanceof Undrawable) return { code: error.code, detail: error.message }
    if (error instanceof TimedOut)
      return {
        code: 'render-timeout',
        detail: `${job.label} timed out after ${timeoutMs / 1000} s without an image; one of its scripts may never end`,
      }
    if (closed) return { code: 'render-crashed', detail: `${job.label} was not rendered: the renderer is closing` }
    if (running.wasEnded(browser)) return 'interrupted'
    log?.warn({ err: error }, 'rendering failed')
    return 'crashed'
  }
  const attempt = async (job: RenderJob): Promise<Attempt> => {
    const browser = await running.get()
    let held: Held | undefined
    try {
      held = await taken(browser)
      const result = await drawn(job, held)
      if (++held.jobs < jobsPerPage) idle.push(held)
      else await giveUp(held)
      return result
    } catch (error) {
      if (held) await giveUp(held)
      return failed(error, job, browser)
    }
  }
  const drawnOrFailed = async (job: RenderJob): Promise<Rendered | RenderFailure> => {
    for (let crashes = 0; ; ) {
      const result = await attempt(job)
      if (result === 'interrupted') continue
      if (result !== 'crashed') return result
      if (++crashes === 2) return { code: 'render-crashed', detail: `${job.label} crashed Chromium twice` }
    }
  }

  return {
    async render(job) {
      const refused = tooLarge(job)
      if (refused) return refused
      await turn()
      try {
        return await drawnOrFailed(job)
      } catch (error) {
        if (!(error instanceof CannotStart)) throw error
        return { code: 'render-crashed', detail: `${job.label} was not rendered: ${error.message}` }
      } finally {
        done()
      }
    },
    async close() {
      closed = true
      await running.close()
      workers.close()
    },
  }
}
