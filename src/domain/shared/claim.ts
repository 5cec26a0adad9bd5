import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type Rejection, rejection } from './decider.ts'

/**
 * The worker of a job and its failed attempts; part of every aggregate that a process works on. `attempt` only increases, so
 * that an append of an earlier holder can be distinguished from one of the current holder.
 */
export const Attempts = fields({ attempt: integer(0), failures: integer(0) }, { worker: t.string, notBefore: t.string })
export type Attempts = t.TypeOf<typeof Attempts>

/** The reason of a released attempt. */
export const stopped = 'the node that worked on it stopped'

/** No worker has started. */
export const untouched: Attempts = { attempt: 0, failures: 0 }

/** Seconds to wait after the first, second, … failed attempt. One more failure is final (design 7). */
export const pauses = [5, 15, 60, 300] as const

/** The retry delays of work that is not retried. */
export const never = '9999-12-31T00:00:00.000Z'

/** When to retry after a failure at `at`; undefined if that was the last attempt. */
export const retryAt = (state: Attempts, at: string): string | undefined => {
  const pause = pauses[state.failures]
  return pause === undefined ? undefined : new Date(Date.parse(at) + pause * 1000).toISOString()
}

const lost = (attempt: number) =>
  E.left(rejection('claim-lost', `attempt ${attempt} has ended, or another worker holds the claim`))

/** A claim must have the next attempt number; otherwise another worker claimed it first. */
export const mayClaim = (state: Attempts, attempt: number): E.Either<Rejection, void> =>
  attempt === state.attempt + 1 ? E.right(undefined) : lost(attempt)

/** Checks that the holder of `attempt` still has the claim. */
export const holds = (state: Attempts, attempt: number): E.Either<Rejection, void> =>
  attempt === state.attempt && state.worker !== undefined ? E.right(undefined) : lost(attempt)

/** A worker holds the claim. */
export const claimed = (state: Attempts, worker: string, attempt: number): Attempts => ({
  worker,
  attempt,
  failures: state.failures,
})

/** No worker holds the claim, and earlier failures no longer count: the job is done, or was requested again. */
export const renewed = (state: Attempts): Attempts => ({ attempt: state.attempt, failures: 0 })

/** The holder released the claim because its node stopped; any worker may continue immediately. */
export const released = (state: Attempts): Attempts => ({ attempt: state.attempt, failures: state.failures })

/** The holder failed; the next attempt may start at `notBefore`. */
export const failed = (state: Attempts, notBefore: string | undefined): Attempts => ({
  attempt: state.attempt,
  failures: state.failures + 1,
  notBefore: notBefore ?? never,
})
