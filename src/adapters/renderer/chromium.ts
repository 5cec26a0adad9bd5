import { availableParallelism } from 'node:os'
import {
  type Rendered,
  type Renderer,
  RendererUnavailable,
  type RenderFailure,
  type RenderJob,
} from '../../ports/renderer.ts'
import { attemptIn, type Outcome } from './attempt.ts'
import { videoThreads } from './mp4.ts'
import { openPages } from './pages.ts'
import { type Chromium, chromiums } from './process/chromium.ts'
import { memoryBounds } from './process/memory-watch.ts'
import type { StartOptions } from './process/start.ts'
import { tooLarge } from './too-large.ts'
import { drawingTurns, type MostWaiting, mostAlone, waitingPages } from './turns.ts'

export type RendererOptions = StartOptions & {
  /**
   * Pages that render in parallel, of which one is kept from each account. Default: two more than cores, so that an account has one more
   * than cores, as a page sometimes waits for its frame.
   */
  readonly pages?: number
  /** A page without progress for this long is given up, in milliseconds. */
  readonly timeoutMs?: number
  /** A page whose script blocks it for this long is given up, in milliseconds. */
  readonly blockedMs?: number
  /** Memory that all processes of Chromium may hold, in bytes; default: by the memory of the machine, see `memoryBounds`. */
  readonly maxBytes?: number | undefined
  /** Milliseconds after which an animated GIF ends, after whole rounds, one at least; 0: never. Default: 30 s, which ad networks ask for. */
  readonly gifMs?: number | undefined
  /** For tests: less room for pages of public requests that wait. */
  readonly mostWaiting?: MostWaiting
  /** For tests: fewer of them that wait for a Chromium of their own. */
  readonly mostAlone?: MostWaiting
}

/** How often a page is rendered again because Chromium was lost; then the caller tries later. */
const mostLosses = 3

/** Attempts until Chromium survives one. */
const untilNotLost = async ({ label }: RenderJob, attempt: () => Promise<Outcome>) => {
  for (let losses = 0; losses < mostLosses; losses++) {
    const outcome = await attempt()
    if (outcome.is !== 'lost') return outcome
  }
  throw new RendererUnavailable(`Chromium was ended ${mostLosses} times while it rendered ${label}`)
}

/**
 * Opens the renderer (ARCH-36). Chromium starts with the first job, and again after it was lost. A page that fails is
 * rendered again in a Chromium of its own, and is blamed only if it fails there too (ADR 0029), unless it blocked itself.
 */
export const openRenderer = async (options: RendererOptions): Promise<Renderer> => {
  const { timeoutMs = 20_000, blockedMs = 4_000, gifMs = 30_000, log } = options
  const pages = options.pages ?? availableParallelism() + 2
  const bounds = memoryBounds(pages, options.maxBytes)
  const [inTurn, aloneInTurn] = [drawingTurns(pages), drawingTurns(1)]
  const holding = waitingPages(options.mostWaiting)
  const holdingAlone = waitingPages(options.mostAlone ?? mostAlone, () => 1)
  const videos = videoThreads(pages + 1)
  let busy = 0
  const watched = chromiums(options, bounds, () => busy > 0)
  const alone = { pages: openPages(0, timeoutMs, log), videos, gifMs, timeoutMs, log }
  const shared = { ...alone, pages: openPages(pages, timeoutMs, log), blockedMs }
  let current: Promise<Chromium> | undefined

  /** The Chromium of all pages, started with the first one, and again after it ended. Concurrent calls share one start. */
  const running = async (): Promise<Chromium> => {
    current ??= watched.open()
    const asked = current
    const chromium = await asked.catch(err => {
      if (current === asked) current = undefined
      throw err
    })
    if (chromium.browser.isConnected() && !chromium.isEnding()) return chromium
    if (current === asked) current = undefined
    return running()
  }
  const together = async (job: RenderJob): Promise<Outcome> => {
    busy++
    try {
      return await attemptIn(await running(), job, shared)
    } finally {
      busy--
    }
  }
  const byItself = async (job: RenderJob): Promise<Outcome> => {
    busy++
    try {
      // a page that failed once may use processors for long
      const own = await watched.open(10)
      return await attemptIn(own, job, alone).finally(own.end)
    } finally {
      busy--
    }
  }
  const rendered = async (job: RenderJob): Promise<Rendered | RenderFailure> => {
    const first = await inTurn(job, () => untilNotLost(job, () => together(job)))
    if (first.is === 'made') return first.rendered
    if (first.is === 'blamed') return first.failure
    log?.info({ code: first.failure.code }, 'a page failed and is rendered again by itself')
    const second = await holdingAlone(job, () => aloneInTurn(job, () => untilNotLost(job, () => byItself(job))))
    return second.is === 'made' ? second.rendered : second.failure
  }

  return {
    render: async job => tooLarge(job) ?? holding(job, () => rendered(job)),
    async close() {
      await watched.close()
      await videos.close()
    },
  }
}
