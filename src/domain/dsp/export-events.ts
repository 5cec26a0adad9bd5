import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { At, fact, routine } from '../shared/fact.ts'
import { retried } from '../shared/job.ts'
import { because, count } from '../shared/wording.ts'

/** The run that an event belongs to: each configuration has a status, and each run a queue. */
const ofRun = { configId: integer(1), batchId: t.string }
const attempt = integer(1)
const ofTag = { ...ofRun, attempt, tagId: t.string }

/** `; 2 tags failed`, or nothing. */
const lacking = (failed: number): string => (failed === 0 ? '' : `; ${count(failed, 'tag')} failed`)

/**
 * The tags of the snapshot are exported to an advertiser of the DSP. `total`: tags of the snapshot; `left`: those whose creative
 * needs no change.
 */
export const DspExportStarted = fact(
  'DspExportStarted',
  fields({
    ...ofRun,
    run: integer(1),
    dspPartnerId: integer(1),
    dspAdvertiserId: integer(1),
    snapshot: t.string,
    total: integer(1),
    left: integer(0),
    at: At,
  }),
  ({ total, dspAdvertiserId }) =>
    `The export of ${count(total, 'tag')} to the advertiser ${dspAdvertiserId} of the DSP was started.`,
)
/**
 * An attempt at the export, or at its cancellation, begins: from now on the DSP may have creatives of it without a record, which whoever goes
 * on looks for first.
 */
export const DspExportAttemptStarted = fact('DspExportAttemptStarted', fields({ ...ofRun, attempt, at: At }), routine)
/** An attempt failed and continues at retryAt. */
export const DspExportAttemptFailed = fact(
  'DspExportAttemptFailed',
  fields({ ...ofRun, attempt, reason: t.string, retryAt: At, at: At }),
  ({ reason }) => `An attempt at the export to the DSP failed${because(reason)}`,
)
/**
 * The tag is the creative at the DSP. `updated`: the creative had an older tag. `found`: this run or an earlier one created the
 * creative without a record; a `tagHash` that is empty then says that its tag is not known.
 */
export const DspTagExported = fact(
  'DspTagExported',
  fields(
    { ...ofTag, adUnitId: integer(1), creativeId: t.string, tagHash: t.string, at: At },
    { updated: t.literal(true), found: t.literal(true) },
  ),
  ({ adUnitId, creativeId, updated }) =>
    updated
      ? `The creative ${creativeId} at the DSP got the changed tag of ad unit ${adUnitId}.`
      : `The tag of ad unit ${adUnitId} is the creative ${creativeId} at the DSP.`,
)
/** The DSP refused the tag. The other tags are exported all the same. */
export const DspTagFailed = fact(
  'DspTagFailed',
  fields({ ...ofTag, adUnitId: integer(1), code: t.string, reason: t.string, at: At }),
  ({ adUnitId, reason }) => `The tag of ad unit ${adUnitId} could not be exported${because(reason)}`,
)
/**
 * The creative is archived: its run was cancelled, its ad unit is gone, or somebody has archived it at the DSP. `older`: it is none that
 * this run created.
 */
