import type { Logger } from '../ports/logger.ts'

/**
 * Logs the beginning and the end of each outage. Nothing is logged before `begin`: a start that fails because of an outage
 * reports the reason itself.
 */
export const reportOutages = (logger: Logger) => {
  const away = new Map<string, string>()
  let begun = false
  const report = (store: string, reason: string) => logger.error({ store, reason }, 'store unavailable, retrying')
  return {
    /** A store became unavailable (with the reason), or is available again (undefined). */
    onAway: (store: string, reason: string | undefined) => {
      if (reason === undefined) away.delete(store)
      else away.set(store, reason)
      if (!begun) return
      if (reason === undefined) logger.info({ store }, 'store available again')
      else report(store, reason)
    },
    /** Unavailable stores, each with its reason. */
    now: (): readonly string[] => Array.from(away, ([store, reason]) => `${store}: ${reason}`),
    begin: () => {
      begun = true
      for (const [store, reason] of away) report(store, reason)
    },
  }
}
