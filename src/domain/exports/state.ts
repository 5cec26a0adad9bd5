import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf, wordsOf } from '../../codec/text.ts'
import { Attempts, claimed, notDone, renewed, untouched } from '../shared/claim.ts'
import { triedAgain } from '../shared/job.ts'
import { type ExportEvent, ExportFault } from './events.ts'
import { PastFile, pastAfter } from './past-files.ts'

/** Export status of EXPORT-6, for one format and resolution. */
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

/** What each status means to readers (EXPORT-4). */
export const ShownExportStatus = wordsOf(exportStatuses, {
  INITIATED: 'the export was requested and starts soon',
  PROCESSING: 'files are being rendered',
  FAILED: 'no file could be made',
  COMPLETED: '`url` leads to the ZIP',
  FAILED_TO_INITIATE: 'the export was not started; the message says why',
  ARCHIVED: 'the content changed or 30 days passed; export again',
  AVAILABLE: 'an activation or an approval request made the ZIP; `url` leads to it',
  NOT_INITIATED: 'it was never requested',
})

const counts = {
  run: integer(0),
  total: integer(0),
  done: integer(0),
  failed: integer(0),
  message: t.string,
  faults: listOf(ExportFault, 1000),
  attempts: Attempts,
  /** ZIPs that are no longer offered but may still be stored. */
  past: t.array(PastFile),
}
/** `contentHash`: of the requested content. */
const ofRequest = { queueId: t.string, contentHash: t.string }
/** The newest attempt at an activation, or at the mails of an approval, that made the export available. */
const maker = { madeBy: integer(1) }
/** `contentHash`: of the content of the ZIP. */
const file = { zip: t.string, size: integer(0), filename: t.string, contentHash: t.string, finishedAt: t.string }

/** An export. Only a requested one has a queue id, and only a finished one has a file. */
export const ExportState = t.union([
  fields({ status: t.literal('NOT_INITIATED'), ...counts }, maker),
  fields({ status: oneOf('INITIATED', 'PROCESSING'), ...counts, ...ofRequest }, maker),
  fields({ status: t.literal('FAILED'), ...counts, ...ofRequest, finishedAt: t.string }, maker),
  fields({ status: t.literal('COMPLETED'), ...counts, ...file, queueId: t.string }, maker),
  fields({ status: t.literal('AVAILABLE'), ...counts, ...file }, maker),
  fields({ status: t.literal('ARCHIVED'), ...counts, ...file }, { ...maker, queueId: t.string }),
])
export type ExportState = t.TypeOf<typeof ExportState>
export type RunningExport = Extract<ExportState, { status: 'INITIATED' | 'PROCESSING' }>
export type OfferedExport = Extract<ExportState, { status: 'COMPLETED' | 'AVAILABLE' }>

/** Whether an export is running: a second request then gets the same queue id (EXPORT-3). */
export const isRunning = (state: ExportState): state is RunningExport =>
  state.status === 'INITIATED' || state.status === 'PROCESSING'

/** The queue id of the newest run; undefined if the export was never requested, or was last created by other work. */
export const queueIdOf = (state: ExportState): string | undefined =>
  state.status === 'NOT_INITIATED' || state.status === 'AVAILABLE' ? undefined : state.queueId

/** Whether an export offers a file. */
export const isOffered = (state: ExportState): state is OfferedExport =>
  state.status === 'COMPLETED' || state.status === 'AVAILABLE'

export const notExported: ExportState = {
  status: 'NOT_INITIATED',
  run: 0,
  total: 0,
  done: 0,
  failed: 0,
  message: 'No export has been requested.',
  faults: [],
  attempts: untouched,
  past: [],
}

const summary = (total: number, missing: number): string =>
  missing === 0
    ? `All ${total} files were exported.`
    : `${total - missing} of ${total} files were exported; ${missing} could not be rendered.`

type Data<N extends ExportEvent['type']> = Extract<ExportEvent, { type: N }>['data']

