import type * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
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
import { MotionRunEvent } from './motion-events.ts'

type Data<N extends MotionRunEvent['type']> = Extract<MotionRunEvent, { type: N }>['data']

/** A run that renders motion assets. */
export const MotionRun = fields({
  status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'),
  attempts: Attempts,
})
export type MotionRun = t.TypeOf<typeof MotionRun>
export const notRendered: MotionRun = { status: 'INITIATED', attempts: untouched }

export type MotionRunCommand =
  | AttemptCommand
  | JobCommand
  | ({ readonly kind: 'Progress' } & Data<'MotionRunProgressed'>)
  | ({ readonly kind: 'Complete'; readonly attempt: number } & Data<'MotionRunCompleted'>)
  /** No further attempt could change the outcome. */
  | ({ readonly kind: 'GiveUp'; readonly attempt: number } & Data<'MotionRunFailed'>)

/** Whether a run is waiting or under way. */
export const isRendering = ({ status }: Pick<MotionRun, 'status'>): boolean =>
  status === 'INITIATED' || status === 'PROCESSING'

const attempts: AttemptEvents<MotionRunEvent> = {
  repeated: data => ({ type: 'MotionRunAttemptFailed', data }),
  failed: ({ reason, at }) => ({
    type: 'MotionRunFailed',
    data: { code: 'rendering-failed', reason, total: 0, failed: 0, faults: [], at },
  }),
}

const over = claimLost('the run is over')

const held = (
  state: MotionRun,
  attempt: number,
  event: MotionRunEvent,
): E.Either<Rejection, readonly MotionRunEvent[]> =>
  isRendering(state) ? ifHeld(state.attempts, attempt, event) : over

/** A run after an event; shared by the aggregate and the read models. */
export const evolveMotionRun = (state: MotionRun, event: MotionRunEvent): MotionRun => {
  switch (event.type) {
    case 'MotionRunProgressed':
      return { ...state, status: 'PROCESSING' }
    case 'MotionRunAttemptFailed':
      return { ...state, attempts: notDone(state.attempts, event.data) }
    case 'MotionRunCompleted':
      return { status: 'COMPLETED', attempts: ended(state.attempts) }
    case 'MotionRunFailed':
      return { status: 'FAILED', attempts: ended(state.attempts) }
    case 'MotionRunRetried':
      return { status: 'INITIATED', attempts: renewed(state.attempts) }
  }
}

/** The work on one run; its stream is `motion-run-<account>:<queueId>` and starts with the first attempt. */
export const motionRun: Aggregate<MotionRunCommand, MotionRun, MotionRunEvent> = {
  category: 'motion-run',
  subject: 'account',
  events: MotionRunEvent,
  initialState: notRendered,
  evolve: evolveMotionRun,
  decide(command, state) {
    switch (command.kind) {
      case 'FailAttempt':
        return isRendering(state) ? decideAttempt(command, state.attempts, attempts) : over
      case 'RetryJob':
      case 'SkipJob':
      case 'CancelJob': {
        const job = { goesOn: isRendering(state), failed: state.status === 'FAILED', attempts: state.attempts }
        return decideJob(command, job, { ...attempts, retried: data => ({ type: 'MotionRunRetried', data }) })
      }
      case 'Progress': {
        const { kind: _, ...data } = command
        return held(state, data.attempt, { type: 'MotionRunProgressed', data })
      }
      case 'Complete': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'MotionRunCompleted', data })
      }
      case 'GiveUp': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, { type: 'MotionRunFailed', data })
      }
    }
  },
}

/** The id of a run's stream, without its category. */
export const motionRunId = (accountId: string, queueId: string): string => `${accountId}:${queueId}`
