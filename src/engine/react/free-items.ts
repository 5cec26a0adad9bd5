import { recentlyUsed } from '../recently-used.ts'

/** Items that are remembered: more hardly ever rest. */
const mostRemembered = 10_000

/** An item that rests until a time of the monotonic clock. `at`: only as it was at this position. */
type Resting = { readonly until: number; readonly failures: number; readonly at?: bigint }

/**
 * The items of a to-do list that a node may begin, by its own monotonic clock. An item that could not be started or recorded, because a
 * store was unavailable, the list lags behind the log, or another worker holds it, rests before it is tried again. So does one whose work
 * changed nothing, until it changes, and one whose failures are not recorded, longer with each failure in a row.
 */
export const freeItems = (monotonic: () => number, { heldMs, restMs }: { heldMs: number; restMs: number }) => {
  const resting = recentlyUsed<Resting>(mostRemembered)
  return {
    isFree(id: string, position: bigint): boolean {
      const rests = resting.get(id)
      return !(rests && monotonic() < rests.until && (rests.at ?? position) === position)
    },
    rest: (id: string) => void resting.set(id, { until: monotonic() + restMs, failures: 0 }),
    /** Rests an item that another worker holds, until it is worth another look whether that worker shows life. */
    restHeld: (id: string) => void resting.set(id, { until: monotonic() + heldMs, failures: 0 }),
    /** Rests an item that is still as it was at a position. */
    restUnchanged: (id: string, at: bigint) => void resting.set(id, { until: monotonic() + restMs, failures: 0, at }),
    /** Rests an item after one more failure in a row, at least as long as any item. */
    restAfterFailure(id: string, pauseMs: (failures: number) => number) {
      const failures = (resting.get(id)?.failures ?? 0) + 1
      resting.set(id, { until: monotonic() + Math.max(restMs, pauseMs(failures)), failures })
    },
    /** When the first item may become free after a time, by the passing of time; undefined if none may. */
    nextAt(after: number): number | undefined {
      const times = Iterator.from(resting.values()).map(({ until }) => until)
      return times
        .filter(time => time > after)
        .reduce<number | undefined>((first, time) => Math.min(first ?? time, time), undefined)
    },
    /** The items of which something is remembered. */
    remembered: (): Set<string> => new Set(resting.keys()),
    /** Forgets items that are no longer on the list. */
    forget(gone: Iterable<string>) {
      for (const id of gone) resting.delete(id)
    },
  }
}
export type FreeItems = ReturnType<typeof freeItems>
