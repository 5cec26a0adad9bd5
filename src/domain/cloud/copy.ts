import * as E from 'fp-ts/lib/Either.js'
import { holds, mayClaim, retryAt, stopped } from '../shared/claim.ts'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { CloudCopyEvent } from './copy-events.ts'
import { type CopyState, copyRuns, evolveCopy, notBegun } from './copy-state.ts'

type Data<N extends CloudCopyEvent['type']> = Extract<CloudCopyEvent, { type: N }>['data']

/** What happens to one attempt, by the worker that holds it. */
export type CloudCopyCommand =
  | ({ readonly kind: 'StartCopy' } & Data<'CloudCopyStarted'>)
  | { readonly kind: 'ShowLife'; readonly attempt: number; readonly at: string }
  | ({ readonly kind: 'Progress' } & Data<'CloudCopyProgressed'>)
  | { readonly kind: 'FailAttempt'; readonly attempt: number; readonly reason: string; readonly at: string }
  | { readonly kind: 'ReleaseAttempt'; readonly attempt: number; readonly at: string }
  /** Everything was tried; it is a failure when nothing could be copied. */
  | ({ readonly kind: 'Finish'; readonly attempt: number } & Data<'CloudCopyCompleted'>)

type Decided = E.Either<Rejection, readonly CloudCopyEvent[]>

const held = (state: CopyState, attempt: number, event: CloudCopyEvent): Decided =>
  E.map(() => [event])(holds(state.attempts, attempt))

const failAttempt = (state: CopyState, attempt: number, reason: string, at: string): Decided => {
  const again = retryAt(state.attempts, at)
  const { total, done, failed: broken } = state
  return held(
    state,
    attempt,
    again === undefined
      ? { type: 'CloudCopyFailed', data: { total, done, failed: broken, faults: [], reason, at } }
      : { type: 'CloudCopyAttemptFailed', data: { attempt, reason, retryAt: again, at } },
  )
}

const finish = (state: CopyState, { attempt, ...data }: Data<'CloudCopyCompleted'> & { attempt: number }): Decided => {
  const none = data.failed > 0 && data.done === 0
  const reason = `None of the ${data.failed} files could be copied.`
  return held(
    state,
    attempt,
    none ? { type: 'CloudCopyFailed', data: { ...data, reason } } : { type: 'CloudCopyCompleted', data },
  )
}

/** The work on one copy; its stream is `cloud-copy-<account>:<queueId>` and begins with its first attempt. */
export const cloudCopy: Aggregate<CloudCopyCommand, CopyState, CloudCopyEvent> = {
  category: 'cloud-copy',
  subject: 'account',
  events: CloudCopyEvent,
  initialState: notBegun,
  evolve: evolveCopy,
  decide(command, state) {
    switch (command.kind) {
      case 'StartCopy': {
        const { kind: _, ...data } = command
        if (!copyRuns(state)) return E.left(rejection('claim-lost', 'the copy is over'))
        const started: CloudCopyEvent = { type: 'CloudCopyStarted', data }
        return E.map(() => [started])(mayClaim(state.attempts, data.attempt))
      }
      case 'ShowLife': {
        const { attempt, at } = command
        return held(state, attempt, { type: 'CloudCopyHeartbeat', data: { attempt, at } })
      }
      case 'Progress': {
        const { kind: _, ...progress } = command
        return held(state, command.attempt, { type: 'CloudCopyProgressed', data: progress })
      }
      case 'FailAttempt':
        return failAttempt(state, command.attempt, command.reason, command.at)
      case 'ReleaseAttempt': {
        const { attempt, at } = command
        return held(state, attempt, {
          type: 'CloudCopyAttemptFailed',
          data: { attempt, reason: stopped, retryAt: at, released: true, at },
        })
      }
      case 'Finish': {
        const { kind: _, ...finished } = command
        return finish(state, finished)
      }
    }
  },
}

/** The id of a copy's stream, without its category. */
export const cloudCopyId = (accountId: string, queueId: string): string => `${accountId}:${queueId}`
