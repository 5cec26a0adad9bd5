import { levelOf } from '../../ports/store-away.ts'

/**
 * Polls at an interval, never overlapping. An error is reported once until it changes; an unavailable store has already reported itself.
 * Returns the function that stops polling.
 */
export const poll = (everyMs: number, look: () => Promise<void>, onError: (error: unknown) => void) => {
  let looking = false
  let known: string | undefined
  const failed = (error: unknown) => {
    const fault = String(error)
    if (fault !== known && levelOf(error, 'error') === 'error') onError(error)
    known = fault
  }
  const once = async () => {
    if (looking) return
    looking = true
    try {
      await look()
      known = undefined
    } catch (error) {
      failed(error)
    }
    looking = false
  }
  const timer = setInterval(once, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
