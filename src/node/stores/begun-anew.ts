type Runner = { stop(): Promise<void> }

/**
 * Runs something that can be begun anew, after `ready` and until it is stopped: never twice at a time, whoever asks for it meanwhile.
 */
export const begunAnew = (ready: Promise<unknown>, start: () => Runner) => {
  let runner: Runner | undefined
  let stopped = false
  const begin = () => {
    if (!stopped) runner = start()
  }
  let last: Promise<void> = ready.then(begin)
  return {
    /** Stops it and begins anew; resolves when it has begun. */
    again: (): Promise<void> => {
      last = last.then(() => runner?.stop()).then(begin)
      return last
    },
    /** Resolves when it has ended; it does not begin again. */
    stop: async (): Promise<void> => {
      stopped = true
      await last
      await runner?.stop()
    },
  }
}
