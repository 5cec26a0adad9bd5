import type { Position } from '../../ports/event-log.ts'

/** Views that have not moved for so long, in milliseconds, while the log has, make a node unready. */
const stallAfter = 5_000

/** Notices when views no longer follow the log, from the positions of both. */
export const viewsMove = (monotonic: () => number) => {
  let reflected: Position | undefined
  let following = { since: monotonic(), isBehind: false }
  return {
    seen(head: Position, now: Position) {
      if (now !== reflected || now >= head || !following.isBehind)
        following = { since: monotonic(), isBehind: now < head }
      reflected = now
    },
    /** Why the node is not ready; undefined while the views follow. */
    stall: (): string | undefined => {
      const ms = monotonic() - following.since
      if (!following.isBehind || ms < stallAfter) return undefined
      return `views: they have not moved for ${Math.round(ms / 1000)} s while the log has`
    },
  }
}
