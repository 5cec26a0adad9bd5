import { nextInTurn } from '../fair-turn.ts'

/** The first of those accounts that have the fewest running, and fewer than `most`; undefined if there is none. */
export const nextAccount = (
  accounts: Iterable<string>,
  runningOf: (accountId: string) => number,
  most: number,
): string | undefined => {
  const candidates = Array.from(accounts, accountId => ({ accountId, running: runningOf(accountId), lastTurn: 0 }))
  return nextInTurn(candidates.filter(({ running }) => running < most))?.accountId
}
