// @ts-check

const everyMs = 2000

/**
 * Calls `tick` again two seconds after it has answered true, as long as it does, the tab is seen, and `signal` lives. A tab
 * that is seen again reads at once. Answers what starts it, or reads all now while it runs.
 * @param {(fresh: boolean) => Promise<boolean | 'failed'>} tick reads, all when `fresh`, else what runs; answers whether
 *   something does, or that a read failed in a way that passes: all is then read again
 * @param {AbortSignal} signal
 */
export const polling = (tick, signal) => {
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
