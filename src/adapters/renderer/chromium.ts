import { availableParallelism } from 'node:os'
import type { Browser } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import type { Rendered, Renderer, RenderFailure, RenderJob } from '../../ports/renderer.ts'
import { encoderOf, timesOf } from './encode.ts'
import { launch } from './launch.ts'
import { openSlot, type Slot } from './slot.ts'

export type RendererOptions = {
  readonly executablePath?: string | undefined
  /** Pages that draw at the same time; at least one a core. */
  readonly pages?: number
  /** A page that takes longer is given up, in milliseconds. */
  readonly timeoutMs?: number
  readonly log?: Logger
}

/** Frames that one job may have; a still picture has one. */
const msPerFrame = 400
/** Pages are replaced after so many drawings, so that nothing piles up in them. */
const drawingsPerPage = 500

class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

const withTimeout = async <A>(work: Promise<A>, ms: number): Promise<A> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut()), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Opens the renderer (design 8). Chromium starts with the first job, and again after it broke. */
export const openRenderer = async (options: RendererOptions = {}): Promise<Renderer> => {
  const { executablePath, timeoutMs = 20_000, log } = options
  const pages = options.pages ?? Math.max(2, availableParallelism())
  let browser: Promise<Browser> | undefined
  let closed = false
  let busy = 0
  const idle: { readonly slot: Slot; drawings: number; readonly browser: Browser }[] = []
  const waiting: (() => void)[] = []

  const running = async (): Promise<Browser> => {
    const known = await browser?.catch(() => undefined)
    if (known?.isConnected()) return known
    idle.splice(0)
    browser = launch(executablePath)
    return browser
  }
  const turn = async () => {
    if (busy >= pages) await new Promise<void>(resolve => waiting.push(resolve))
    busy++
  }
  const done = () => {
    busy--
    waiting.shift()?.()
  }
  const taken = async () => {
    const current = await running()
    for (let free = idle.pop(); free; free = idle.pop()) if (free.browser === current) return free
    return { slot: await openSlot(current), drawings: 0, browser: current }
  }
  /** Gives a page up. One that hangs may not close: then the browser goes, and the other jobs are drawn again. */
  const giveUp = async (held: Awaited<ReturnType<typeof taken>>) => {
    try {
      await withTimeout(held.slot.close(), 3_000)
    } catch (error) {
      log?.warn({ err: error }, 'a page did not close; Chromium is started again')
      await withTimeout(held.browser.close(), 3_000).catch(late => log?.error({ err: late }, 'Chromium did not close'))
      browser = undefined
    }
  }

  const attempt = async (job: RenderJob): Promise<Rendered | RenderFailure | 'crashed'> => {
    const held = await taken()
    const encoder = encoderOf(job.format)
    const times = timesOf(job.format, job.durationMs ?? 0)
    try {
      const missing = await withTimeout(
        held.slot.draw(job, times, png => encoder.add(png)),
        timeoutMs + msPerFrame * (times.length - 1),
      )
      const bytes = await encoder.finish()
      if (++held.drawings < drawingsPerPage) idle.push(held)
      else await giveUp(held)
      return { bytes, missing }
    } catch (error) {
      encoder.discard()
      await giveUp(held)
      if (error instanceof TimedOut)
        return {
          code: 'render-timeout',
          detail: `${job.label} was not drawn within ${timeoutMs / 1000} s; does a script of it never end?`,
        }
      if (closed) return { code: 'render-crashed', detail: `${job.label} was not drawn: the renderer is closing` }
      log?.warn({ err: error }, 'a drawing broke off')
      return 'crashed'
    }
  }

  return {
    async render(job) {
      await turn()
      try {
        const first = await attempt(job)
        const result = first === 'crashed' ? await attempt(job) : first
        return result === 'crashed'
          ? { code: 'render-crashed', detail: `${job.label} made Chromium break off, twice` }
          : result
      } catch (error) {
        log?.error({ err: error }, 'Chromium cannot be started')
        return {
          code: 'render-crashed',
          detail: `Chromium cannot be started: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`,
        }
      } finally {
        done()
      }
    },
    async close() {
      closed = true
      const known = await browser?.catch(() => undefined)
      await known?.close()
    },
  }
}
