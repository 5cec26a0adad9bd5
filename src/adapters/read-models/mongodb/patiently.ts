/** An operation that was late has twice as much time when it is tried again, and so many times as much at most. */
const most = 8

/** How many times as long as usual operations may take; it outlives the turn in which they were late. */
export type Patience = { times: number }
export const usualPatience = (): Patience => ({ times: 1 })

/**
 * Awaits operations that may take long, such as those with large documents, by a limit that grows with each that fails and falls with each
 * that is answered soon: one that is always late would be tried again for ever.
 */
export const patiently =
  (ask: <A>(answer: Promise<A>, limitMs: number) => Promise<A>, patience: Patience) =>
  async <A>(answer: Promise<A>, limitMs: number): Promise<A> => {
    const { times } = patience
    const began = performance.now()
    try {
      const answered = await ask(answer, times * limitMs)
      if (2 * (performance.now() - began) < limitMs) patience.times = Math.max(1, times / 2)
      return answered
    } catch (error) {
      patience.times = Math.min(most, 2 * times)
      throw error
    }
  }
