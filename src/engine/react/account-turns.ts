import { nextInTurn } from '../fair-turn.ts'

/** Whose turn it is, and who had the last ones. */
export const accountTurns = () => {
  const lastTurns = new Map<string, number>()
  let turn = 0
  return {
    /** The next account in turn of those that have fewer than `most` running; undefined if there is none. */
    next(accounts: Iterable<string>, runningOf: (accountId: string) => number, most: number): string | undefined {
      const candidates = Array.from(accounts, accountId => ({
        accountId,
        running: runningOf(accountId),
        lastTurn: lastTurns.get(accountId) ?? 0,
      }))
      return nextInTurn(candidates.filter(({ running }) => running < most))?.accountId
    },
    had: (accountId: string) => void lastTurns.set(accountId, ++turn),
    /** Forgets accounts that have nothing waiting. */
    keepOnly(present: { has(accountId: string): boolean }) {
      for (const accountId of [...lastTurns.keys()]) if (!present.has(accountId)) lastTurns.delete(accountId)
    },
  }
}
