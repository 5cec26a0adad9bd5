import type { Logger } from '../../ports/logger.ts'
import { levelOf } from '../../ports/store-away.ts'

/** Runs work, and calls `show` again and again while it takes long, one call at a time. */
export const showingLife = async <A>(
  { everyMs, show, logger }: { readonly everyMs: number; show(): Promise<unknown>; readonly logger: Logger },
  work: () => Promise<A>,
): Promise<A> => {
  let shown = Promise.resolve()
  let isShowing = false
  const timer = setInterval(() => {
    if (isShowing) return
    isShowing = true
    shown = show()
      .catch(error => logger[levelOf(error, 'warn')]({ err: error }, 'a heartbeat of a running request failed'))
      .then(() => {
        isShowing = false
      })
  }, everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await shown
  }
}
