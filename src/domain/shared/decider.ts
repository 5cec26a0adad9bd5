import type * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import type { ProblemCode } from '../problems.ts'

export type { ProblemCode } from '../problems.ts'

/**
 * Why the domain refuses: a stable code in kebab-case that clients may branch on, and a sentence for the person who
 * reads it. Codes are registered in `problems.ts` of their area; HTTP gives each kind of them a status.
 */
export type Rejection = {
  readonly code: ProblemCode
  readonly detail: string
  /** Faults at single places, each with a JSON pointer into the request body. */
  readonly errors?: readonly { readonly pointer: string; readonly code: string; readonly detail: string }[]
  /** Members of the problem beyond the standard ones, for example the id of the object that is in the way. */
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

/** A fact as the domain writes it: a past-tense name and its data. */
export type DomainEvent = { readonly type: string; readonly data: unknown }

/**
 * The three functions of an aggregate. `decide` is pure: time, actor and new ids come in with the command. The same
 * request twice yields no events the second time where that makes sense. `evolve` never throws.
 */
export type Decider<C, S, Ev extends DomainEvent> = {
  readonly initialState: S
  decide(command: C, state: S): E.Either<Rejection, readonly Ev[]>
  evolve(state: S, event: Ev): S
}

/**
 * Whom streams are about, as their ids say: a campaign (`<account>:<campaign>…`), an account (`<account>…`), or nobody whose auditor
 * would read them (organisations, keys, requests).
 */
export type Subject = 'campaign' | 'account' | 'none'

/** A decider with the category of its streams (`<category>-<id>`), whom they are about, and the codec of its events. */
export type Aggregate<C, S, Ev extends DomainEvent> = Decider<C, S, Ev> & {
  readonly category: string
  readonly subject: Subject
  readonly events: t.Type<Ev, unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of aggregates holds states of every kind
export type AnyAggregate = Aggregate<any, any, any>

/** The id of the stream of one aggregate, for example `approval-acme:12`. */
export const streamOf = (aggregate: { readonly category: string }, id: string): string => `${aggregate.category}-${id}`
