import { recentlyUsed } from '../../engine/recently-used.ts'
import type { Clock } from '../../ports/clock.ts'

/** How many records a node remembers; one that it forgot is silent from its next sight on. */
const maxRecords = 10_000

/**
 * Finds records in which nothing happens, by this node's monotonic clock since it first saw them as they are. No clock of another machine is
 * involved, and a node that has just started takes nothing for silent (ADR 0034).
 */
export const silenceOf = (clock: Pick<Clock, 'monotonic'>, enoughMs: number) => {
  const seen = recentlyUsed<{ readonly revision: number; readonly at: number }>(maxRecords)
  return {
    /** Whether the record has been at this revision for long enough. */
    isSilent(id: string, revision: number): boolean {
      const now = clock.monotonic()
      const last = seen.get(id)
      if (last?.revision === revision) return now - last.at >= enoughMs
      seen.set(id, { revision, at: now })
      return false
    },
    forget: (id: string) => void seen.delete(id),
  }
}
