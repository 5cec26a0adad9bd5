/** Milliseconds between two heartbeats. */
const every = 1_000

export type Heartbeat = {
  /** Runs the work now, or waits for the run in progress. */
  beat(): Promise<void>
  stop(): void
}

/** Runs the same work every second, never overlapping: two runs at once would report the same counts twice to a slow store. */
export const startHeartbeat = (
  tasks: readonly (() => Promise<void>)[],
  onError: (error: unknown) => void,
): Heartbeat => {
  let running: Promise<void> | undefined
  const beat = (): Promise<void> => {
    running ??= Promise.all(tasks.map(task => task()))
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
