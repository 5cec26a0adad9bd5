import type { Logger } from '../../../ports/logger.ts'
import { RendererUnavailable } from '../../../ports/renderer.ts'
import type { Chromium } from './chromium.ts'

/** One Chromium, started on demand, and again after it ended. */
export type RunningChromium = {
  /** Rejects with RendererUnavailable. Concurrent calls share one start. */
  get(): Promise<Chromium>
  close(): Promise<void>
}

export const runningChromium = (open: () => Promise<Chromium>, log?: Logger): RunningChromium => {
  let current: Promise<Chromium> | undefined
  let closed = false
  const start = (): Promise<Chromium> => {
    const started = open()
    const forget = () => {
      if (current === started) current = undefined
    }
    current = started
    started.then(
      ({ browser }) => {
        if (browser.isConnected()) browser.once('disconnected', forget)
        else forget()
      },
      error => {
        forget()
        log?.error({ err: error }, 'Chromium cannot be started')
      },
    )
    return started
  }
  return {
    async get() {
      for (;;) {
        if (closed) throw new RendererUnavailable('the renderer is closed')
        const asked = current ?? start()
        const chromium = await asked
        if (!chromium.isEnding()) return chromium
        if (current === asked) current = undefined
      }
    },
    async close() {
      closed = true
      const running = await current?.catch(() => undefined)
      await running?.end()
    },
  }
}
