import * as E from 'fp-ts/lib/Either.js'
import { type AttemptEvents, claimLost, decideAttempt, ifHeld } from '../shared/claim.ts'
import type { Aggregate, Rejection } from '../shared/decider.ts'
import { decideJob, type JobCommand, type Retried } from '../shared/job.ts'
import type { Data, ExportCommand } from './commands.ts'
import { ExportEvent, type ExportFormat, exportFormats } from './events.ts'
import { evolveExport } from './evolve.ts'
import { type ExportState, isOffered, isRunning, notExported, type RunningExport } from './state.ts'

export type { ExportCommand } from './commands.ts'
export { isRunning } from './state.ts'

type Decided = E.Either<Rejection, readonly ExportEvent[]>

const over = claimLost('the export is over')

const held = (state: ExportState, attempt: number, event: (queueId: string) => ExportEvent): Decided =>
  isRunning(state) ? ifHeld(state.attempts, attempt, event(state.queueId)) : over

const attemptsOf = ({ queueId }: Pick<RunningExport, 'queueId'>): AttemptEvents<ExportEvent> => ({
  repeated: data => ({ type: 'ExportAttemptFailed', data: { ...data, queueId } }),
  failed: ({ reason, at }) => ({ type: 'ExportFailed', data: { queueId, reason, failed: 0, faults: [], at } }),
})

const ofOperator = (state: ExportState, command: JobCommand): Decided => {
  const failed = state.status === 'FAILED'
  const goesOn = isRunning(state)
  const queueId = failed || goesOn ? state.queueId : ''
  const retried = (data: Retried): ExportEvent => ({ type: 'ExportRetried', data: { ...data, queueId } })
  return decideJob(command, { attempts: state.attempts, goesOn, failed }, { ...attemptsOf({ queueId }), retried })
}

/** An attempt is refused when a later one has made the export: its worker lost its claim while it rendered. */
const makeAvailable = (state: ExportState, data: Data<'ExportMadeAvailable'>): Decided => {
  if (data.attempt < (state.madeBy ?? 0))
    return claimLost(`attempt ${data.attempt} is over: a later one made the export`)
  const same = isOffered(state) && state.zip === data.zip && state.contentHash === data.contentHash
  // a client may be polling the queue id of a running export, so that export must end by itself
  return E.right(same || isRunning(state) ? [] : [{ type: 'ExportMadeAvailable', data }])
}

/**
 * The export of one format and resolution; its stream is `export-<account>:<campaign>:<production|preview>:<format>:<resolution>`
 * (EXPORT-3, EXPORT-4, EXPORT-7).
 */
export const exportOf: Aggregate<ExportCommand, ExportState, ExportEvent> = {
  category: 'export',
  subject: 'campaign',
  events: ExportEvent,
  initialState: notExported,
  evolve: evolveExport,
  decide(command, state) {
    switch (command.kind) {
      case 'InitiateExport': {
        const { queueIdOf, contentHash, at } = command
        const run = state.run + 1
        return E.right(
          isRunning(state)
            ? []
            : [{ type: 'ExportInitiated', data: { queueId: queueIdOf(run), run, contentHash, at } }],
        )
      }
      case 'FailAttempt':
        return isRunning(state) ? decideAttempt(command, state.attempts, attemptsOf(state)) : over
      case 'RetryJob':
      case 'SkipJob':
      case 'CancelJob':
        return ofOperator(state, command)
      case 'Progress': {
        const { kind: _, ...data } = command
        return held(state, data.attempt, queueId => ({ type: 'ExportProgressed', data: { ...data, queueId } }))
      }
      case 'Complete': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, queueId => ({ type: 'ExportCompleted', data: { ...data, queueId } }))
      }
      case 'Fail': {
        const { kind: _, attempt, ...data } = command
        return held(state, attempt, queueId => ({ type: 'ExportFailed', data: { ...data, queueId } }))
      }
      case 'MakeAvailable': {
        const { kind: _, ...data } = command
        return makeAvailable(state, data)
      }
      case 'Archive': {
        const { kind: _, ofContent, ...data } = command
        const live =
          isOffered(state) && state.zip === data.zip && (ofContent ?? state.contentHash) === state.contentHash
        return E.right(live ? [{ type: 'ExportArchived', data }] : [])
      }
      case 'DropFile': {
        const { kind: _, ...data } = command
        const kept = state.past.some(file => file.zip === data.zip)
        return E.right(kept ? [{ type: 'ExportFileDropped', data }] : [])
      }
    }
  },
}

/** What identifies an export. */
export type ExportKey = {
  readonly accountId: string
  readonly retailCampaignIdx: number
  readonly mode: 'production' | 'preview'
  readonly format: ExportFormat
  readonly resolution: 1 | 2
}

/** The id of an export's stream, without its category. */
export const exportId = (k: ExportKey): string =>
  `${k.accountId}:${k.retailCampaignIdx}:${k.mode}:${k.format}:${k.resolution}`

/** The parts of an export's id. */
export const exportKeyOf = (id: string): ExportKey => {
  const [accountId = '', campaign = '', mode = '', format = '', resolution = ''] = id.split(':')
  return {
    accountId,
    retailCampaignIdx: Number(campaign),
    mode: mode === 'preview' ? 'preview' : 'production',
    format: exportFormats.find(f => f === format) ?? 'png',
    resolution: resolution === '2' ? 2 : 1,
  }
}

/** The queue id of an export's run, unique in its account (EXPORT-12). */
export const exportQueueId = (k: ExportKey, run: number): string =>
  `export-${k.retailCampaignIdx}-${k.mode}-${k.format}-${k.resolution}-${run}`

/** The id of the export with a queue id. */
export const exportIdOfQueue = (accountId: string, queueId: string): string =>
  [accountId, ...queueId.split('-').slice(1, -1)].join(':')
