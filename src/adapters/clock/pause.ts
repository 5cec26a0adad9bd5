/** Waits, or returns at once when a signal is aborted. */
export const pause = (ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> =>
  new Promise(resolve => {
    const given = signals.filter(signal => signal !== undefined)
    const done = () => {
      clearTimeout(timer)
      for (const signal of given) signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    for (const signal of given) {
      if (signal.aborted) done()
      else signal.addEventListener('abort', done)
    }
  })

/** Exponential backoff from 0.1 s to 1 s, until `reset`. */
export const growingPauses = () => {
  let next = 100
  return {
    reset: () => {
      next = 100
    },
    wait: async (...signals: readonly (AbortSignal | undefined)[]) => {
      const now = next
      next = Math.min(next * 2, 1_000)
      await pause(now, ...signals)
    },
  }
}
