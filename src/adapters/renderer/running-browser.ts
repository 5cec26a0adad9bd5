import type { Browser } from 'playwright-core'
import type { Logger } from '../../ports/logger.ts'
import { within } from './deadline.ts'
import { type Launched, launch } from './launch.ts'

/** Chromium cannot be started. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** One Chromium, started on demand, and again after it ended. */
export type RunningBrowser = {
  /** Rejects with CannotStart. Concurrent calls share one start. */
  get(): Promise<Browser>
  /** Stops this one; the next `get` starts another. */
  end(browser: Browser): Promise<void>
  /** Whether `end` stopped this one. */
  wasEnded(browser: Browser): boolean
  close(): Promise<void>
}

/** Time limit for Chromium to exit, in milliseconds. */
const graceMs = 3_000

const endNow = async ({ browser, kill }: Launched, log?: Logger): Promise<void> => {
  try {
    await within(graceMs, graceMs, () => browser.close())
  } catch (error) {
    log?.warn({ err: error }, 'Chromium did not close, killing it')
    kill()
  }
}

export const runningBrowser = (executablePath: string | undefined, log?: Logger): RunningBrowser => {
  let current: Promise<Launched> | undefined
  let closed = false
  const ended = new WeakSet<Browser>()

  const start = (): Promise<Launched> => {
    const started = launch(executablePath).catch(error => {
      if (current === started) current = undefined
      throw new CannotStart(`${error instanceof Error ? error.message : error}`.split('\n', 1)[0], { cause: error })
    })
    current = started
    started.then(
      ({ browser }) =>
        browser.once('disconnected', () => {
          if (current === started) current = undefined
        }),
      error => log?.error({ err: error }, 'Chromium cannot be started'),
    )
    return started
  }
  return {
    async get() {
      if (closed) throw new CannotStart('the renderer is closed')
      const { browser } = await (current ?? start())
      return browser
    },
    async end(browser) {
      const launched = await current?.catch(() => undefined)
      if (launched?.browser !== browser) return
      ended.add(browser)
      current = undefined
      await endNow(launched, log)
    },
    wasEnded: browser => ended.has(browser),
    async close() {
      closed = true
      const launched = await current?.catch(() => undefined)
      if (launched) await endNow(launched, log)
    },
  }
}
