/** Milliseconds between two beats. */
const every = 1_000

export type Heartbeat = {
  /** Beats now; waits for the beat that is running, if one is. */
  beat(): Promise<void>
  stop(): void
}

/** Does the same things every second, never twice at once: a slow store would be told the same counts twice. */
export const startHeartbeat = (
  doings: readonly (() => Promise<void>)[],
  onError: (error: unknown) => void,
): Heartbeat => {
  let running: Promise<void> | undefined
  const beat = (): Promise<void> => {
    running ??= Promise.all(doings.map(doing => doing()))
      .then(() => undefined)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const timer = setInterval(() => beat().catch(onError), every)
  timer.unref()
  beat().catch(onError)
  return { beat, stop: () => clearInterval(timer) }
}
