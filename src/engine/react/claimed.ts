import type { AttemptCommand } from '../../domain/shared/claim.ts'
import type { Aggregate, DomainEvent } from '../../domain/shared/decider.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Claiming, Holding } from './process.ts'
import { held } from './settled.ts'

/** Claims an item by appending to its aggregate's stream. */
export const claimed = <Item, State extends object, Ev extends DomainEvent>(
  aggregate: Aggregate<AttemptCommand, State, Ev>,
  idOf: (item: Item) => string,
): Claiming<Item, State> => {
  const record = async ({ item, work }: Holding<Item>, command: AttemptCommand): Promise<State | undefined> =>
    held(await work.execute(aggregate, idOf(item), command))?.state
  const own = ({ claim: { attempt }, ports }: Holding<Item>) => ({ attempt, at: timeOf(ports) })
  return {
    start: h => record(h, { kind: 'StartAttempt', worker: h.claim.worker, ...own(h) }),
    heartbeat: async h => (await record(h, { kind: 'ShowLife', ...own(h) })) !== undefined,
    release: async h => void (await record(h, { kind: 'ReleaseAttempt', ...own(h) })),
    fail: async (h, reason) => void (await record(h, { kind: 'FailAttempt', reason, ...own(h) })),
  }
}

/** For items that need no claim because the work is idempotent. Their state is the item itself. */
export const unclaimed = <Item>(rules: {
  onFail(holding: Holding<Item>, reason: string): void
}): Claiming<Item, Item> => ({
  start: async ({ item }) => item,
  heartbeat: async () => true,
  release: async () => undefined,
  fail: async (holding, reason) => rules.onFail(holding, reason),
})
