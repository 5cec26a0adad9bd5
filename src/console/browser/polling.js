// @ts-check

const usualMs = 2000

/**
 * Calls `tick` again two seconds (or `everyMs`) after it returned a truthy value, while the tab is visible and `signal` is not
 * aborted. A tab that becomes visible again refreshes at once. Returns a function that starts polling, or refreshes
 * everything now.
 * @param {(fresh: boolean) => Promise<boolean | 'failed'>} tick reads everything if `fresh`, otherwise only running
 *   jobs; returns whether any job runs, or 'failed' after a transient error: everything is then read again
 * @param {AbortSignal} signal
 * @param {number} [everyMs]
 */
export const polling = (tick, signal, everyMs = usualMs) => {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let busy = false
  let asked = false

  /** @param {boolean} fresh @returns {Promise<void>} */
  const run = async fresh => {
    clearTimeout(timer)
    if (signal.aborted || document.hidden) return
    if (busy) {
      asked ||= fresh
      return
    }
    busy = true
    const runs = await tick(fresh).finally(() => {
      busy = false
    })
    if (asked) {
      asked = false
      return run(true)
    }
    if (runs && !signal.aborted && !document.hidden) timer = setTimeout(run, everyMs, runs === 'failed')
  }

  const seen = () => (document.hidden ? clearTimeout(timer) : void run(true))
  document.addEventListener('visibilitychange', seen, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  return () => run(true)
}
