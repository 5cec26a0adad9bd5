import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf } from '../../codec/text.ts'
import { Attempts, claimed, notDone, renewed, untouched } from '../shared/claim.ts'
import { type ExportEvent, ExportFault } from './events.ts'
import { PastFile, pastAfter } from './past-files.ts'

/** Export status of 2.4, as one format and resolution has it. */
export const exportStatuses = [
  'INITIATED',
  'PROCESSING',
  'FAILED',
  'COMPLETED',
  'FAILED_TO_INITIATE',
  'ARCHIVED',
  'AVAILABLE',
  'NOT_INITIATED',
] as const
export type ExportStatus = (typeof exportStatuses)[number]

export const ExportState = fields(
  {
    status: oneOf(...exportStatuses),
    run: integer(0),
    total: integer(0),
    done: integer(0),
    failed: integer(0),
    message: t.string,
    faults: listOf(ExportFault, 1000),
    attempts: Attempts,
    /** ZIPs that are not offered any more and may still be kept. */
    past: t.array(PastFile),
  },
  {
    queueId: t.string,
    /** Of the content that the ZIP shows, or that the running export was asked for. */
    contentHash: t.string,
    zip: t.string,
    size: integer(0),
    filename: t.string,
    finishedAt: t.string,
  },
)
export type ExportState = t.TypeOf<typeof ExportState>

export const notExported: ExportState = {
  status: 'NOT_INITIATED',
  run: 0,
  total: 0,
  done: 0,
  failed: 0,
  message: 'No export was asked for.',
  faults: [],
  attempts: untouched,
  past: [],
}

const summary = (total: number, missing: number): string =>
  missing === 0
    ? `All ${total} files were exported.`
    : `${total - missing} of ${total} files were exported; ${missing} could not be made.`

type Data<N extends ExportEvent['type']> = Extract<ExportEvent, { type: N }>['data']

const initiated = (state: ExportState, data: Data<'ExportInitiated'>): ExportState => ({
  ...notExported,
  status: 'INITIATED',
  run: data.run,
  queueId: data.queueId,
  contentHash: data.contentHash,
  message: 'The export is waiting for a worker.',
  attempts: renewed(state.attempts),
})

const completed = (state: ExportState, data: Data<'ExportCompleted'>): ExportState => {
  const { zip, size, filename, contentHash, total, faults, at, failed: missing = faults.length } = data
  return {
    ...state,
    status: 'COMPLETED',
    zip,
    size,
    filename,
    contentHash,
    total,
    done: total - missing,
    failed: missing,
    faults,
    finishedAt: at,
    message: summary(total, missing),
    attempts: renewed(state.attempts),
  }
}

const madeAvailable = (state: ExportState, data: Data<'ExportMadeAvailable'>): ExportState => {
  const { zip, size, filename, contentHash, at } = data
  const { queueId: _, ...rest } = state
  return {
    ...rest,
    status: 'AVAILABLE',
    zip,
    size,
    filename,
    contentHash,
    finishedAt: at,
    faults: [],
    message: 'The export is available.',
    attempts: renewed(state.attempts),
  }
}

const evolved = (state: ExportState, event: ExportEvent): ExportState => {
  switch (event.type) {
    case 'ExportInitiated':
      return initiated(state, event.data)
    case 'ExportStarted':
      return {
        ...state,
        status: 'PROCESSING',
        message: 'The export is being made.',
        attempts: claimed(state.attempts, event.data.worker, event.data.attempt),
      }
    case 'ExportProgressed': {
      const { total, done, failed: broken } = event.data
      return { ...state, total, done, failed: broken, message: `${done} of ${total} files are made.` }
    }
    case 'ExportAttemptFailed':
      return {
        ...state,
        message: event.data.released ? state.message : event.data.reason,
        attempts: notDone(state.attempts, event.data),
      }
    case 'ExportCompleted':
      return completed(state, event.data)
    case 'ExportFailed':
      return {
        ...state,
        status: 'FAILED',
        message: event.data.reason,
        faults: event.data.faults,
        failed: event.data.failed ?? event.data.faults.length,
        finishedAt: event.data.at,
        attempts: renewed(state.attempts),
      }
    case 'ExportMadeAvailable':
      return madeAvailable(state, event.data)
    case 'ExportArchived':
      return state.zip === event.data.zip
        ? { ...state, status: 'ARCHIVED', message: 'The export was archived.' }
        : state
    default:
      return state
  }
}

/** An export after a fact; shared by the aggregate and the read models. */
export const evolveExport = (state: ExportState, event: ExportEvent): ExportState => {
  if (event.type === 'ExportFileDropped')
    return { ...state, past: state.past.filter(file => file.zip !== event.data.zip) }
  const next = evolved(state, event)
  return next === state ? state : { ...next, past: pastAfter(state, next, event.data.at) }
}
