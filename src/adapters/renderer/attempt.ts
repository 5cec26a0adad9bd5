import { BlobsUnavailable } from '../../ports/blobs.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Rendered, RenderFailure, RenderJob } from '../../ports/renderer.ts'
import { StoreAway } from '../../ports/store-away.ts'
import { LimitExceeded } from '../threads/bounded-thread.ts'
import { BlockedThread, endBlocked, whileThreadAnswers } from './blocked-thread.ts'
import { TimedOut, within } from './deadline.ts'
import { longestMs, timesOf, withEncoder } from './encode.ts'
import type { VideoThreads } from './mp4.ts'
import type { Held, Pages } from './pages.ts'
import type { Chromium } from './process/chromium.ts'
import { tooLarge } from './too-large.ts'
import { Undrawable } from './undrawable.ts'

/**
 * How an attempt to render a page ended. `blamed`: the page itself says that it cannot be rendered. `suspect`: it failed,
 * maybe because of something else in the same Chromium. `lost`: Chromium is gone, and no page is the reason.
 */
export type Outcome =
  | { readonly is: 'made'; readonly rendered: Rendered }
  | { readonly is: 'blamed' | 'suspect'; readonly failure: RenderFailure }
  | { readonly is: 'lost' }

export type Means = {
  readonly pages: Pages
  readonly videos: VideoThreads
  /** Milliseconds after which an animated GIF ends; 0: never. */
  readonly gifMs: number
  /** A page without progress for this long has failed, in milliseconds. */
  readonly timeoutMs: number
  /** A page whose thread does not answer for this long is ended, in milliseconds; undefined: it has `timeoutMs`. */
  readonly blockedMs?: number
  readonly log?: Logger | undefined
}

/** Time allowed per frame after the first, on average, in milliseconds. */
const msPerFrame = 400

const drawn = (job: RenderJob, held: Held, means: Means): Promise<Rendered> => {
  const { slot, chromium } = held
  const { timeoutMs, blockedMs = timeoutMs } = means
  const most = timesOf(job.format, job.durationMs ?? longestMs).length
  const totalMs = timeoutMs * (job.durationMs === undefined ? 2 : 1) + msPerFrame * (most - 1)
  return withEncoder(job, means, async encoder => {
    const drawnPage = await within(timeoutMs, totalMs, showLife => {
      const timesFor = (durationMs: number) => {
        showLife()
        const refused = tooLarge({ ...job, durationMs })
        if (refused) throw new Undrawable(refused.code, refused.detail)
        return timesOf(job.format, durationMs)
      }
      const onFrame = async (png?: Buffer) => {
        await encoder.add(png)
        showLife()
      }
      return whileThreadAnswers(held, blockedMs, chromium.during(slot.draw(job, timesFor, onFrame)))
    })
    // a large gif takes long, in which the page has nothing to show
    return { bytes: await within(totalMs, totalMs, () => encoder.finish()), ...drawnPage }
  })
}

/** A page of which no frame came in time. */
const late = ({ label }: RenderJob, ms: number): RenderFailure => ({
  code: 'render-timeout',
  detail: `${label} timed out after ${ms / 1000} s without an image; one of its scripts may never end`,
})
const suspect = (code: string, detail: string): Outcome => ({ is: 'suspect', failure: { code, detail } })

/** What an error says about the page. Rethrows the errors of unavailable stores. */
const outcomeOf = async (
  error: unknown,
  job: RenderJob,
  { timeoutMs, blockedMs = timeoutMs, log }: Means,
  { gone, pagesEnded }: { readonly gone: Awaited<ReturnType<Chromium['gone']>>; readonly pagesEnded: number },
): Promise<Outcome> => {
  const { label } = job
  if (error instanceof StoreAway || error instanceof BlobsUnavailable) throw error
  if (error instanceof Undrawable) return { is: 'blamed', failure: { code: error.code, detail: error.message } }
  if (gone === 'ended' || gone === 'killed') return { is: 'lost' }
  if (gone === 'memory' || pagesEnded > 0 || (error instanceof LimitExceeded && error.limit === 'memory'))
    return suspect('too-much-memory', `${label} needs too much memory to render`)
  if (error instanceof BlockedThread) return { is: 'suspect', failure: late(job, blockedMs) }
  if (error instanceof TimedOut || error instanceof LimitExceeded)
    return { is: 'suspect', failure: late(job, timeoutMs) }
  log?.warn({ err: error }, 'rendering failed')
  return suspect('render-crashed', `${label} crashed Chromium`)
}

/** Renders a page in this Chromium once. Rejects only if a store is unavailable. */
export const attemptIn = async (chromium: Chromium, job: RenderJob, means: Means): Promise<Outcome> => {
  const { pages, timeoutMs, blockedMs = timeoutMs, log } = means
  const endedBefore = chromium.pagesEnded()
  const held = await pages.take(chromium, job).catch(async err => {
    log?.warn({ err }, 'a page could not be opened, restarting Chromium')
    await chromium.end()
  })
  if (held === undefined) return { is: 'lost' }
  try {
    const rendered = await drawn(job, held, means)
    await pages.giveBack(held)
    return { is: 'made', rendered }
  } catch (error) {
    const blocksItself =
      error instanceof BlockedThread && (await endBlocked(held, error, blockedMs, () => pages.end(held)))
    const seen = { gone: await chromium.gone(), pagesEnded: chromium.pagesEnded() - endedBefore }
    await pages.discard(held)
    if (blocksItself) return { is: 'blamed', failure: late(job, blockedMs) }
    return outcomeOf(error, job, means, seen)
  }
}
