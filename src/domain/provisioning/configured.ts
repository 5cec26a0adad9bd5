import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Aggregate, Rejection, Subject } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import { At, fact } from '../shared/fact.ts'

/** The only command: replaces the value, except for what it keeps. */
export type Configure<V> = {
  readonly value: V
  readonly at: string
  /** Decides whether the caller may replace this value; only asked if there is one. */
  mayReplace?(before: V): E.Either<Rejection, unknown>
  /** The members of the present value that stay, besides what was sent. */
  keeping?(before: V): Partial<V>
}
/** The current value; undefined if there is none yet. */
export type Configured<V> = { readonly value: V | undefined; readonly createdOn?: string; readonly updatedOn?: string }

/**
 * An aggregate that is written as a whole (organisations, accounts, settings, templates): its event carries the whole value,
 * and writing the same value again changes nothing. `says`: the sentence of the event; `secretsIn`: see Aggregate.
 */
export const configuredAs = <N extends string, V>(
  category: string,
  type: N,
  codec: t.Type<V, unknown>,
  {
    subject,
    says,
    secretsIn = () => [],
  }: {
    readonly subject: Subject
    readonly says: (value: V) => string
    readonly secretsIn?: (value: V) => readonly string[]
  },
) => {
  const events = fact(type, t.type({ value: codec, at: At }), ({ value }) => says(value))
  type Ev = { readonly type: N; readonly data: { readonly value: V; readonly at: string } }
  const aggregate: Aggregate<Configure<V>, Configured<V>, Ev> & { readonly eventType: N } = {
    category,
    subject,
    eventType: type,
    events: events as unknown as t.Type<Ev, unknown>,
    initialState: { value: undefined },
    secretsIn: ({ value }) => (value === undefined ? [] : secretsIn(value)),
    decide: ({ value: sent, at, mayReplace = () => E.right(sent), keeping = () => ({}) }, { value: before }) => {
      if (before === undefined) return E.right([{ type, data: { value: sent, at } }])
      const value = { ...sent, ...keeping(before) }
      return E.map(() => (sameJson(before, value) ? [] : [{ type, data: { value, at } }]))(mayReplace(before))
    },
    evolve: (state, event) => ({
      value: event.data.value,
      createdOn: state.createdOn ?? event.data.at,
      updatedOn: event.data.at,
    }),
  }
  return aggregate
}
