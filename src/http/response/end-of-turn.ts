/**
 * Waits for the end of this turn of the event loop, so that the responses of a turn are sent one right after the other: a client that
 * has to be woken for each costs the sender as much as all the rest of a short request (ADR 0113).
 */
export const endOfTurn = (): (() => Promise<void>) => {
  let end: Promise<void> | undefined
  return () => {
    end ??= new Promise(resolve => {
      setImmediate(() => {
        end = undefined
        resolve()
      })
    })
    return end
  }
}
