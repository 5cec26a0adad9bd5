import type { Browser } from 'playwright-core'
import { RendererUnavailable } from '../../../ports/renderer.ts'
import { excess, type MemoryBounds, measured } from './memory-watch.ts'
import { commandLineOf, endProcess, processAt, treeOf } from './processes.ts'
import { type Exit, type Niceness, type StartOptions, startChromium } from './start.ts'

/**
 * Why a Chromium is gone: `ended` by us or `killed` by somebody else, which is no page's fault; `crashed`, or ended
 * because of its `memory`, which may be a page's fault.
 */
export type Gone = 'ended' | 'killed' | 'crashed' | 'memory'

/** A running Chromium whose memory is watched. */
export type Chromium = {
  readonly browser: Browser
  /** Waits for work with it; rejects as soon as it is gone. */
  during<A>(work: Promise<A>): Promise<A>
  /** Why it is gone; undefined while it runs. */
  gone(): Promise<Gone | undefined>
  /** Whether we are ending it, so that nothing new may begin in it. */
  isEnding(): boolean
  /** How many of its pages were ended because of their memory. */
  pagesEnded(): number
  /** The processes that draw its pages, and for how many milliseconds each has used a processor. */
  pageProcesses(): ReadonlyMap<number, number>
  end(): Promise<void>
}

/** Signals that the kernel sends to a process for what it did itself. */
const ofCrashes = ['SIGSEGV', 'SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGBUS', 'SIGFPE', 'SIGSYS']
const reasonOf = ({ code, signal }: Exit): Gone =>
  (signal === null ? code !== 0 : ofCrashes.includes(signal)) ? 'crashed' : 'killed'

const during = async <A>(browser: Browser, work: Promise<A>): Promise<A> => {
  const lost = Promise.withResolvers<never>()
  const reject = () => lost.reject(new Error('Chromium was lost'))
  browser.once('disconnected', reject)
  if (!browser.isConnected()) reject()
  try {
    return await Promise.race([work, lost.promise])
  } finally {
    browser.off('disconnected', reject)
  }
}

/** How often memory is read while something renders, in milliseconds. */
const everyMs = 250

/**
 * Starts Chromiums whose memory counts together: while `isBusy`, it is read from /proc, and pages that use too much are ended. `open` rejects with
 * RendererUnavailable.
 */
export const chromiums = (options: StartOptions, bounds: MemoryBounds, isBusy: () => boolean) => {
  const { log } = options
  /** Those that run, by their process. */
  const running = new Map<number, { onPage(): void; onAll(): void; end(): Promise<void> }>()
  const starting = new Set<Promise<unknown>>()
  let closed = false
  const watch = () => {
    if (!isBusy()) return
    const all = [...running.keys()].map(measured)
    const { pages, chromium } = excess(all, bounds)
    for (const { pid, bytes } of pages) {
      log?.warn({ bytes, bound: bounds.page }, 'a page used too much memory and was ended')
      running.get(all.find(one => one.some(process => process.pid === pid))?.[0]?.pid ?? 0)?.onPage()
      endProcess(pid)
    }
    running.get(chromium?.[0]?.pid ?? 0)?.onAll()
  }
  const timer = setInterval(watch, everyMs).unref()
  const opened = async (niceness: Niceness): Promise<Chromium> => {
    const started = await startChromium(options, niceness)
    const { browser, pid, exited } = started
    let ours: Gone | undefined
    let pagesEnded = 0
    const end = async () => {
      ours ??= 'ended'
      await started.end()
    }
    running.set(pid, {
      onPage() {
        pagesEnded++
      },
      onAll() {
        ours ??= 'memory'
        log?.warn({ bound: bounds.all }, 'Chromium used too much memory and was ended')
        started.kill()
      },
      end,
    })
    exited.then(({ code, signal }) => {
      running.delete(pid)
      if (ours === undefined) log?.warn({ code, signal }, 'Chromium has ended unexpectedly')
    })
    return {
      browser,
      during: work => during(browser, work),
      gone: async () =>
        browser.isConnected() ? undefined : (ours ?? (started.isBroken() ? 'crashed' : reasonOf(await exited))),
      isEnding: () => ours !== undefined,
      pagesEnded: () => pagesEnded,
      pageProcesses: () =>
        new Map(
          treeOf(pid)
            .filter(one => commandLineOf(one).includes('--type=renderer'))
            .flatMap(one => {
              const found = processAt(one)
              return found ? [[one, found.processorMs]] : []
            }),
        ),
      end,
    }
  }
  return {
    async open(niceness: Niceness = 0): Promise<Chromium> {
      if (closed) throw new RendererUnavailable('the renderer is closed')
      const opening = opened(niceness)
      starting.add(opening)
      try {
        return await opening
      } catch (err) {
        log?.error({ err }, 'Chromium cannot be started')
        throw err
      } finally {
        starting.delete(opening)
      }
    },
    /** Ends all of them. */
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.allSettled(starting)
      await Promise.all([...running.values()].map(one => one.end()))
    },
  }
}
