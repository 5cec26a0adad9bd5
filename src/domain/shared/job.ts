import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { type AttemptEvents, type Attempts, nextAttempt } from './claim.ts'
import { type DomainEvent, type Rejection, rejection } from './decider.ts'
import { At } from './fact.ts'

/** What an operator decides about a job, and why; the same for every aggregate that a process works on (JOBS-4, JOBS-5). */
export type JobCommand = {
  readonly kind: 'RetryJob' | 'SkipJob' | 'CancelJob'
  readonly reason: string
  readonly at: string
}

/** Whether a command is an operator's. */
export const isOfOperator = <C extends { readonly kind: string }>(command: C | JobCommand): command is JobCommand =>
  command.kind === 'RetryJob' || command.kind === 'SkipJob' || command.kind === 'CancelJob'

/** The data of an event by which an operator has a job tried again. */
export const retried = { reason: t.string, at: At } as const
export const Retried = fields(retried)
export type Retried = t.TypeOf<typeof Retried>

/** How an aggregate records what an operator decided: what ends a job without a result ends one that is given up. */
export type JobEvents<Ev extends DomainEvent> = Pick<AttemptEvents<Ev>, 'failed'> & { retried(data: Retried): Ev }

type Job = { readonly goesOn: boolean; readonly failed: boolean; readonly attempts: Attempts }

/** The reason of work that an operator ended. */
const ended = (reason: string): string => `an operator ended it: ${reason}`

/** The refusal of a job that cannot be changed any more. */
export const jobOver = rejection('job-over', 'The job is done, or was ended. There is nothing to do about it.')
const over = E.left(jobOver)
/** The refusal to skip a job that a worker holds: whether one does is no fact of the log. */
export const jobRunning = rejection('job-running', 'A worker holds the job. Cancel it to stop the worker.')

/**
 * Decides what an operator says about a job. A job that failed, or pauses, is tried again at once, with all its attempts; one that
 * waits or runs anyway is left alone. A job that goes on can be ended at any time: the attempt of its worker is over then. Whoever skips
 * it has seen to it that no worker holds it.
 */
export const decideJob = <Ev extends DomainEvent>(
  { kind, reason, at }: JobCommand,
  { goesOn, failed, attempts }: Job,
  events: JobEvents<Ev>,
): E.Either<Rejection, readonly Ev[]> => {
  switch (kind) {
    case 'RetryJob': {
      const pauses = goesOn && attempts.notBefore !== undefined && attempts.notBefore > at
      if (failed || pauses) return E.right([events.retried({ reason, at })])
      return goesOn ? E.right([]) : over
    }
    case 'SkipJob':
    case 'CancelJob':
      if (!goesOn) return failed ? E.right([]) : over
      return E.right([events.failed({ attempt: nextAttempt(attempts), reason: ended(reason), at })])
  }
}
