import type { Ports } from '../../ports/ports.ts'
import type { Projection } from '../read/projection.ts'
import type { Work } from '../write/execute.ts'

/**
 * A process is work that follows from events. It has a to-do list, a pure function that decides what to do about one item,
 * and the effects. The smallest one:
 *
 *     type Greet = { readonly do: 'greet'; readonly name: string }
 *
 *     export const greetings = process({
 *       name: 'greetings',
 *       todo: greetingsToDo,
 *       concurrency: 2,
 *       claim: leased(visitor, (item: GreetingToDo) => item.id, visitor => visitor.attempts),
 *       nextActions: (state): readonly Greet[] => [{ do: 'greet', name: state.name }],
 *       async perform({ name }, { item, claim: { attempt }, work, ports }) {
 *         await ports.mailer.send(greetingTo(name))
 *         settled(await work.execute(visitor, item.id, { kind: 'Greeted', attempt, at: timeOf(ports) }))
 *       },
 *     })
 *
 * `visitor` is an aggregate that accepts `AttemptCommand`. Add the process to `<area>Processes` of its folder, and test its
 * decisions with `given(greetings)(…events).at(time).thenActions(…)`.
 */
export type Process<Item extends Todo, State, Action> = {
  readonly name: string
  readonly todo: Projection<Item>
  /** Items of one account that a node works on at a time. */
  readonly concurrency: number
  /** How many accounts may have as many items at work at the same time; default 8. */
  readonly accounts?: number
  /** How a worker gets an item: `leased`, or `unleased` if the work is idempotent. */
  readonly claim: Claiming<Item, State>
  /** The actions to perform, in this order; pure. `state` is what the log says before the work, `now` an ISO time. */
  nextActions(state: State, item: Item, now: string): readonly Action[]
  /**
   * Performs one action. The last action of a leased item records the outcome. An append after the attempt was over throws
   * `ClaimLost`; any other error fails the attempt. A later attempt may repeat the action.
   */
  perform(action: Action, step: Step<Item>): Promise<void>
}

/** A worker and its attempt at an item, which counts from 1 and is part of every append of the worker. */
export type Claim = { readonly worker: string; readonly attempt: number }

/** The fields of every to-do item. A finished item stays in the list as `done` or `failed`. */
export type Todo = {
  readonly todo: 'open' | 'done' | 'failed'
  /** How many attempts have ended; the one under way, or the next, is `attempt + 1`. */
  readonly attempt: number
  /** ISO time before which the item is not due (a pause after a failure, a deferred mail). */
  readonly notBefore?: string
  /** The event that made the item due; events of its work name it as their cause. */
  readonly cause?: { readonly eventId: string; readonly correlationId: string }
  /** Since when it is open, done or failed, ISO 8601. */
  readonly since?: string
  /** Why its last attempt failed. */
  readonly reason?: string
}

/** An item that a worker holds, and the piece of work that its appends belong to. */
export type Holding<Item> = {
  readonly item: Item
  readonly claim: Claim
  readonly work: Work
  readonly ports: Ports
}

/** The context of an action; `signal` aborts when the claim is lost or the node stops. */
export type Step<Item> = Holding<Item> & {
  readonly signal: AbortSignal
  /**
   * Resolves once this worker has shown life, and the log says that its attempt is not over; otherwise throws `ClaimLost`. Call it before
   * an effect that cannot be undone, such as a mail, and before an append to another stream.
   */
  holds(): Promise<void>
}

/** How items are worked on. */
export type Claiming<Item, State> = {
  /** Whether a worker needs a lease on the item. */
  readonly isLeased: boolean
  /** The state by the log while the attempt is the one under way; undefined: it is over. */
  current(holding: Holding<Item>): Promise<State | undefined>
  /** Records a failed attempt, either with a pause before the next one or as final. `isSilent`: its worker showed no life. */
  fail(holding: Holding<Item>, reason: string, isSilent?: true): Promise<void>
  /** If failures are not recorded: milliseconds until this node tries the item again, after so many failures in a row. */
  pauseMs?(failures: number): number
}

/** Infers the types of a process. */
export const process = <Item extends Todo, State, Action>(
  p: Process<Item, State, Action>,
): Process<Item, State, Action> => p

// biome-ignore lint/suspicious/noExplicitAny: a list of processes holds items of every kind
export type AnyProcess = Process<any, any, any>

/** Thrown when the lease of a worker was lost, or an append finds that its attempt is over. The runner drops the work silently. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