export const DspTagArchived = fact(
  'DspTagArchived',
  fields({ ...ofTag, creativeId: t.string, at: At }, { older: t.literal(true) }),
  ({ creativeId }) => `The creative ${creativeId} at the DSP was archived.`,
)
/** The DSP refused to archive the creative. `older`: it is none that this run created. */
export const DspTagNotArchived = fact(
  'DspTagNotArchived',
  fields({ ...ofTag, creativeId: t.string, code: t.string, reason: t.string, at: At }, { older: t.literal(true) }),
  ({ creativeId, reason }) => `The creative ${creativeId} at the DSP could not be archived${because(reason)}`,
)
/** Every tag was tried. */
export const DspExportCompleted = fact(
  'DspExportCompleted',
  fields({ ...ofRun, total: integer(1), exported: integer(0), failed: integer(0), left: integer(0), at: At }),
  ({ exported, failed, left }) =>
    `The export to the DSP is complete: ${count(exported, 'tag')} exported, ${left} unchanged${lacking(failed)}.`,
)
/** No request could succeed (authorisation, snapshot or configuration gone), or the last attempt failed. What was exported stays. */
export const DspExportFailed = fact(
  'DspExportFailed',
  fields({ ...ofRun, reason: t.string, at: At }),
  ({ reason }) => `The export to the DSP failed${because(reason)}`,
)
/** An operator has the export, or its cancellation, go on at once: it failed, or paused after a failure. */
export const DspExportRetried = fact(
  'DspExportRetried',
  fields({ ...ofRun, ...retried }),
  ({ reason }) => `An operator had the export to the DSP tried again${because(reason)}`,
)
/** Cancellation was requested: nothing more is exported, and the creatives of the run are archived. */
export const DspExportCancelled = fact(
  'DspExportCancelled',
  fields({ ...ofRun, at: At }),
  () => 'The export to the DSP was cancelled.',
)
/** Every creative of the cancelled run was tried. */
export const DspCancellationCompleted = fact(
  'DspCancellationCompleted',
  fields({ ...ofRun, archived: integer(0), notArchived: integer(0), at: At }),
  ({ archived, notArchived }) => {
    const rest = notArchived === 0 ? '' : `; ${notArchived} could not be archived`
    return `${count(archived, 'creative')} of the cancelled export to the DSP ${archived === 1 ? 'is' : 'are'} archived${rest}.`
  },
)

/** A node asks the DSP for the reviews of the creatives; others do not until the next question is due. */
export const DspReviewAsked = fact('DspReviewAsked', fields({ ...ofRun, at: At }), routine)
/** The DSP has decided about a creative. */
export const DspCreativeReviewed = fact(
  'DspCreativeReviewed',
  fields({
    ...ofRun,
    dspAdvertiserId: integer(1),
    tagId: t.string,
    creativeId: t.string,
    review: oneOf('approved', 'rejected'),
    at: At,
  }),
  ({ creativeId, review }) => `The DSP ${review} the creative ${creativeId}.`,
)
/**
 * A repair found that the DSP lacks the tag: its creative, if it had one, is archived or deleted there, so the tag counts as not exported.
 * `adUnitGone`: it is not to be exported again.
 */
export const DspTagMissing = fact(
  'DspTagMissing',
  fields(
    { ...ofRun, dspAdvertiserId: integer(1), tagId: t.string, at: At },
    { creativeId: t.string, adUnitGone: t.literal(true) },
  ),
  ({ tagId, creativeId, adUnitGone }) => {
    const what = creativeId === undefined ? `The tag ${tagId}` : `The creative ${creativeId} of the tag ${tagId}`
    return `${what} is not at the DSP${adUnitGone ? ', and its ad unit has gone' : ''}.`
  },
)
/** A repair has archived one of several creatives of the tag. */
export const DspTwinArchived = fact(
  'DspTwinArchived',
  fields({ ...ofRun, dspAdvertiserId: integer(1), tagId: t.string, creativeId: t.string, at: At }),
  ({ creativeId, tagId }) =>
    `The creative ${creativeId} at the DSP, a twin of another one of the tag ${tagId}, was archived.`,
)

export const DspExportEvent = t.union([
  DspExportStarted,
  DspExportAttemptStarted,
  DspExportAttemptFailed,
  DspTagExported,
  DspTagFailed,
  DspTagArchived,
  DspTagNotArchived,
  DspExportCompleted,
  DspExportFailed,
  DspExportRetried,
  DspExportCancelled,
  DspCancellationCompleted,
  DspReviewAsked,
  DspCreativeReviewed,
  DspTagMissing,
  DspTwinArchived,
])
export type DspExportEvent = t.TypeOf<typeof DspExportEvent>
/** The data of an event of an export. */
export type DspExportData<N extends DspExportEvent['type']> = Extract<DspExportEvent, { type: N }>['data']
