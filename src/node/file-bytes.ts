import type { Blobs } from '../ports/blobs.ts'
import type { Clock } from '../ports/clock.ts'

/** A count holds for a minute, and for so many times as long as it took: counting is little of the work of the store. */
const holdsMs = 60_000
const holdsTimes = 20

/**
 * The bytes of all stored files, for the status of the service. A store has no such number, so the files are listed: only when somebody asks,
 * in the background, and seldom if there are many. `now` answers at once with the last count, undefined before the first one.
 */
export const fileBytes = (blobs: Pick<Blobs, 'list'>, { monotonic }: Pick<Clock, 'monotonic'>) => {
  const ending = new AbortController()
  let counted: number | undefined
  let holdsUntil = 0
  let counting: Promise<void> | undefined

  const count = async () => {
    const from = monotonic()
    let bytes = 0
    for await (const { size } of blobs.list()) {
      if (ending.signal.aborted) return
      bytes += size
    }
    counted = bytes
    holdsUntil = monotonic() + Math.max(holdsMs, (monotonic() - from) * holdsTimes)
  }
  return {
    now: (): number | undefined => {
      if (counting === undefined && monotonic() >= holdsUntil)
        counting = count()
          .catch(() => {
            // a store that is away is named by the readiness of the node
            holdsUntil = monotonic() + holdsMs
          })
          .finally(() => {
            counting = undefined
          })
      return counted
    },
    close: async () => {
      ending.abort()
      await counting
    },
  }
}
