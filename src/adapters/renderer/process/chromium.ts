import type { Browser } from 'playwright-core'
import { type MemoryBounds, watchMemory } from './memory-watch.ts'
import { commandLineOf, processAt, processorMs, treeOf } from './processes.ts'
import type { Exit } from './spawned.ts'
import { type StartOptions, startChromium } from './start.ts'

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

export type ChromiumOptions = StartOptions & {
  readonly bounds: MemoryBounds
  /** The Chromiums of this node that run now, by their processes: their memory counts together. */
  readonly pids: Set<number>
  /** Whether something renders in it. */
  isBusy(): boolean
}

/** Signals that the kernel sends to a process for what it did itself. */
const ofCrashes = new Set<NodeJS.Signals | null>([
  'SIGSEGV',
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGBUS',
  'SIGFPE',
  'SIGSYS',
])

const reasonOf = ({ code, signal }: Exit): Gone =>
  ofCrashes.has(signal) || (signal === null && code !== 0) ? 'crashed' : 'killed'

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

/** Starts a Chromium. Rejects with RendererUnavailable. */
export const openChromium = async (options: ChromiumOptions): Promise<Chromium> => {
  const { bounds, isBusy, log, pids } = options
  const started = await startChromium(options)
  const { browser, pid, exited } = started
  let ours: Gone | undefined
  let pagesEnded = 0
  pids.add(pid)
  const unwatch = watchMemory({
    pid,
    bounds,
    beside: () => [...pids].filter(other => other !== pid),
    isBusy,
    onPage(bytes) {
      pagesEnded++
      log?.warn({ bytes, bound: bounds.page }, 'a page used too much memory and was ended')
    },
    onAll() {
      ours ??= 'memory'
      log?.warn({ bound: bounds.all }, 'Chromium used too much memory and was ended')
      started.kill()
    },
  })
  const forget = () => {
    unwatch()
    pids.delete(pid)
  }
  exited.then(exit => {
    forget()
    if (ours === undefined) log?.warn({ code: exit.code, signal: exit.signal }, 'Chromium has ended unexpectedly')
  }, forget)
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
          .filter(one => processAt(one) && commandLineOf(one).includes('--type=renderer'))
          .map(one => [one, processorMs(one)]),
      ),
    async end() {
      ours ??= 'ended'
      await started.end()
    },
  }
}
