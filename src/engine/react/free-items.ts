import type { Todo } from './process.ts'

type Seen = { readonly position: bigint; readonly at: number }

/**
 * The items of a to-do list that a node may claim, by its own monotonic clock (ARCH-28): those without a holder, and those
 * whose holder has appended no event for a whole lease. An item that could not be started or recorded, because a store was
 * unavailable or the list lags behind the log, rests before it is tried again.
 */
export const freeItems = (monotonic: () => number, { leaseMs, restMs }: { leaseMs: number; restMs: number }) => {
  const seen = new Map<string, Seen>()
  const resting = new Map<string, number>()
  return {
    isFree(id: string, item: Todo, position: bigint): boolean {
      const now = monotonic()
      const last = seen.get(id)
      if (last?.position !== position) seen.set(id, { position, at: now })
      if (now < (resting.get(id) ?? now)) return false
      if (!item.claim) return true
      return last?.position === position && now - last.at >= leaseMs
    },
    rest: (id: string) => void resting.set(id, monotonic() + restMs),
    /** Forgets items that are no longer on the list. */
    keepOnly(present: ReadonlySet<string>) {
      for (const id of [...seen.keys(), ...resting.keys()])
        if (!present.has(id)) {
          seen.delete(id)
          resting.delete(id)
        }
    },
  }
}
