import type { Logger } from '../ports/logger.ts'

/**
 * Tells an operator of each outage once, and once that it is over. Before `begin` nothing is said: a start that an outage keeps from
 * succeeding is refused with its reason.
 */
export const tellOutages = (logger: Logger) => {
  const away = new Map<string, string>()
  let begun = false
  const tell = (store: string, reason: string) =>
    logger.error({ store, reason }, 'a store is away; it is tried until it is back')
  return {
    /** A store went away (with the reason), or is back (undefined). */
    onAway: (store: string, reason: string | undefined) => {
      if (reason === undefined) away.delete(store)
      else away.set(store, reason)
      if (!begun) return
      if (reason === undefined) logger.info({ store }, 'a store is back')
      else tell(store, reason)
    },
    /** What is away now, each with its reason. */
    now: (): readonly string[] => Array.from(away, ([store, reason]) => `${store}: ${reason}`),
    begin: () => {
      begun = true
      for (const [store, reason] of away) tell(store, reason)
    },
  }
}
