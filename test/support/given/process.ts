import * as assert from 'uvu/assert'
import type { Process, Todo } from '../../../src/engine/react/process.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { memoryNodes } from '../memory/node.ts'
import { documentAfter } from './decider.ts'

/** What a worker of one node would do at a time: the events make the item, and the claim the state. */
const actionsAt = async <Item extends Todo, State, Action>(
  { todo, claim, nextActions }: Process<Item, State, Action>,
  history: readonly Recorded[],
  time: string,
): Promise<readonly Action[]> => {
  const item = documentAfter(todo, ...history)
  if (item?.todo !== 'open' || (item.notBefore ?? time) > time) return []
  const nodes = memoryNodes()
  nodes.clock.jump(Date.parse(time) - nodes.clock.now().getTime())
  for (const event of history) await nodes.log.append(event.stream, [event], event.revision - 1)
  const next = { worker: 'w', attempt: item.attempt + 1 }
  const state = await claim.current({ item, claim: next, work: nodes.work(), ports: nodes.ports })
  return state === undefined ? [] : nextActions(state, item, time)
}

/** given(process)(…inStream(stream, events)).at(time).thenActions(…actions) | .thenNothing(); of one item, to be awaited */
export const given =
  <Item extends Todo, State, Action>(process: Process<Item, State, Action>) =>
  (...history: readonly Recorded[]) => ({
    at: (time: string) => ({
      thenActions: async (...expected: readonly Action[]): Promise<void> =>
        assert.equal(await actionsAt(process, history, time), expected),
      thenNothing: async (): Promise<void> => assert.equal(await actionsAt(process, history, time), []),
    }),
  })
