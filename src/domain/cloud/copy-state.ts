import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import { Attempts, claimed, notDone, renewed, untouched } from '../shared/claim.ts'
import { type CloudCopyEvent, CopyCursor, CopyFault, mostFaults } from './copy-events.ts'

type Data<N extends CloudCopyEvent['type']> = Extract<CloudCopyEvent, { type: N }>['data']

/** A copy; `queueId` and what is asked for stand in the cloud service's own stream. */
export const CopyState = fields(
  {
    status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'),
    total: integer(0),
    done: integer(0),
    failed: integer(0),
    faults: listOf(CopyFault, mostFaults),
    attempts: Attempts,
  },
  { cursor: CopyCursor, reason: t.string },
)
export type CopyState = t.TypeOf<typeof CopyState>

export const notBegun: CopyState = {
  status: 'INITIATED',
  total: 0,
  done: 0,
  failed: 0,
  faults: [],
  attempts: untouched,
}

/** Whether a copy is waiting or at work. */
export const copyRuns = ({ status }: Pick<CopyState, 'status'>): boolean =>
  status === 'INITIATED' || status === 'PROCESSING'

const counted = (state: CopyState, data: Data<'CloudCopyProgressed' | 'CloudCopyCompleted' | 'CloudCopyFailed'>) => ({
  total: data.total,
  done: data.done,
  failed: data.failed,
  faults: [...state.faults, ...data.faults].slice(0, mostFaults),
})

/** A copy after a fact; shared by the aggregate and the read models. */
export const evolveCopy = (state: CopyState, event: CloudCopyEvent): CopyState => {
  switch (event.type) {
    case 'CloudCopyStarted':
      return {
        ...state,
        status: 'PROCESSING',
        attempts: claimed(state.attempts, event.data.worker, event.data.attempt),
      }
    case 'CloudCopyProgressed': {
      // a long copy may meet many hindrances: only those without progress in between count
      const moved = event.data.done > state.done
      const attempts = moved ? { ...state.attempts, failures: 0 } : state.attempts
      return { ...state, ...counted(state, event.data), cursor: event.data.cursor, attempts }
    }
    case 'CloudCopyAttemptFailed':
      return { ...state, attempts: notDone(state.attempts, event.data) }
    case 'CloudCopyCompleted':
      return { ...state, ...counted(state, event.data), status: 'COMPLETED', attempts: renewed(state.attempts) }
    case 'CloudCopyFailed': {
      const { reason } = event.data
      return { ...state, ...counted(state, event.data), status: 'FAILED', reason, attempts: renewed(state.attempts) }
    }
    default:
      return state
  }
}
