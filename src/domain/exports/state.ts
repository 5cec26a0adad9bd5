import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf, wordsOf } from '../../codec/text.ts'
import { Attempts, untouched } from '../shared/claim.ts'
import { ExportFault } from './events.ts'
import { PastFile } from './past-files.ts'

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

/** What the answer to the request of an export can be: what it became later is in its status (EXPORT-3). */
export const ShownExportStart = wordsOf(['INITIATED', 'PROCESSING', 'FAILED_TO_INITIATE'], {
  INITIATED: 'the export starts soon',
  PROCESSING: 'this export was requested before, and its files are being rendered',
  FAILED_TO_INITIATE: 'the export was not started; the message says why',
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
