/** The work took too long. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/**
 * Waits for work, at most `quietMs` after its last sign of progress and `totalMs` in total (milliseconds), then rejects
 * with TimedOut. The work itself is not stopped.
 */
export const within = async <A>(
  quietMs: number,
  totalMs: number,
  work: (showLife: () => void) => Promise<A>,
): Promise<A> => {
  const late = Promise.withResolvers<never>()
  const give = () => late.reject(new TimedOut())
  const quiet = setTimeout(give, quietMs)
  const total = setTimeout(give, totalMs)
  try {
    return await Promise.race([work(() => void quiet.refresh()), late.promise])
  } finally {
    clearTimeout(quiet)
    clearTimeout(total)
  }
}
