import { type AttemptCommand, type Attempts, pauses } from '../../domain/shared/claim.ts'
import type { Aggregate, DomainEvent } from '../../domain/shared/decider.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Claiming, Holding } from './process.ts'
import { held } from './settled.ts'

/**
 * Claims an item by appending to its aggregate's stream. `attemptsOf` finds the attempts in its state: a claim may also end
 * the work, when too many workers fell silent on it.
 */
export const claimed = <Item, State extends object, Ev extends DomainEvent>(
  aggregate: Aggregate<AttemptCommand, State | undefined, Ev>,
  idOf: (item: Item) => string,
  attemptsOf: (state: State) => Attempts,
): Claiming<Item, State> => {
  const record = async ({ item, work }: Holding<Item>, command: AttemptCommand): Promise<State | undefined> =>
    held(await work.execute(aggregate, idOf(item), command))?.state
  const own = ({ claim: { attempt }, ports }: Holding<Item>) => ({ attempt, at: timeOf(ports) })
  return {
    async start(h) {
      const { worker } = h.claim
      const state = await record(h, { kind: 'StartAttempt', worker, ...own(h) })
      return state && attemptsOf(state).worker === worker ? state : undefined
    },
    heartbeat: async h => (await record(h, { kind: 'ShowLife', ...own(h) })) !== undefined,
    release: async (h, reason) =>
      void (await record(h, { kind: 'ReleaseAttempt', ...(reason === undefined ? {} : { reason }), ...own(h) })),
    fail: async (h, reason) => void (await record(h, { kind: 'FailAttempt', reason, ...own(h) })),
  }
}

/** The pause before the next attempt of this node, in milliseconds, after so many in a row that came to nothing; the last one is repeated. */
const pauseIn =
  (seconds: readonly number[]) =>
  (inARow: number): number =>
    (seconds[Math.min(inARow, seconds.length) - 1] ?? 0) * 1000

/** For items that this node leaves to nodes of a newer release. */
export const pauseForNewer = pauseIn(pauses)

/**
 * For items that need no claim because the work is idempotent. Their state is the item itself. Each node counts failures in a
 * row for itself: it tries again after a second, then with the pauses of claimed items; the last one is repeated.
 */
export const unclaimed = <Item>(rules: {
  onFail(holding: Holding<Item>, reason: string): void
}): Claiming<Item, Item> => ({
  start: async ({ item }) => item,
  heartbeat: async () => true,
  release: async () => undefined,
  fail: async (holding, reason) => rules.onFail(holding, reason),
  pauseMs: pauseIn([1, ...pauses]),
})
