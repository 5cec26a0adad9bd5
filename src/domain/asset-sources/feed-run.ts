import type * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import {
  type AttemptCommand,
  type AttemptEvents,
  Attempts,
  claimLost,
  decideAttempt,
  ended,
  ifHeld,
  notDone,
  renewed,
  untouched,
} from '../shared/claim.ts'
import type { Aggregate, Rejection } from '../shared/decider.ts'
import { decideJob, type JobCommand } from '../shared/job.ts'
import { FeedRunEvent } from './feed-events.ts'

type Data<N extends FeedRunEvent['type']> = Extract<FeedRunEvent, { type: N }>['data']

/**
 * A run that makes the rows of an asset source: a feed is read, or recommendations are computed. `retries`: how often a run of the schedule
 * was put off because the feed could not be read.
 */
export const FeedRun = fields({
  status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'),
  attempts: Attempts,
  retries: integer(0),
  rows: integer(0),
})
export type FeedRun = t.TypeOf<typeof FeedRun>
export const notRun: FeedRun = { status: 'INITIATED', attempts: untouched, retries: 0, rows: 0 }

export type FeedRunCommand =
  | AttemptCommand
  | JobCommand
  | ({ readonly kind: 'Progress' } & Data<'FeedRunProgressed'>)
  | ({ readonly kind: 'Complete'; readonly attempt: number } & Data<'FeedRunCompleted'>)
  /** The rows cannot be made. `isScheduled`: it is tried again later. */
  | {
      readonly kind: 'CannotRead'
      readonly attempt: number
      readonly code: string
      readonly reason: string
      readonly isScheduled: boolean
      readonly at: string
    }

/** Minutes until a run of the schedule is tried again (SOURCE-8). */
const retryMinutes = [1, 5, 15] as const

export const isRunning = ({ status }: Pick<FeedRun, 'status'>): boolean =>
  status === 'INITIATED' || status === 'PROCESSING'

const attempts: AttemptEvents<FeedRunEvent> = {
  repeated: data => ({ type: 'FeedRunAttemptFailed', data: { ...data, ofService: true } }),
  failed: ({ reason, at }) => ({ type: 'FeedRunFailed', data: { code: 'run-failed', reason, at } }),
}

const cannotRead = (
  state: FeedRun,
  { attempt, code, reason, isScheduled, at }: Extract<FeedRunCommand, { kind: 'CannotRead' }>,
): FeedRunEvent => {
  const minutes = isScheduled ? retryMinutes[state.retries] : undefined
  if (minutes === undefined) return { type: 'FeedRunFailed', data: { code, reason, at } }
  const retryAt = new Date(Date.parse(at) + minutes * 60_000).toISOString()
  return { type: 'FeedRunAttemptFailed', data: { attempt, reason, retryAt, at } }
}

const over = claimLost('the run is over')

const held = (state: FeedRun, attempt: number, event: FeedRunEvent): E.Either<Rejection, readonly FeedRunEvent[]> =>
  isRunning(state) ? ifHeld(state.attempts, attempt, event) : over

/** A run after an event; shared by the aggregate and the read models. */
export const evolveFeedRun = (state: FeedRun, event: FeedRunEvent): FeedRun => {
  switch (event.type) {
    case 'FeedRunProgressed':
      return { ...state, status: 'PROCESSING', rows: event.data.rows }
    case 'FeedRunAttemptFailed':
      return {
        ...state,
        attempts: notDone(state.attempts, event.data),
        retries: state.retries + (event.data.ofService ? 0 : 1),
      }
    case 'FeedRunCompleted':
      return { ...state, status: 'COMPLETED', rows: event.data.rows, attempts: ended(state.attempts) }
    case 'FeedRunFailed':
      return { ...state, status: 'FAILED', attempts: ended(state.attempts) }
    case 'FeedRunRetried':
      return { ...state, status: 'INITIATED', attempts: renewed(state.attempts), retries: 0 }
  }
}

/** The work on one run; its stream is `feed-run-<account>:<queueId>` and starts with the first attempt. */
export const feedRun: Aggregate<FeedRunCommand, FeedRun, FeedRunEvent> = {
  category: 'feed-run',
  subject: 'account',
  events: FeedRunEvent,
  initialState: notRun,
  evolve: evolveFeedRun,
  decide(command, state) {
    switch (command.kind) {
      case 'FailAttempt':
        return isRunning(state) ? decideAttempt(command, state.attempts, attempts) : over
      case 'RetryJob':
      case 'SkipJob':
      case 'CancelJob': {
        const job = { goesOn: isRunning(state), failed: state.status === 'FAILED', attempts: state.attempts }
        return decideJob(command, job, { ...attempts, retried: data => ({ type: 'FeedRunRetried', data }) })
      }
      case 'Progress': {
        const { kind: _, ...data } = command
        return held(state, data.attempt, { type: 'FeedRunProgressed', data })
      }
      case 'Complete': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'FeedRunCompleted', data })
      }
      case 'CannotRead':
        return held(state, command.attempt, cannotRead(state, command))
    }
  },
}

/** The id of a run's stream, without its category. */
export const feedRunId = (accountId: string, queueId: string): string => `${accountId}:${queueId}`

/** The account, queue id, asset source and number of a run, by the id of its stream. */
export const sourceOfQueue = (
  id: string,
): { readonly accountId: string; readonly queueId: string; readonly source: number; readonly run: number } => {
  const [accountId = '', queueId = ''] = id.split(':')
  const [, source, run] = queueId.split('-')
  return { accountId, queueId, source: Number(source), run: Number(run) }
}
