import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { type DomainEvent, type Rejection, rejection } from './decider.ts'

/**
 * Who works on something, and how often that failed; part of every aggregate that a process works on. `attempt` only grows,
 * so that an append of an earlier holder always differs from one of the present holder.
 */
export const Attempts = fields({ attempt: integer(0), failures: integer(0) }, { worker: t.string, notBefore: t.string })
export type Attempts = t.TypeOf<typeof Attempts>

type Begun = { readonly worker: string; readonly attempt: number; readonly at: string }
type Alive = { readonly attempt: number; readonly at: string }
type Failed = { readonly attempt: number; readonly reason: string; readonly at: string }
type Repeated = Failed & { readonly retryAt: string; readonly released?: true }

/** What a worker says of its attempt; the same for every aggregate that a process works on. */
export type AttemptCommand =
  | ({ readonly kind: 'StartAttempt' } & Begun)
  | ({ readonly kind: 'ShowLife' } & Alive)
  /** Another node may go on at once. `reason`: why, unless the node stops. */
  | ({ readonly kind: 'ReleaseAttempt'; readonly reason?: string } & Alive)
  | ({ readonly kind: 'FailAttempt' } & Failed)

/** How an aggregate records what happened to an attempt. */
export type AttemptEvents<Ev extends DomainEvent> = {
  started(data: Begun): Ev
  alive(data: Alive): Ev
  /** It is tried again at `retryAt`; `released`: it did not fail, its node gave it back. */
  repeated(data: Repeated): Ev
  /** It was the last attempt. */
  failed(data: Failed): Ev
}

/** The reason of work that was given up because the node of its last attempt fell silent. */
export const abandoned =
  'the last of five attempts was not finished: its node ended, or did not answer for a whole lease, while it worked on this'

/** The reason of an attempt that was given back. */
export const stopped = 'the node that worked on it stopped'

/** The reason of an attempt of a node that could not read what the work needs (ARCH-29). */
export const leftToNewer = 'a node of an older release left it to one of the newer release'

/** No worker has started. */
export const untouched: Attempts = { attempt: 0, failures: 0 }

/** Seconds to wait after the first, second, … failed attempt. One more failure is final (ARCH-29). */
export const pauses = [5, 15, 60, 300] as const

/** When work is due that is not tried again, or is never due. */
export const never = '9999-12-31T00:00:00.000Z'

/** Whether the attempt that is under way is the last one. */
const isLastAttempt = ({ failures }: Attempts): boolean => failures >= pauses.length

/** When to try again after a failure at `at`; undefined: that was the last attempt. */
const retryAt = (state: Attempts, at: string): string | undefined => {
  const pause = pauses[state.failures]
  return pause === undefined ? undefined : new Date(Date.parse(at) + pause * 1000).toISOString()
}

/** The refusal of a worker that does not hold the claim. */
export const claimLost = (detail: string): E.Either<Rejection, never> => E.left(rejection('claim-lost', detail))
const notHeld = (attempt: number) => claimLost(`attempt ${attempt} is held by another worker, or over`)

/** Records facts of the worker that holds this attempt. */
export const ifHeld = <Ev extends DomainEvent>(
  state: Attempts,
  attempt: number,
  ...events: readonly Ev[]
): E.Either<Rejection, readonly Ev[]> =>
  attempt === state.attempt && state.worker !== undefined ? E.right(events) : notHeld(attempt)

/**
 * Decides what a worker says of its attempt. A claim takes the next number, or another worker claimed it first. Taking an
 * item over from a worker that fell silent is a failed attempt of that worker, because the work may be what ended its node;
 * if it was the last one, the work fails instead of being started again.
 */
export const decideAttempt = <Ev extends DomainEvent>(
  command: AttemptCommand,
  state: Attempts,
  events: AttemptEvents<Ev>,
): E.Either<Rejection, readonly Ev[]> => {
  const { attempt, at } = command
  switch (command.kind) {
    case 'StartAttempt': {
      if (attempt !== state.attempt + 1) return notHeld(attempt)
      const { worker } = command
      const isOver = state.worker !== undefined && isLastAttempt(state)
      return E.right([
        isOver
          ? events.failed({ attempt: state.attempt, reason: abandoned, at })
          : events.started({ worker, attempt, at }),
      ])
    }
    case 'ShowLife':
      return ifHeld(state, attempt, events.alive({ attempt, at }))
    case 'ReleaseAttempt': {
      const { reason = stopped } = command
      const data = { attempt, reason, retryAt: at, released: true, at } as const
      return ifHeld(state, attempt, events.repeated(data))
    }
    case 'FailAttempt': {
      const { reason } = command
      const again = retryAt(state, at)
      const failure = { attempt, reason, at }
      const event = again === undefined ? events.failed(failure) : events.repeated({ ...failure, retryAt: again })
      return ifHeld(state, attempt, event)
    }
  }
}

/** A worker holds the claim. If another one held it before, that attempt has failed. */
export const claimed = (state: Attempts, worker: string, attempt: number): Attempts => ({
  worker,
  attempt,
  failures: state.failures + (state.worker === undefined ? 0 : 1),
})

/** No worker holds the claim, and earlier failures no longer count: the job is done, or was requested again. */
export const renewed = (state: Attempts): Attempts => ({ attempt: state.attempt, failures: 0 })

/** After an attempt without a result: released, anybody may go on at once; failed, not before `retryAt`. */
export const notDone = (
  state: Attempts,
  { released, retryAt: notBefore = never }: { readonly released?: true; readonly retryAt?: string },
): Attempts =>
  released
    ? { attempt: state.attempt, failures: state.failures }
    : { attempt: state.attempt, failures: state.failures + 1, notBefore }
