import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { Attempts, ended, notDone, renewed, untouched } from '../shared/claim.ts'
import type { DspExportData, DspExportEvent } from './export-events.ts'

const common = {
  run: integer(1),
  configId: integer(1),
  batchId: t.string,
  dspPartnerId: integer(1),
  dspAdvertiserId: integer(1),
  snapshot: t.string,
  startedAt: t.string,
  /** Tags of the snapshot, and those of them whose creative needed no change. */
  total: integer(1),
  left: integer(0),
  exported: integer(0),
  failed: integer(0),
  /** Creatives that the run created; of these, those that its cancellation archived, or could not archive. */
  created: integer(0),
  archived: integer(0),
  notArchived: integer(0),
  attempts: Attempts,
}

/** When the DSP was last asked for reviews, ISO 8601; the last attempt that has begun to change something there. */
const asked = { reviewAskedAt: t.string, begun: integer(1) }

/** A run of an export to the DSP, without its tags (DSP-11). `during`: what failed. */
export const DspRun = t.union([
  fields({ status: oneOf('running', 'finished', 'cancelling', 'cancelled'), ...common }, asked),
  fields({ status: t.literal('failed'), ...common, reason: t.string, during: oneOf('export', 'cancellation') }, asked),
])
export type DspRun = t.TypeOf<typeof DspRun>

/** Whether a process works on the run: another export of the campaign has to wait. */
export const dspRunGoesOn = ({ status }: Pick<DspRun, 'status'>): boolean =>
  status === 'running' || status === 'cancelling'

/** Tags that have an active creative, as far as this run knows (DSP-24). */
export const associatedTags = ({ left, exported, archived }: DspRun): number => left + exported - archived

/** Creatives that the cancellation of a run still has to archive (DSP-25). */
export const leftToArchive = ({ created, archived, notArchived }: DspRun): number => created - archived - notArchived

const started = (before: DspRun | undefined, data: DspExportData<'DspExportStarted'>): DspRun => {
  const { at: startedAt, ...own } = data
  const none = { exported: 0, failed: 0, created: 0, archived: 0, notArchived: 0 }
  return { status: 'running', ...own, ...none, startedAt, attempts: renewed(before?.attempts ?? untouched) }
}

/** A long export may fail many times: only failures without progress in between count. */
const progressed = ({ attempts }: DspRun): Attempts => ({ ...attempts, failures: 0 })

/** Whether an archive that succeeded or failed is one of the creatives that the run created, and that its cancellation undoes (DSP-25). */
const undoes = (run: DspRun, { older }: { readonly older?: true | undefined }): boolean =>
  run.status === 'cancelling' && older === undefined

const failed = (run: DspRun, reason: string): DspRun => ({
  ...run,
  status: 'failed',
  reason,
  during: run.status === 'cancelling' ? 'cancellation' : 'export',
  attempts: ended(run.attempts),
})

/** The run in a status other than failed: without what only a failed one has. */
const inStatus = (run: DspRun, status: Exclude<DspRun['status'], 'failed'>, attempts: Attempts): DspRun => {
  if (run.status !== 'failed') return { ...run, status, attempts }
  const { reason: _, during: __, ...rest } = run
  return { ...rest, status, attempts }
}

const evolveStarted = (run: DspRun, event: Exclude<DspExportEvent, { type: 'DspExportStarted' }>): DspRun => {
  switch (event.type) {
    case 'DspExportAttemptStarted':
      return { ...run, begun: event.data.attempt }
    case 'DspReviewAsked':
      return { ...run, reviewAskedAt: event.data.at }
    case 'DspCreativeReviewed':
    case 'DspTagMissing':
    case 'DspTwinArchived':
      return run
    case 'DspExportAttemptFailed':
      return { ...run, attempts: notDone(run.attempts, event.data) }
    case 'DspTagExported': {
      const created = run.created + (event.data.updated ? 0 : 1)
      return { ...run, exported: run.exported + 1, created, attempts: progressed(run) }
    }
    case 'DspTagFailed':
      return { ...run, failed: run.failed + 1, attempts: progressed(run) }
    case 'DspTagArchived':
      return undoes(run, event.data)
        ? { ...run, archived: run.archived + 1, attempts: progressed(run) }
        : { ...run, attempts: progressed(run) }
    case 'DspTagNotArchived':
      return undoes(run, event.data) ? { ...run, notArchived: run.notArchived + 1 } : run
    case 'DspExportCompleted':
      return inStatus(run, 'finished', ended(run.attempts))
    case 'DspExportFailed':
      return failed(run, event.data.reason)
    case 'DspExportRetried':
      if (run.status !== 'failed') return { ...run, attempts: renewed(run.attempts) }
      return inStatus(run, run.during === 'cancellation' ? 'cancelling' : 'running', renewed(run.attempts))
    case 'DspExportCancelled':
      // the worker goes on, but with archiving; a pause after a failure ends
      return inStatus(run, 'cancelling', renewed(run.attempts))
    case 'DspCancellationCompleted':
      return inStatus(run, 'cancelled', ended(run.attempts))
  }
}

/** The newest run after an event; shared by the aggregate and the read models. */
export const evolveDspRun = (run: DspRun | undefined, event: DspExportEvent): DspRun | undefined => {
  if (event.type === 'DspExportStarted') return started(run, event.data)
  return run && evolveStarted(run, event)
}
