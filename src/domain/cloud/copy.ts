import * as E from 'fp-ts/lib/Either.js'
import { type AttemptCommand, type AttemptEvents, claimLost, decideAttempt, ifHeld } from '../shared/claim.ts'
import type { Aggregate, Rejection } from '../shared/decider.ts'
import { decideJob, type JobCommand } from '../shared/job.ts'
import { CloudCopyEvent } from './copy-events.ts'
import { type CopyState, copyRuns, evolveCopy, notBegun } from './copy-state.ts'

type Data<N extends CloudCopyEvent['type']> = Extract<CloudCopyEvent, { type: N }>['data']

/** The commands of the worker that holds an attempt, and the end by a caller. */
export type CloudCopyCommand =
  | AttemptCommand
  | JobCommand
  | ({ readonly kind: 'Progress' } & Data<'CloudCopyProgressed'>)
  /** Everything was tried; the copy fails if nothing could be copied. */
  | ({ readonly kind: 'Finish'; readonly attempt: number } & Data<'CloudCopyCompleted'>)
  /** No further attempt could change the outcome. */
  | ({ readonly kind: 'GiveUp'; readonly attempt: number } & Data<'CloudCopyFailed'>)
  | { readonly kind: 'Cancel'; readonly at: string }

type Decided = E.Either<Rejection, readonly CloudCopyEvent[]>

const over = claimLost('the copy is over')

const held = (state: CopyState, attempt: number, event: CloudCopyEvent): Decided =>
  copyRuns(state) ? ifHeld(state.attempts, attempt, event) : over

const attemptsOf = ({ total, done, failed }: CopyState): AttemptEvents<CloudCopyEvent> => ({
  repeated: data => ({ type: 'CloudCopyAttemptFailed', data }),
  failed: ({ reason, at }) => ({ type: 'CloudCopyFailed', data: { total, done, failed, faults: [], reason, at } }),
})

const finish = (state: CopyState, { attempt, ...data }: Data<'CloudCopyCompleted'> & { attempt: number }): Decided => {
  const none = data.failed > 0 && data.done === 0
  const reason = `None of the ${data.failed} files could be copied.`
  return held(
    state,
    attempt,
    none ? { type: 'CloudCopyFailed', data: { ...data, reason } } : { type: 'CloudCopyCompleted', data },
  )
}

/** The work on one copy; its stream is `cloud-copy-<account>:<queueId>` and starts with the first attempt. */
export const cloudCopy: Aggregate<CloudCopyCommand, CopyState, CloudCopyEvent> = {
  category: 'cloud-copy',
  subject: 'account',
  events: CloudCopyEvent,
  initialState: notBegun,
  evolve: evolveCopy,
  decide(command, state) {
    switch (command.kind) {
      case 'FailAttempt':
        return copyRuns(state) ? decideAttempt(command, state.attempts, attemptsOf(state)) : over
      case 'RetryJob':
      case 'SkipJob':
      case 'CancelJob': {
        const job = { goesOn: copyRuns(state), failed: state.status === 'FAILED', attempts: state.attempts }
        return decideJob(command, job, { ...attemptsOf(state), retried: data => ({ type: 'CloudCopyRetried', data }) })
      }
      case 'Progress': {
        const { kind: _, ...progress } = command
        return held(state, command.attempt, { type: 'CloudCopyProgressed', data: progress })
      }
      case 'Finish': {
        const { kind: _, ...finished } = command
        return finish(state, finished)
      }
      case 'GiveUp': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'CloudCopyFailed', data })
      }
      case 'Cancel':
        return E.right(copyRuns(state) ? [{ type: 'CloudCopyCancelled', data: { at: command.at } }] : [])
    }
  },
}

/** The id of a copy's stream, without its category. */
export const cloudCopyId = (accountId: string, queueId: string): string => `${accountId}:${queueId}`
