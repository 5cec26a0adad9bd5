import * as E from 'fp-ts/lib/Either.js'
import { type AttemptCommand, type AttemptEvents, claimLost, decideAttempt, ifHeld } from '../shared/claim.ts'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { decideJob, isOfOperator, type JobCommand, type Retried } from '../shared/job.ts'
import { type DspExportData, DspExportEvent } from './export-events.ts'
import { exportPlan, type HashedTag, isIdle, type OfCreative } from './export-plan.ts'
import { type DspRun, dspRunGoesOn } from './export-run.ts'
import { type DspExportState, evolveDspExport, neverExported } from './export-state.ts'
import { type ExportedTags, exportedTag } from './exported-tags.ts'
import { type DspReviewCommand, recordReviews } from './record-reviews.ts'
import { type RepairTags, repairTags } from './repair-tags.ts'

/** The data of an event that the holder of an attempt records. */
type Held<N extends DspExportEvent['type']> = Omit<DspExportData<N>, 'configId' | 'batchId' | 'older'> & {
  readonly attempt: number
}
type Started = Omit<DspExportData<'DspExportStarted'>, 'run' | 'batchId' | 'total' | 'left'>

export type DspExportCommand =
  | DspReviewCommand
  | RepairTags
  /** `tags`: of the snapshot. Nothing is appended if every creative has its tag already. */
  | ({ readonly kind: 'StartExport'; readonly tags: readonly HashedTag[]; batchIdOf(run: number): string } & Started)
  | { readonly kind: 'CancelExport'; readonly configId: number; readonly at: string }
  | AttemptCommand
  | JobCommand
  /** Before the first change at the DSP. */
  | { readonly kind: 'BeginAttempt'; readonly attempt: number; readonly at: string }
  | ({ readonly kind: 'RecordExported' } & Held<'DspTagExported'>)
  | ({ readonly kind: 'RecordFailed' } & Held<'DspTagFailed'>)
  | ({ readonly kind: 'RecordArchived' } & Held<'DspTagArchived'>)
  | ({ readonly kind: 'RecordNotArchived' } & Held<'DspTagNotArchived'>)
  /** All tags were tried. Nothing is appended if the export was cancelled meanwhile: the worker goes on with archiving. */
  | { readonly kind: 'CompleteExport'; readonly attempt: number; readonly at: string }
  | { readonly kind: 'CompleteCancellation'; readonly attempt: number; readonly at: string }
  /** No further attempt could succeed. */
  | { readonly kind: 'FailExport'; readonly attempt: number; readonly reason: string; readonly at: string }

type Decided = E.Either<Rejection, readonly DspExportEvent[]>

const busy = ({ configId, status }: DspRun): Decided =>
  E.left(
    rejection(
      'dsp-export-running',
      status === 'cancelling'
        ? `The export of this campaign with DSP configuration ${configId} is being cancelled. Wait until it has ended.`
        : `An export of this campaign with DSP configuration ${configId} runs. Wait until it has ended, or cancel it.`,
    ),
  )

const start = (
  { current, tags }: DspExportState,
  { kind: _, tags: wanted, batchIdOf, ...data }: Extract<DspExportCommand, { kind: 'StartExport' }>,
): Decided => {
  if (current && dspRunGoesOn(current))
    return current.status === 'running' && current.configId === data.configId ? E.right([]) : busy(current)
  const run = (current?.run ?? 0) + 1
  const plan = exportPlan(wanted, tags, { dspAdvertiserId: data.dspAdvertiserId, run })
  const counts = { total: wanted.length, left: plan.left.length }
  const started = { ...data, ...counts, run, batchId: batchIdOf(run) }
  return E.right(isIdle(plan) ? [] : [{ type: 'DspExportStarted', data: started }])
}

/** A campaign and a configuration without an export. */
export const notExported = rejection('dsp-unreadable', 'The campaign was never exported with this DSP configuration.')

/** Nothing is appended if nothing runs with the configuration (DSP-25). */
const cancel = ({ current }: DspExportState, configId: number, at: string): Decided => {
  if (current?.configId !== configId) return E.right([])
  const goesWrong = current.status === 'failed' && current.during === 'cancellation'
  const cancelled = { type: 'DspExportCancelled', data: { configId, batchId: current.batchId, at } } as const
  return E.right(current.status === 'running' || goesWrong ? [cancelled] : [])
}

