/** How much of something an account has at the moment, and when its last turn was; 0: never. */
export type Turn = { readonly running: number; readonly lastTurn: number }

/** The one whose turn it is: it has the least, and of those it has waited longest. Undefined if there are none. */
export const nextInTurn = <T extends Turn>(waiting: Iterable<T>): T | undefined => {
  let next: T | undefined
  for (const one of waiting) {
    const isFirst =
      next === undefined || one.running < next.running || (one.running === next.running && one.lastTurn < next.lastTurn)
    if (isFirst) next = one
  }
  return next
}
