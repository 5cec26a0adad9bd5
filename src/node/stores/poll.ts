import { levelOf } from '../../ports/store-away.ts'

/**
 * Polls at an interval; polls never overlap. An error is reported once until it changes. An unavailable store reports itself,
 * so its error is ignored here. Returns the function that stops polling.
 */
export const poll = (everyMs: number, read: () => Promise<void>, onError: (error: unknown) => void) => {
  let polling = false
  let known: string | undefined
  const failed = (error: unknown) => {
    const fault = String(error)
    if (fault !== known && levelOf(error, 'error') === 'error') onError(error)
    known = fault
  }
  const once = async () => {
    if (polling) return
    polling = true
    try {
      await read()
      known = undefined
    } catch (error) {
      failed(error)
    }
    polling = false
  }
  const timer = setInterval(once, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
