import type { Ports } from '../../ports/ports.ts'
import type { Projection } from '../read/projection.ts'
import type { Work } from '../write/execute.ts'

/**
 * A process is work that follows from events: a to-do list, a pure function that says what is to be done about one item, and
 * the effects. The smallest one:
 *
 *     type Greet = { readonly do: 'greet'; readonly name: string }
 *
 *     export const greetings = process({
 *       name: 'greetings',
 *       todo: greetingsToDo,
 *       concurrency: 2,
 *       claim: claimed(visitor, (item: GreetingToDo) => item.id),
 *       nextActions: (state): readonly Greet[] => [{ do: 'greet', name: state.name }],
 *       async perform({ name }, { item, claim: { attempt }, work, ports }) {
 *         await ports.mailer.send(greetingTo(name))
 *         settled(await work.execute(visitor, item.id, { kind: 'Greeted', attempt, at: timeOf(ports) }))
 *       },
 *     })
 *
 * `visitor` is an aggregate that takes an `AttemptCommand`. Name the process in `<area>Processes` of its folder, and test
 * what it decides with `given(greetings)(…events).at(time).thenActions(…)`.
 */
export type Process<Item extends Todo, State, Action> = {
  readonly name: string
  readonly todo: Projection<Item>
  /** Items that one node works on at a time. */
  readonly concurrency: number
  /** How a worker makes an item its own: `claimed`, or `unclaimed` where doing it twice changes nothing. */
  readonly claim: Claiming<Item, State>
  /** What is to be done, in this order; pure. `state` is what the claim was decided on, `now` an ISO time. */
  nextActions(state: State, item: Item, now: string): readonly Action[]
  /**
   * Does one of them. The last one of a claimed item records its outcome. An append that meets a lost claim throws
   * `ClaimLost`; any other error fails the attempt. What it does may be repeated by a later attempt.
   */
  perform(action: Action, step: Step<Item>): Promise<void>
}

/** Who holds an item. `attempt` counts from 1 and is part of every append that the holder makes. */
export type Claim = { readonly worker: string; readonly attempt: number }

/**
 * What every to-do item says of itself. A finished item stays as `done`: the number of its last attempt must outlive it, so
 * that an append of an old holder is never taken for one of a new.
 */
export type Todo = {
  readonly todo: 'open' | 'done'
  /** Set while a worker holds it. */
  readonly claim?: Claim
  /** Number of the last attempt; the next claim is `attempt + 1`. */
  readonly attempt: number
  /** ISO time before which nothing is to be done (a pause after a failure, a deferred mail). */
  readonly notBefore?: string
  /** The event that made it due: what is done about the item names it as its cause. */
  readonly cause?: { readonly eventId: string; readonly correlationId: string }
}

/** An item in the hands of a worker, and the piece of work that its appends belong to. */
export type Holding<Item> = {
  readonly item: Item
  readonly claim: Claim
  readonly work: Work
  readonly ports: Ports
}

/** What an action is performed with; `signal` aborts when the claim is lost or the node stops. */
export type Step<Item> = Holding<Item> & { readonly signal: AbortSignal }

/**
 * How items are claimed. Each of these appends on the item's own stream and on the claim's attempt, so that of many nodes
 * one wins.
 */
export type Claiming<Item, State> = {
  /** The state after the claim; undefined: another worker claimed it first. */
  start(holding: Holding<Item>): Promise<State | undefined>
  /** Every 5 s; false: the claim was lost, so the worker stops and discards. */
  heartbeat(holding: Holding<Item>): Promise<boolean>
  /** Gives the claim back, as the node stops. */
  release(holding: Holding<Item>): Promise<void>
  /** Records a failed attempt, with a pause or for good. */
  fail(holding: Holding<Item>, reason: string): Promise<void>
}

/** Keeps the types of a process while processes of several kinds are in one list. */
export const process = <Item extends Todo, State, Action>(
  p: Process<Item, State, Action>,
): Process<Item, State, Action> => p

// biome-ignore lint/suspicious/noExplicitAny: a list of processes holds items of every kind
export type AnyProcess = Process<any, any, any>

/** Thrown where an append found that another worker holds the item. The runner drops the work silently. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
