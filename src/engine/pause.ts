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
