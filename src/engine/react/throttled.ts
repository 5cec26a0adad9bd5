import type { Clock } from '../../ports/clock.ts'

const everyMs = 500

/** Calls at most twice a second and skips the calls in between, so that reporting progress costs little. */
export const throttled = <A extends readonly unknown[]>(clock: Clock, call: (...args: A) => Promise<void>) => {
  let last = Number.NEGATIVE_INFINITY
  return async (...args: A): Promise<void> => {
    const now = clock.monotonic()
    if (now - last < everyMs) return
    last = now
    await call(...args)
  }
}
