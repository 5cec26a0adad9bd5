import type { Ports } from '../../ports/ports.ts'
import type { Projection } from '../read/projection.ts'
import type { Work } from '../write/execute.ts'

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

/**
 * A process (design 7): a to-do list, and what is done about one item. The runner claims an item by `start`, shows life by
 * `heartbeat` every 5 s while `perform` runs, and hands a thrown error to `fail`, which records it with a pause or for good.
 * Each of the three appends on the item's own stream and on the claim's attempt, so that of many nodes one wins.
 */
export type Process<Item extends Todo> = {
  readonly name: string
  readonly todo: Projection<Item>
  /** Items that one node works on at a time. */
  readonly concurrency: number
  /** false: somebody else was faster. */
  start(item: Item, claim: Claim, work: Work, ports: Ports): Promise<boolean>
  /** false: the claim was lost; the worker stops and discards. */
  heartbeat(item: Item, claim: Claim, work: Work, ports: Ports): Promise<boolean>
  /** Ends in recorded outcomes. Appends that meet a lost claim throw `ClaimLost`. `signal` aborts when the claim is lost. */
  perform(item: Item, claim: Claim, work: Work, ports: Ports, signal: AbortSignal): Promise<void>
  fail(item: Item, claim: Claim, reason: string, work: Work, ports: Ports): Promise<void>
  /** Gives the claim back, as the node stops. */
  release(item: Item, claim: Claim, work: Work, ports: Ports): Promise<void>
}

/** Keeps the item's type while processes of several kinds stand in one list. */
export const process = <Item extends Todo>(p: Process<Item>): Process<Item> => p

// biome-ignore lint/suspicious/noExplicitAny: a list of processes holds items of every kind
export type AnyProcess = Process<any>

/** Thrown where an append found that another worker holds the item. The runner drops the work silently. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