const initiated = (state: ExportState, { run, queueId, contentHash }: Data<'ExportInitiated'>): ExportState => ({
  ...notExported,
  status: 'INITIATED',
  run,
  queueId,
  contentHash,
  message: 'The export is waiting for a worker.',
  attempts: renewed(state.attempts),
})

const completed = (state: RunningExport, data: Data<'ExportCompleted'>): ExportState => {
  const { zip, size, filename, contentHash, total, faults, at, failed = faults.length } = data
  return {
    ...state,
    status: 'COMPLETED',
    zip,
    size,
    filename,
    contentHash,
    total,
    done: total - failed,
    failed,
    faults,
    finishedAt: at,
    message: summary(total, failed),
    attempts: renewed(state.attempts),
  }
}

const madeAvailable = (state: ExportState, data: Data<'ExportMadeAvailable'>): ExportState => {
  const { run, total, done, failed, attempts, past } = state
  const { at: finishedAt, attempt: _, ...offered } = data
  const message = 'The export is available.'
  const counted = { run, total, done, failed, faults: [], past, attempts: renewed(attempts) }
  return { status: 'AVAILABLE', message, ...counted, ...offered, finishedAt }
}

type OfRun = Extract<
  ExportEvent,
  { type: 'ExportStarted' | 'ExportProgressed' | 'ExportAttemptFailed' | 'ExportCompleted' | 'ExportFailed' }
>

const evolveRunning = (state: RunningExport, event: OfRun): ExportState => {
  switch (event.type) {
    case 'ExportStarted':
      return {
        ...state,
        status: 'PROCESSING',
        message: 'The export is being rendered.',
        attempts: claimed(state.attempts, event.data.worker, event.data.attempt),
      }
    case 'ExportProgressed': {
      const { total, done, failed } = event.data
      return { ...state, total, done, failed, message: `${done} of ${total} files have been rendered.` }
    }
    case 'ExportAttemptFailed': {
      const { released, reason } = event.data
      return { ...state, message: released ? state.message : reason, attempts: notDone(state.attempts, event.data) }
    }
    case 'ExportCompleted':
      return completed(state, event.data)
    case 'ExportFailed': {
      const { reason: message, faults, failed = faults.length, at: finishedAt } = event.data
      return { ...state, status: 'FAILED', message, faults, failed, finishedAt, attempts: renewed(state.attempts) }
    }
  }
}

const evolved = (state: ExportState, event: ExportEvent): ExportState => {
  switch (event.type) {
    case 'ExportInitiated':
      return initiated(state, event.data)
    case 'ExportStarted':
    case 'ExportProgressed':
    case 'ExportAttemptFailed':
    case 'ExportCompleted':
    case 'ExportFailed':
      return isRunning(state) ? evolveRunning(state, event) : state
    case 'ExportRetried':
      if (state.status === 'FAILED') return initiated(state, { ...state, at: event.data.at })
      return { ...state, attempts: triedAgain(state.attempts) }
    case 'ExportMadeAvailable':
      return madeAvailable(state, event.data)
    case 'ExportArchived':
      return isOffered(state) && state.zip === event.data.zip
        ? { ...state, status: 'ARCHIVED', message: 'The export was archived.' }
        : state
    case 'ExportHeartbeat':
    case 'ExportFileDropped':
      return state
  }
}

/** An export after an event; shared by the aggregate and the read models. */
export const evolveExport = (state: ExportState, event: ExportEvent): ExportState => {
  if (event.type === 'ExportFileDropped')
    return { ...state, past: state.past.filter(file => file.zip !== event.data.zip) }
  const next = evolved(state, event)
  if (next === state) return state
  const madeBy = (event.type === 'ExportMadeAvailable' ? event.data.attempt : undefined) ?? state.madeBy
  return { ...next, past: pastAfter(state, next, event.data.at), ...(madeBy === undefined ? {} : { madeBy }) }
}
