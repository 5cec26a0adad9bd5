import type * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ProblemCode } from '../problems.ts'

export type { ProblemCode } from '../problems.ts'

/**
 * Why the domain refuses a command: a stable code in kebab-case that clients may branch on, and a sentence for people.
 * Codes are registered in `problems.ts` of their area; HTTP maps each kind of problem to a status.
 */
export type Rejection = {
  readonly code: ProblemCode
  readonly detail: string
  /** Faults in single fields, each with a JSON pointer into the request body. */
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[]
  /** Seconds after which the request may succeed. */
  readonly retryAfter?: number
  /** Additional members of the problem, for example the id of the conflicting object. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** Builds a refusal. */
export const rejection = (
  code: ProblemCode,
  detail: string,
  more: Omit<Rejection, 'code' | 'detail'> = {},
): Rejection => ({
  code,
  detail,
  ...more,
})

/** An event before it is recorded: a past-tense name and its data. */
export type DomainEvent = { readonly type: string; readonly data: unknown }

/**
 * The three functions of an aggregate. `decide` is pure: time, actor and new ids are part of the command. Where it makes
 * sense, repeating a request yields no events. `evolve` never throws.
 */
export type Decider<C, S, Ev extends DomainEvent> = {
  readonly initialState: S
  decide(command: C, state: S): E.Either<Rejection, readonly Ev[]>
  evolve(state: S, event: Ev): S
}

/**
 * What streams concern, according to their ids: a campaign (`<account>:<campaign>…`), an account (`<account>…`), or neither, so
 * that no auditor sees them (organisations, keys, requests).
 */
export type Subject = 'campaign' | 'account' | 'none'

/**
 * How the state of a stream that may grow long is written into a snapshot (ADR 0031): as values of JSON, none of them large, so
 * that other work runs in between. All parts of a state, added one after the other to the initial state, give the state again.
 */
export type Snapshotting<S, P> = {
  parts(state: S): Iterable<unknown>
  withPart(state: S, part: P): S
  /** Computes in small steps what decisions would otherwise compute at once of a state that was just folded. */
  settling?(state: S): Iterable<unknown>
  /** After this many events a new snapshot costs less than folding them again. */
  every(state: S): number
}

/** A decider with the category of its streams (`<category>-<id>`), what they concern, and the codec of its events. */
export type Aggregate<C, S, Ev extends DomainEvent> = Decider<C, S, Ev> & {
  readonly category: string
  readonly subject: Subject
  readonly events: t.Type<Ev, unknown>
  /** Only of aggregates whose events name stored secrets: the ids of those that the state needs (ARCH-14). */
  secretsIn?(state: S): readonly string[]
  /** Only of aggregates whose streams grow long; the streams of the others are folded whole. */
  readonly snapshots?: Snapshotting<S, never>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of aggregates holds states of every kind
export type AnyAggregate = Aggregate<any, any, any>

/** The id of the stream of one aggregate, for example `approval-acme:12`. */
export const streamOf = (aggregate: { readonly category: string }, id: string): string => `${aggregate.category}-${id}`
