import { StoreAway } from '../../src/ports/store-away.ts'
import type { Conditions, Store } from './conditions.ts'
import type { Machine } from './machine.ts'
import type { Timeline } from './timeline.ts'

/** What a machine uses to reach the stores. */
export type Link = {
  /**
   * Has a store do some work, and resolves with the result. Rejects with StoreAway if the store cannot be reached, or if
   * its answer is lost. A request of a machine that is killed may still arrive; the answer never does.
   */
  ask<A>(store: Store, work: () => A | Promise<A>): Promise<A>
  /** As `ask`, without taking time; for what matters little and is asked often. */
  askAtOnce<A>(store: Store, work: () => A): Promise<A>
  /** Runs code on the machine after a message had time to arrive. */
  soon(run: () => void): void
}

type Around = { readonly timeline: Timeline; readonly conditions: Conditions }

/** Milliseconds after which a machine gives up waiting for an answer. */
const patience = 2_000

export const openLink = (machine: Machine, { timeline, conditions }: Around): Link => {
  const { latency, isAway, losesAnswer } = conditions
  const soon = (run: () => void) => void machine.after(latency(), run)
  return {
    soon,
    async askAtOnce(store, work) {
      if (isAway(store)) throw new StoreAway(store, 'connection refused')
      return work()
    },
    ask: <A>(store: Store, work: () => A | Promise<A>) =>
      new Promise<A>((resolve, reject) => {
        const refuse = (reason: string, after: number) =>
          void machine.after(after, () => reject(new StoreAway(store, reason)))
        const answer = (value: A) =>
          losesAnswer() ? refuse('no answer in time', patience) : soon(() => resolve(value))
        timeline.after(latency(), () => {
          if (isAway(store)) return refuse('connection refused', latency())
          // what a dead machine has not sent yet is lost
          if (!machine.isUp() && losesHalf(machine)) return
          try {
            Promise.resolve(work()).then(answer, error => soon(() => reject(error)))
          } catch (error) {
            soon(() => reject(error))
          }
        })
      }),
  }
}

const losesHalf = ({ random }: Machine): boolean => random.chance(0.5)
