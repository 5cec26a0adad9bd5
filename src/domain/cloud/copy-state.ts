import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import { Attempts, ended, notDone, renewed, untouched } from '../shared/claim.ts'
import { type CloudCopyEvent, CopyCursor, CopyFault, mostFaults } from './copy-events.ts'

type Data<N extends CloudCopyEvent['type']> = Extract<CloudCopyEvent, { type: N }>['data']

const counts = {
  total: integer(0),
  done: integer(0),
  failed: integer(0),
  faults: listOf(CopyFault, mostFaults),
  attempts: Attempts,
}

/** A copy; its queue id and request are in the stream of the cloud service. */
export const CopyState = t.union([
  fields({ status: t.literal('INITIATED'), ...counts }),
  fields({ status: oneOf('PROCESSING', 'COMPLETED', 'CANCELLED'), ...counts }, { cursor: CopyCursor }),
  fields({ status: t.literal('FAILED'), ...counts, reason: t.string }, { cursor: CopyCursor }),
])
export type CopyState = t.TypeOf<typeof CopyState>

export const notBegun: CopyState = {
  status: 'INITIATED',
  total: 0,
  done: 0,
  failed: 0,
  faults: [],
  attempts: untouched,
}

/** Whether a copy is waiting or running. */
export const copyRuns = ({ status }: Pick<CopyState, 'status'>): boolean =>
  status === 'INITIATED' || status === 'PROCESSING'

/** The place from which a copy continues; undefined: the beginning. */
export const cursorOf = (state: CopyState): CopyCursor | undefined =>
  state.status === 'INITIATED' ? undefined : state.cursor

const counted = (
  state: CopyState,
  { total, done, failed, faults }: Data<'CloudCopyProgressed' | 'CloudCopyCompleted' | 'CloudCopyFailed'>,
) => ({ total, done, failed, faults: [...state.faults, ...faults].slice(0, mostFaults) })

/** A copy after an event; shared by the aggregate and the read models. */
export const evolveCopy = (state: CopyState, event: CloudCopyEvent): CopyState => {
  const cursor = cursorOf(state)
  const reached = cursor === undefined ? {} : { cursor }
  switch (event.type) {
    case 'CloudCopyProgressed': {
      // a long copy may fail many times: only failures without progress in between count
      const moved = event.data.done > state.done
      const attempts = moved ? { ...state.attempts, failures: 0 } : state.attempts
      return { status: 'PROCESSING', ...counted(state, event.data), cursor: event.data.cursor, attempts }
    }
    case 'CloudCopyAttemptFailed':
      return { ...state, attempts: notDone(state.attempts, event.data) }
    case 'CloudCopyCompleted':
      return {
        status: 'COMPLETED',
        ...counted(state, event.data),
        attempts: ended(state.attempts),
        ...reached,
      }
    case 'CloudCopyRetried':
      // files that were copied keep their content, so copying them again does no harm
      if (state.status === 'FAILED') return { ...notBegun, attempts: renewed(state.attempts) }
      return { ...state, attempts: renewed(state.attempts) }
    case 'CloudCopyCancelled': {
      const { total, done, failed, faults } = state
      return { status: 'CANCELLED', total, done, failed, faults, attempts: ended(state.attempts), ...reached }
    }
    case 'CloudCopyFailed': {
      const { reason } = event.data
      const attempts = ended(state.attempts)
      return { status: 'FAILED', ...counted(state, event.data), reason, attempts, ...reached }
    }
  }
}
