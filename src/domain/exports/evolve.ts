import { ended, notDone, renewed } from '../shared/claim.ts'
import { count } from '../shared/wording.ts'
import type { ExportEvent } from './events.ts'
import { pastAfter } from './past-files.ts'
import { type ExportState, isOffered, isRunning, notExported, type RunningExport } from './state.ts'

const summary = (total: number, missing: number): string =>
  missing === 0
    ? `${total === 1 ? 'The file was' : `All ${total} files were`} exported.`
    : `${total - missing} of ${count(total, 'file')} ${total - missing === 1 ? 'was' : 'were'} exported; ${missing} could not be rendered.`

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
  const { zip, size, filename, contentHash, total, faults, at, failed } = data
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
    attempts: ended(state.attempts),
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
  { type: 'ExportProgressed' | 'ExportAttemptFailed' | 'ExportCompleted' | 'ExportFailed' }
>

const evolveRunning = (state: RunningExport, event: OfRun): ExportState => {
  switch (event.type) {
    case 'ExportProgressed': {
      const { total, done, failed } = event.data
      const message = total === 0 ? 'The export is being rendered.' : `${done} of ${total} files have been rendered.`
      return { ...state, status: 'PROCESSING', total, done, failed, message }
    }
    case 'ExportAttemptFailed':
      return { ...state, message: event.data.reason, attempts: notDone(state.attempts, event.data) }
    case 'ExportCompleted':
      return completed(state, event.data)
    case 'ExportFailed': {
      const { reason: message, faults, failed, at: finishedAt } = event.data
      return { ...state, status: 'FAILED', message, faults, failed, finishedAt, attempts: ended(state.attempts) }
    }
  }
}

const evolved = (state: ExportState, event: ExportEvent): ExportState => {
  switch (event.type) {
    case 'ExportInitiated':
      return initiated(state, event.data)
    case 'ExportProgressed':
    case 'ExportAttemptFailed':
    case 'ExportCompleted':
    case 'ExportFailed':
      return isRunning(state) ? evolveRunning(state, event) : state
    case 'ExportRetried':
      if (state.status === 'FAILED') return initiated(state, { ...state, at: event.data.at })
      return { ...state, attempts: renewed(state.attempts) }
    case 'ExportMadeAvailable':
      return madeAvailable(state, event.data)
    case 'ExportArchived':
      return isOffered(state) && state.zip === event.data.zip
        ? { ...state, status: 'ARCHIVED', message: 'The export was archived.' }
        : state
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
