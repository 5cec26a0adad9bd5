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
  /** Pages that draw at the same time; unset, one more than cores, as a page waits for its frame now and then. */
  readonly pages?: number
  /** A page from which nothing comes for so long is given up, in milliseconds. */
  readonly timeoutMs?: number
  readonly log?: Logger
}

/** What a frame after the first may take in the mean, in milliseconds. */
const msPerFrame = 400
/** Pages are replaced after so many drawings, so that nothing piles up in them. */
const drawingsPerPage = 500
/** Time that a page has to close, in milliseconds; one that hangs may not. */
const closingMs = 3_000

type Held = { readonly slot: Slot; readonly browser: Browser; drawings: number }
/** `interrupted`: Chromium was ended because of another page. */
type Attempt = Rendered | RenderFailure | 'crashed' | 'interrupted'

const tooLarge = ({ width, height, scale, label }: RenderJob): RenderFailure | undefined =>
  width * height * scale ** 2 > maxPixels
    ? {
        code: 'too-large',
        detail: `${label} would have ${width * scale} x ${height * scale} pixels; ${maxPixels / 1e6} million are the limit`,
      }
    : undefined

/** Opens the renderer (design 8). Chromium starts with the first job, and again after it broke. */
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
  // a turn that ends goes to the next in line
  const done = () => {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
  const taken = async (browser: Browser): Promise<Held> => {
    for (let free = idle.pop(); free; free = idle.pop()) if (free.browser === browser) return free
    return { slot: await within(timeoutMs, timeoutMs, () => openSlot(browser, log)), browser, drawings: 0 }
  }
  /** Gives a page up. If it does not close, Chromium goes, and the other jobs are drawn again. */
  const giveUp = async ({ slot, browser }: Held) => {
    if (!browser.isConnected()) return
    try {
      await within(closingMs, closingMs, () => slot.close())
    } catch (error) {
      log?.warn({ err: error }, 'a page did not close; Chromium is started again')
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
        detail: `${job.label} was given up after ${timeoutMs / 1000} s without a picture; does a script of it never end?`,
      }
    if (closed) return { code: 'render-crashed', detail: `${job.label} was not drawn: the renderer is closing` }
    if (running.wasEnded(browser)) return 'interrupted'
    log?.warn({ err: error }, 'a drawing broke off')
    return 'crashed'
  }
  const attempt = async (job: RenderJob): Promise<Attempt> => {
    const browser = await running.get()
    let held: Held | undefined
    try {
      held = await taken(browser)
      const result = await drawn(job, held)
      if (++held.drawings < drawingsPerPage) idle.push(held)
      else await giveUp(held)
      return result
    } catch (error) {
      if (held) await giveUp(held)
      return failed(error, job, browser)
    }
  }
  const drawnOrNot = async (job: RenderJob): Promise<Rendered | RenderFailure> => {
    for (let crashes = 0; ; ) {
      const result = await attempt(job)
      if (result === 'interrupted') continue
      if (result !== 'crashed') return result
      if (++crashes === 2) return { code: 'render-crashed', detail: `${job.label} made Chromium break off, twice` }
    }
  }

  return {
    async render(job) {
      const refused = tooLarge(job)
      if (refused) return refused
      await turn()
      try {
        return await drawnOrNot(job)
      } catch (error) {
        if (!(error instanceof CannotStart)) throw error
        return { code: 'render-crashed', detail: `${job.label} was not drawn: ${error.message}` }
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