const attemptsOf = ({ configId, batchId }: DspRun): AttemptEvents<DspExportEvent> => ({
  repeated: data => ({ type: 'DspExportAttemptFailed', data: { ...data, configId, batchId } }),
  failed: ({ reason, at }) => ({ type: 'DspExportFailed', data: { configId, batchId, reason, at } }),
})

type WorkerCommand = Exclude<
  DspExportCommand,
  DspReviewCommand | RepairTags | JobCommand | { kind: 'StartExport' | 'CancelExport' }
>

/** Whether a creative is older than the run: archiving it undoes nothing of the run, also when the run is cancelled meanwhile. */
const age = (run: DspRun, tags: ExportedTags, { tagId, creativeId }: OfCreative): { readonly older?: true } => {
  const creative = exportedTag(tags, run.dspAdvertiserId, tagId)?.creative
  return creative?.creativeId === creativeId && creative.createdIn === run.run ? {} : { older: true }
}

const ofWorker = (run: DspRun, tags: ExportedTags, command: WorkerCommand): Decided => {
  const { configId, batchId, attempts, status } = run
  const ofRun = { configId, batchId }
  const held = (event: DspExportEvent): Decided => ifHeld(attempts, command.attempt, event)
  switch (command.kind) {
    case 'BeginAttempt': {
      const { attempt, at } = command
      const started = { type: 'DspExportAttemptStarted', data: { ...ofRun, attempt, at } } as const
      return run.begun === attempt ? ifHeld(attempts, attempt) : held(started)
    }
    case 'FailAttempt':
      return decideAttempt(command, attempts, attemptsOf(run))
    case 'RecordExported': {
      const { kind: _, ...data } = command
      return held({ type: 'DspTagExported', data: { ...data, ...ofRun } })
    }
    case 'RecordFailed': {
      const { kind: _, ...data } = command
      return held({ type: 'DspTagFailed', data: { ...data, ...ofRun } })
    }
    case 'RecordArchived': {
      const { kind: _, ...data } = command
      return held({ type: 'DspTagArchived', data: { ...data, ...ofRun, ...age(run, tags, data) } })
    }
    case 'RecordNotArchived': {
      const { kind: _, ...data } = command
      return held({ type: 'DspTagNotArchived', data: { ...data, ...ofRun, ...age(run, tags, data) } })
    }
    case 'CompleteExport': {
      const { total, exported, failed, left } = run
      const completed = { ...ofRun, total, exported, failed, left, at: command.at }
      return status === 'running'
        ? held({ type: 'DspExportCompleted', data: completed })
        : ifHeld(attempts, command.attempt)
    }
    case 'CompleteCancellation': {
      const { archived, notArchived } = run
      return held({ type: 'DspCancellationCompleted', data: { ...ofRun, archived, notArchived, at: command.at } })
    }
    case 'FailExport': {
      const { reason, at } = command
      return held({ type: 'DspExportFailed', data: { ...ofRun, reason, at } })
    }
  }
}

const ofOperator = (run: DspRun, command: JobCommand): Decided => {
  const { configId, batchId, attempts, status } = run
  const retried = (data: Retried): DspExportEvent => ({
    type: 'DspExportRetried',
    data: { ...data, configId, batchId },
  })
  const job = { goesOn: dspRunGoesOn(run), failed: status === 'failed', attempts }
  return decideJob(command, job, { ...attemptsOf(run), retried })
}

/**
 * The exports of a campaign to the DSP, one at a time; its stream is `dsp-export-<account>:<retailCampaignIdx>` (DSP-11, DSP-22,
 * DSP-25).
 */
export const dspExport: Aggregate<DspExportCommand, DspExportState, DspExportEvent> = {
  category: 'dsp-export',
  subject: 'campaign',
  events: DspExportEvent,
  initialState: neverExported,
  evolve: evolveDspExport,
  decide(command, state) {
    if (command.kind === 'StartExport') return start(state, command)
    if (command.kind === 'CancelExport') return cancel(state, command.configId, command.at)
    if (command.kind === 'AskForReviews' || command.kind === 'RecordReviews')
      return E.right(recordReviews(state, command))
    if (command.kind === 'RepairTags') return E.right(repairTags(state, command))
    const { current } = state
    if (isOfOperator(command)) return current === undefined ? E.left(notExported) : ofOperator(current, command)
    return current && dspRunGoesOn(current) ? ofWorker(current, state.tags, command) : claimLost('the export is over')
  },
}

/** The batchId of a run, unique in its account; it is the id of its queue too (DSP-26). */
export const dspBatchId = (retailCampaignIdx: number, run: number): string => `dsp-export-${retailCampaignIdx}-${run}`
