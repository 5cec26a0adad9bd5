import { availableParallelism } from 'node:os'
import type { Logger } from '../../ports/logger.ts'
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
import { drawingTurns, type MostWaiting, waitingPages } from './turns.ts'

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

/** One Chromium, started on demand, and again after it ended. Concurrent calls share one start. */
const onDemand = (open: () => Promise<Chromium>, log?: Logger) => {
  let current: Promise<Chromium> | undefined
  let closed = false
  const start = (): Promise<Chromium> => {
    const started = open()
    const forget = () => {
      if (current === started) current = undefined
    }
    started.then(
      ({ browser }) => (browser.isConnected() ? browser.once('disconnected', forget) : forget()),
      err => {
        forget()
        log?.error({ err }, 'Chromium cannot be started')
      },
    )
    return started
  }
  return {
    /** Rejects with RendererUnavailable. */
    async get(): Promise<Chromium> {
      for (;;) {
        if (closed) throw new RendererUnavailable('the renderer is closed')
        current ??= start()
        const asked = current
        const chromium = await asked
        if (!chromium.isEnding()) return chromium
        if (current === asked) current = undefined
      }
    },
    async close() {
      closed = true
      await (await current?.catch(() => undefined))?.end()
    },
  }
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
  const videos = videoThreads(pages + 1)
  let busy = 0
  const watched = chromiums(options, bounds, () => busy > 0)
  const running = onDemand(watched.open, log)
  const alone = { pages: openPages(0, timeoutMs, log), videos, gifMs, timeoutMs, log }
  const shared = { ...alone, pages: openPages(pages, timeoutMs, log), blockedMs }
  const ownOnes = new Set<Chromium>()
  let closed = false

  const together = async (job: RenderJob): Promise<Outcome> => {
    busy++
    try {
      return await attemptIn(await running.get(), job, shared)
    } finally {
      busy--
    }
  }
  const byItself = async (job: RenderJob): Promise<Outcome> => {
    if (closed) throw new RendererUnavailable('the renderer is closed')
    busy++
    let own: Chromium | undefined
    try {
      own = await watched.open()
      ownOnes.add(own)
      return await attemptIn(own, job, alone)
    } finally {
      busy--
      if (own) ownOnes.delete(own)
      await own?.end()
    }
  }
  const rendered = async (job: RenderJob): Promise<Rendered | RenderFailure> => {
    const first = await inTurn(job, () => untilNotLost(job, () => together(job)))
    if (first.is === 'made') return first.rendered
    if (first.is === 'blamed') return first.failure
    log?.info({ code: first.failure.code }, 'a page failed and is rendered again by itself')
    const second = await aloneInTurn(job, () => untilNotLost(job, () => byItself(job)))
    return second.is === 'made' ? second.rendered : second.failure
  }

  return {
    render: async job => tooLarge(job) ?? holding(job, () => rendered(job)),
    async close() {
      closed = true
      await Promise.all([running.close(), ...[...ownOnes].map(own => own.end())])
      watched.close()
      await videos.close()
    },
  }
}
