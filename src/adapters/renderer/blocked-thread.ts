import { setTimeout as delay } from 'node:timers/promises'
import { TimedOut, within } from './deadline.ts'
import type { Held } from './pages.ts'

/** How often the thread of a page is asked, in milliseconds. Most stills are drawn before it is asked once. */
const everyMs = 500

/** A page whose thread no longer answers. `before`: for how long the pages' processes had used a processor when it last did. */
export class BlockedThread extends Error {
  override readonly name = 'BlockedThread'
  readonly before: ReadonlyMap<number, number>

  constructor(before: ReadonlyMap<number, number>) {
    super('the thread of a page does not answer')
    this.before = before
  }
}

/** Waits for work of a page; rejects with BlockedThread when the page's thread has not answered for so many milliseconds. */
export const whileThreadAnswers = async <A>({ slot, chromium }: Held, mostMs: number, work: Promise<A>): Promise<A> => {
  const stop = new AbortController()
  const watched = async (): Promise<never> => {
    for (;;) {
      await delay(everyMs, undefined, { signal: stop.signal })
      const before = chromium.pageProcesses()
      await within(mostMs, mostMs, slot.ping).catch(error => {
        throw error instanceof TimedOut ? new BlockedThread(before) : error
      })
    }
  }
  const blocked = Promise.withResolvers<never>()
  // a page that is gone answers nothing: then the work says why
  watched().catch(error => error instanceof BlockedThread && blocked.reject(error))
  try {
    return await Promise.race([work, blocked.promise])
  } finally {
    stop.abort()
  }
}

/**
 * Ends the process of a page that is blocked, and tells whether it blocked itself: whether it used a processor for half of the time in which
 * it did not answer. A page that got less may have waited for others. Without /proc nobody knows.
 */
export const endBlocked = async (
  { chromium }: Held,
  { before }: BlockedThread,
  mostMs: number,
  end: () => Promise<void>,
): Promise<boolean> => {
  const seen = chromium.pageProcesses()
  await end()
  const left = chromium.pageProcesses()
  const used = [...seen].flatMap(([pid, ms]) => (left.has(pid) ? [] : [ms - (before.get(pid) ?? 0)]))
  return used.length > 0 && Math.min(...used) >= mostMs / 2
}
