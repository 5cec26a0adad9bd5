import { constants } from 'node:os'

/** Ends this process in order when npm or a terminal sends a signal, so that handlers of its exit end the programs that it started. */
export const endsBySignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
