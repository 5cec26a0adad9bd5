/** Waits, or returns at once when a signal is aborted. */
export const pause = (ms: number, ...signals: readonly (AbortSignal | undefined)[]): Promise<void> =>
  new Promise(resolve => {
    const given = signals.filter(signal => signal !== undefined)
    if (given.some(({ aborted }) => aborted)) return resolve()
    const done = () => {
      clearTimeout(timer)
      for (const signal of given) signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    for (const signal of given) signal.addEventListener('abort', done)
  })

/** Waits for work, but not longer than this many milliseconds; no timer is left when the work ends first. Rejects as the work does. */
export const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const done = new AbortController()
  try {
    await Promise.race([work, pause(ms, done.signal)])
  } finally {
    done.abort()
  }
}

/** The results of all, once every one has ended; rejects with the first error in their order. */
export const allEnded = async <A>(all: readonly Promise<A>[]): Promise<readonly A[]> => {
  await Promise.allSettled(all)
  return Promise.all(all)
}
