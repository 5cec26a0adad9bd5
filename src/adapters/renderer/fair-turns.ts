/** Ends a turn. */
export type EndTurn = () => void

/** Work of one kind of an account. */
type Line = {
  readonly accountId: string
  /** How many turns it holds. */
  held: number
  /** When its last turn began, counted in turns. */
  last: number
  readonly waiting: (() => void)[]
}

/**
 * Turns at a limited number of places, of which one account gets `most` at a time. A free place goes to the line that holds
 * the fewest, and of those to the one whose last turn began first. So an account that asks once waits for no other, unless
 * several fill all places: then for one turn to end, however much they ask.
 */
export const fairTurns = (places: number, most = places) => {
  /** Lines that hold or wait. */
  const lines = new Map<string, Line>()
  /** How many turns an account holds. */
  const heldBy = new Map<string, number>()
  let free = places
  let turns = 0

  const count = (accountId: string, change: 1 | -1) => {
    const held = (heldBy.get(accountId) ?? 0) + change
    if (held === 0) heldBy.delete(accountId)
    else heldBy.set(accountId, held)
  }

  const next = (): Line | undefined => {
    let best: Line | undefined
    for (const one of lines.values()) {
      if (one.waiting.length === 0 || (heldBy.get(one.accountId) ?? 0) >= most) continue
      if (best === undefined || one.held < best.held || (one.held === best.held && one.last < best.last)) best = one
    }
    return best
  }
  const begin = () => {
    const line = free > 0 ? next() : undefined
    if (line === undefined) return
    free--
    count(line.accountId, 1)
    line.held++
    line.last = ++turns
    line.waiting.shift()?.()
  }
  const end = (name: string, line: Line) => {
    free++
    count(line.accountId, -1)
    line.held--
    if (line.held === 0 && line.waiting.length === 0) lines.delete(name)
    begin()
  }
  return {
    /** Waits for a turn; the caller must end it, once. `kind`: lines of one account that take turns with each other. */
    async take(accountId: string, kind = ''): Promise<EndTurn> {
      const name = JSON.stringify([accountId, kind])
      const line = lines.get(name) ?? { accountId, held: 0, last: 0, waiting: [] }
      lines.set(name, line)
      await new Promise<void>(resolve => {
        line.waiting.push(resolve)
        begin()
      })
      return () => end(name, line)
    },
  }
}
export type FairTurns = ReturnType<typeof fairTurns>
