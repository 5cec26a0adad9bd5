import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type Rejection, rejection } from './decider.ts'

/**
 * Who works on something, and how often that failed; part of every aggregate that a process works on. `attempt` only ever
 * grows, so that an append of an earlier holder is always told from one of the present holder.
 */
export const Attempts = fields({ attempt: integer(0), failures: integer(0) }, { worker: t.string, notBefore: t.string })
export type Attempts = t.TypeOf<typeof Attempts>

/** The reason of an attempt that was given back. */
export const stopped = 'the node that worked on it stopped'

/** Nobody has begun. */
export const untouched: Attempts = { attempt: 0, failures: 0 }

/** Seconds to wait after the first, second, … failed attempt; after one more the failure is final (design 7). */
export const pauses = [5, 15, 60, 300] as const

/** The pause of what is not tried again. */
export const never = '9999-12-31T00:00:00.000Z'

/** When to try again after a failure at `at`; undefined: that was the last attempt. */
export const retryAt = (state: Attempts, at: string): string | undefined => {
  const pause = pauses[state.failures]
  return pause === undefined ? undefined : new Date(Date.parse(at) + pause * 1000).toISOString()
}

const lost = (attempt: number) =>
  E.left(rejection('claim-lost', `attempt ${attempt} is held by another worker, or over`))

/** A claim takes the next number, or it comes too late: somebody else was faster. */
export const mayClaim = (state: Attempts, attempt: number): E.Either<Rejection, void> =>
  attempt === state.attempt + 1 ? E.right(undefined) : lost(attempt)

/** Whether an append of a holder still counts. */
export const holds = (state: Attempts, attempt: number): E.Either<Rejection, void> =>
  attempt === state.attempt && state.worker !== undefined ? E.right(undefined) : lost(attempt)

/** A worker has it. */
export const claimed = (state: Attempts, worker: string, attempt: number): Attempts => ({
  worker,
  attempt,
  failures: state.failures,
})

/** Nobody has it, and earlier failures count no longer: done, or asked for anew. */
export const renewed = (state: Attempts): Attempts => ({ attempt: state.attempt, failures: 0 })

/** The holder gave it back, as its node stops; anybody may go on at once. */
export const released = (state: Attempts): Attempts => ({ attempt: state.attempt, failures: state.failures })

/** The holder failed; the next attempt is not before `notBefore`. */
export const failed = (state: Attempts, notBefore: string | undefined): Attempts => ({
  attempt: state.attempt,
  failures: state.failures + 1,
  notBefore: notBefore ?? never,
})
