import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type DomainEvent, type Rejection, rejection } from './decider.ts'

/**
 * How often something was worked on; part of every aggregate that a process works on. `attempt`: how many attempts have ended, so the one
 * under way is the next number, and an append of an earlier one always differs from its. `failures`: since the work was requested.
 * Who works, and that it is alive, is a lease and no fact of the log.
 */
export const Attempts = fields({ attempt: integer(0), failures: integer(0) }, { notBefore: t.string })
export type Attempts = t.TypeOf<typeof Attempts>

type Failed = { readonly attempt: number; readonly reason: string; readonly at: string }
type Repeated = Failed & { readonly retryAt: string }

/** An attempt failed. `isSilent`: its worker showed no life for a whole lease; the next attempt begins at once. */
export type AttemptCommand = { readonly kind: 'FailAttempt'; readonly isSilent?: true } & Failed

/** How an aggregate records that an attempt failed. */
export type AttemptEvents<Ev extends DomainEvent> = {
  /** It is tried again at `retryAt`. */
  repeated(data: Repeated): Ev
  /** It was the last attempt. */
  failed(data: Failed): Ev
}

/** The reason of an attempt whose node fell silent. */
export const silent = 'its node ended, or did not answer for a whole lease, while it worked on this'

/** The reason of work that was given up because the node of its last attempt fell silent. */
export const abandoned =
  'the last of five attempts was not finished: its node ended, or did not answer for a whole lease, while it worked on this'

/** Nothing was tried. */
export const untouched: Attempts = { attempt: 0, failures: 0 }

/** Seconds to wait after the first, second, … failed attempt. One more failure is final (ARCH-29). */
export const pauses = [5, 15, 60, 300] as const

/** When work is due that is not tried again, or is never due. */
export const never = '9999-12-31T00:00:00.000Z'

/** The number of the attempt that is under way, or comes next. */
export const nextAttempt = ({ attempt }: Attempts): number => attempt + 1

/** The refusal of a worker whose attempt is over. */
export const claimLost = (detail: string): E.Either<Rejection, never> => E.left(rejection('claim-lost', detail))

/** Records facts of an attempt: the first outcome in the stream counts, and every later one of the same attempt is refused. */
export const ifHeld = <Ev extends DomainEvent>(
  state: Attempts,
  attempt: number,
  ...events: readonly Ev[]
): E.Either<Rejection, readonly Ev[]> =>
  attempt === nextAttempt(state) ? E.right(events) : claimLost(`attempt ${attempt} is over`)

/**
 * Decides what becomes of work whose attempt failed. A worker that fell silent failed, because the work may be what ended its node; after
 * five failed attempts the work fails.
 */
export const decideAttempt = <Ev extends DomainEvent>(
  { attempt, reason, isSilent, at }: AttemptCommand,
  state: Attempts,
  events: AttemptEvents<Ev>,
): E.Either<Rejection, readonly Ev[]> => {
  const pause = pauses[state.failures]
  if (pause === undefined)
    return ifHeld(state, attempt, events.failed({ attempt, reason: isSilent ? abandoned : reason, at }))
  const retryAt = isSilent ? at : new Date(Date.parse(at) + pause * 1000).toISOString()
  return ifHeld(state, attempt, events.repeated({ attempt, reason, retryAt, at }))
}

/** Earlier failures no longer count: the work was requested again. */
export const renewed = ({ attempt }: Attempts): Attempts => ({ attempt, failures: 0 })

/** The attempt has ended with an outcome, or was ended. */
export const ended = (state: Attempts): Attempts => ({ attempt: nextAttempt(state), failures: 0 })

/** The attempt has failed; the next one is due at `retryAt`, or never. */
export const notDone = (state: Attempts, { retryAt = never }: { readonly retryAt?: string }): Attempts => ({
  attempt: nextAttempt(state),
  failures: state.failures + 1,
  notBefore: retryAt,
})
