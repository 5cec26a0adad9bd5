import { levelOf } from '../../ports/store-away.ts'

/**
 * Looks again and again, one look at a time. What looks fail with is told once until it is something else; a store that is away has
 * said so itself. Answers what ends it.
 */
export const lookAgain = (everyMs: number, look: () => Promise<void>, onError: (error: unknown) => void) => {
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
