import { pause } from '../../../engine/pause.ts'

/** The first and the longest pause between two looks, in milliseconds. */
const shortest = 5
const longest = 100

/**
 * Looks again, with growing pauses, until an append that another one was refused for can be read: the server refuses as
 * soon as it has accepted the other append, which appears in reads only later. Undefined when the time is up (`until`, by
 * `performance.now`).
 */
export const untilReadable = async <A>(
  look: () => Promise<A>,
  isThere: (found: A) => boolean,
  until: number,
): Promise<A | undefined> => {
  for (let ms = shortest; ; ms = Math.min(2 * ms, longest)) {
    const found = await look()
    if (isThere(found)) return found
    if (performance.now() + ms > until) return undefined
    await pause(ms)
  }
}
