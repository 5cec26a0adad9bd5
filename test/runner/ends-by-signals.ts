import { constants } from 'node:os'

/**
 * Ends this process in order when npm or a terminal sends a signal, so that handlers of its exit end the programs that it started. `first`
 * is awaited before; further signals change nothing, because npm passes on what a terminal has sent already.
 */
export const endsBySignals = (first: () => Promise<void> = async () => undefined): void => {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isEnding) return
      isEnding = true
      first().finally(() => process.exit(128 + constants.signals[signal]))
    })
}
