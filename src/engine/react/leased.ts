import * as E from 'fp-ts/lib/Either.js'
import { type AttemptCommand, type Attempts, nextAttempt, pauses } from '../../domain/shared/claim.ts'
import type { Aggregate, DomainEvent } from '../../domain/shared/decider.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Claiming, Holding } from './process.ts'
import { settled } from './settled.ts'

/** Items that one worker at a time works on, under a lease. `attemptsOf` finds the attempts in the state of the item's aggregate. */
export const leased = <Item, State, Ev extends DomainEvent>(
  aggregate: Aggregate<AttemptCommand, State, Ev>,
  idOf: (item: Item) => string,
  attemptsOf: (state: NonNullable<State>) => Attempts,
): Claiming<Item, NonNullable<State>> => ({
  isLeased: true,
  async current({ item, claim, work }) {
    const { state } = await work.load(aggregate, idOf(item))
    return state != null && nextAttempt(attemptsOf(state)) === claim.attempt ? state : undefined
  },
  async fail({ item, claim: { attempt }, work, ports }, reason, isSilent) {
    const silence = isSilent ? { isSilent } : {}
    const command = { kind: 'FailAttempt', attempt, reason, at: timeOf(ports), ...silence } as const
    const failed = await work.execute(aggregate, idOf(item), command)
    // an earlier outcome counts
    if (E.isLeft(failed) && failed.left.code === 'claim-lost') return
    settled(failed)
  },
})

/** The pause before the next attempt of this node, in milliseconds, after so many in a row that came to nothing; the last one is repeated. */
const pauseIn =
  (seconds: readonly number[]) =>
  (inARow: number): number =>
    (seconds[Math.min(inARow, seconds.length) - 1] ?? 0) * 1000

/** For items that this node leaves to nodes of a newer release. */
export const pauseForNewer = pauseIn(pauses)

/**
 * For items that need no lease because the work is idempotent. Their state is the item itself. Each node counts failures in a
 * row for itself: it tries again after a second, then with the pauses of leased items; the last one is repeated.
 */
export const unleased = <Item>(rules: {
  onFail(holding: Holding<Item>, reason: string): void
}): Claiming<Item, Item> => ({
  isLeased: false,
  current: async ({ item }) => item,
  fail: async (holding, reason) => rules.onFail(holding, reason),
  pauseMs: pauseIn([1, ...pauses]),
})
