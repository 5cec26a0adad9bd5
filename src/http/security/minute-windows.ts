import { recentlyUsed } from '../../engine/recently-used.ts'
import type { Clock } from '../../ports/clock.ts'

const minuteMs = 60_000

export type MinuteWindows<W> = {
  /** The window of a name in the current minute, and the seconds until that ends. */
  of(name: string): { readonly window: W; readonly seconds: number }
  /** Number of the minute that `entries` are of, since 1970. */
  minute(): number
  entries(): Iterable<readonly [name: string, window: W]>
}

/**
 * Counters by name, all of the current minute. At most `most` names are kept: of more, the least recently used are forgotten,
 * so that no number of callers can fill the memory.
 */
export const minuteWindows = <W extends object>(clock: Clock, most: number, create: () => W): MinuteWindows<W> => {
  const windows = recentlyUsed<W>(most)
  let current = -1
  return {
    of(name) {
      const now = clock.now().getTime()
      const minute = Math.floor(now / minuteMs)
      if (minute !== current) {
        windows.clear()
        current = minute
      }
      const seconds = Math.ceil(((minute + 1) * minuteMs - now) / 1000)
      const found = windows.get(name)
      if (found !== undefined) return { window: found, seconds }
      const window = create()
      windows.set(name, window)
      return { window, seconds }
    },
    minute: () => current,
    entries: () => windows.entries(),
  }
}
