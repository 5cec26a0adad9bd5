/** Ends a turn. */
export type EndTurn = () => void

type Account = {
  /** How many turns it holds. */
  held: number
  /** When its last turn began, counted in turns. */
  last: number
  readonly waiting: (() => void)[]
}

/**
 * Turns at a limited number of places. A free place goes to the account that holds the fewest, and of those to the one
 * whose last turn began first. So an account that asks once waits for one turn to end, however much another one asks.
 */
export const fairTurns = (places: number) => {
  /** Accounts that hold or wait. */
  const accounts = new Map<string, Account>()
  let free = places
  let turns = 0

  const next = (): Account | undefined => {
    let best: Account | undefined
    for (const one of accounts.values()) {
      if (one.waiting.length === 0) continue
      if (best === undefined || one.held < best.held || (one.held === best.held && one.last < best.last)) best = one
    }
    return best
  }
  const begin = () => {
    const account = free > 0 ? next() : undefined
    if (account === undefined) return
    free--
    account.held++
    account.last = ++turns
    account.waiting.shift()?.()
  }
  const end = (name: string, account: Account) => {
    free++
    account.held--
    if (account.held === 0 && account.waiting.length === 0) accounts.delete(name)
    begin()
  }
  return {
    /** Waits for a turn; the caller must end it, once. */
    async take(name: string): Promise<EndTurn> {
      const account = accounts.get(name) ?? { held: 0, last: 0, waiting: [] }
      accounts.set(name, account)
      await new Promise<void>(resolve => {
        account.waiting.push(resolve)
        begin()
      })
      return () => end(name, account)
    },
  }
}
export type FairTurns = ReturnType<typeof fairTurns>
