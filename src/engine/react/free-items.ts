import { recentlyUsed } from '../recently-used.ts'
import type { Todo } from './process.ts'

/** Items that are remembered: more are not held by workers, and hardly ever rest. */
const mostRemembered = 10_000

type Seen = { readonly position: bigint; readonly at: number }
/** An item that rests until a time of the monotonic clock. `at`: only as it was at this position. */
type Resting = { readonly until: number; readonly failures: number; readonly at?: bigint }

/**
 * The items of a to-do list that a node may claim, by its own monotonic clock (ARCH-28): those without a holder, and those
 * whose holder has appended no event for a whole lease. An item that could not be started or recorded, because a store was
 * unavailable or the list lags behind the log, rests before it is tried again. So does one whose work changed nothing, until it changes, and
 * one whose failures are not recorded, longer with each failure in a row.
 */
export const freeItems = (monotonic: () => number, { leaseMs, restMs }: { leaseMs: number; restMs: number }) => {
  const seen = recentlyUsed<Seen>(mostRemembered)
  const resting = recentlyUsed<Resting>(mostRemembered)
  /** Notes the sign of life of a holder: its lease is counted from then on. */
  const note = (id: string, { claim }: Todo, position: bigint): void => {
    if (claim && seen.get(id)?.position !== position) seen.set(id, { position, at: monotonic() })
  }
  return {
    note,
    isFree(id: string, item: Todo, position: bigint): boolean {
      const now = monotonic()
      note(id, item, position)
      const rests = resting.get(id)
      if (rests && now < rests.until && (rests.at ?? position) === position) return false
      if (!item.claim) return true
      return now - (seen.get(id)?.at ?? now) >= leaseMs
    },
    rest: (id: string) => void resting.set(id, { until: monotonic() + restMs, failures: 0 }),
    /** Rests an item that is still as it was at a position. */
    restUnchanged: (id: string, at: bigint) => void resting.set(id, { until: monotonic() + restMs, failures: 0, at }),
    /** Rests an item after one more failure in a row, at least as long as any item. */
    restAfterFailure(id: string, pauseMs: (failures: number) => number) {
      const failures = (resting.get(id)?.failures ?? 0) + 1
      resting.set(id, { until: monotonic() + Math.max(restMs, pauseMs(failures)), failures })
    },
    /** When the first item may become free after a time, by the passing of time; undefined if none may. */
    nextAt(after: number): number | undefined {
      const held = Iterator.from(seen.values()).map(({ at }) => at + leaseMs)
      const times = [...held, ...Iterator.from(resting.values()).map(({ until }) => until)].filter(time => time > after)
      return times.reduce<number | undefined>((first, time) => Math.min(first ?? time, time), undefined)
    },
    /** The items of which something is remembered. */
    remembered: (): Set<string> => new Set([...seen.keys(), ...resting.keys()]),
    /** Forgets items that are no longer on the list. */
    forget(gone: Iterable<string>) {
      for (const id of gone) {
        seen.delete(id)
        resting.delete(id)
      }
    },
  }
}
export type FreeItems = ReturnType<typeof freeItems>
