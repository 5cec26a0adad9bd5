import type { DspExportData, DspExportEvent } from '../../../src/domain/dsp/export-events.ts'

const at = '2026-05-01T10:00:00.000Z'
const ofRun = { configId: 7, batchId: 'dsp-export-12-1' }

type Of<N extends DspExportEvent['type']> = Partial<DspExportData<N>>

export const dspExportStarted = (over: Of<'DspExportStarted'> = {}): DspExportEvent => ({
  type: 'DspExportStarted',
  data: {
    ...ofRun,
    run: 1,
    dspPartnerId: 1001,
    dspAdvertiserId: 2001,
    snapshot: 'a'.repeat(64),
    total: 3,
    left: 0,
    at,
    ...over,
  },
})
export const dspAttemptStarted = (over: Of<'DspExportAttemptStarted'> = {}): DspExportEvent => ({
  type: 'DspExportAttemptStarted',
  data: { ...ofRun, attempt: 1, at, ...over },
})
export const dspAttemptFailed = (over: Of<'DspExportAttemptFailed'> = {}): DspExportEvent => ({
  type: 'DspExportAttemptFailed',
  data: { ...ofRun, attempt: 1, reason: 'unavailable: The DSP is not available.', retryAt: at, at, ...over },
})
/** The tag of an ad unit; its creative is 500 and the number of the ad unit. */
export const dspTagExported = (adUnitId = 1, over: Of<'DspTagExported'> = {}): DspExportEvent => ({
  type: 'DspTagExported',
  data: {
    ...ofRun,
    attempt: 1,
    tagId: `acme:12:${adUnitId}`,
    adUnitId,
    creativeId: `50${adUnitId}`,
    tagHash: `hash ${adUnitId}`,
    at,
    ...over,
  },
})
export const dspTagFailed = (adUnitId = 2, over: Of<'DspTagFailed'> = {}): DspExportEvent => ({
  type: 'DspTagFailed',
  data: {
    ...ofRun,
    attempt: 1,
    tagId: `acme:12:${adUnitId}`,
    adUnitId,
    code: 'refused',
    reason: 'The DSP refused the request.',
    at,
    ...over,
  },
})
export const dspTagArchived = (adUnitId = 1, over: Of<'DspTagArchived'> = {}): DspExportEvent => ({
  type: 'DspTagArchived',
  data: { ...ofRun, attempt: 1, tagId: `acme:12:${adUnitId}`, creativeId: `50${adUnitId}`, at, ...over },
})
export const dspTagNotArchived = (adUnitId = 1, over: Of<'DspTagNotArchived'> = {}): DspExportEvent => ({
  type: 'DspTagNotArchived',
  data: {
    ...ofRun,
    attempt: 1,
    tagId: `acme:12:${adUnitId}`,
    creativeId: `50${adUnitId}`,
    code: 'refused',
    reason: 'The DSP refused the request.',
    at,
    ...over,
  },
})
export const dspExportCompleted = (over: Of<'DspExportCompleted'> = {}): DspExportEvent => ({
  type: 'DspExportCompleted',
  data: { ...ofRun, total: 3, exported: 3, failed: 0, left: 0, at, ...over },
})
export const dspExportFailed = (over: Of<'DspExportFailed'> = {}): DspExportEvent => ({
  type: 'DspExportFailed',
  data: { ...ofRun, reason: 'Endcap is not authorised at the DSP.', at, ...over },
})
export const dspExportRetried: DspExportEvent = {
  type: 'DspExportRetried',
  data: { ...ofRun, reason: 'the DSP is authorised again', at },
}
export const dspExportCancelled = (over: Of<'DspExportCancelled'> = {}): DspExportEvent => ({
  type: 'DspExportCancelled',
  data: { ...ofRun, at, ...over },
})
export const dspCancellationCompleted = (over: Of<'DspCancellationCompleted'> = {}): DspExportEvent => ({
  type: 'DspCancellationCompleted',
  data: { ...ofRun, archived: 1, notArchived: 0, at, ...over },
})
export const dspReviewAsked = (over: Of<'DspReviewAsked'> = {}): DspExportEvent => ({
  type: 'DspReviewAsked',
  data: { ...ofRun, at, ...over },
})
export const dspCreativeReviewed = (adUnitId = 1, over: Of<'DspCreativeReviewed'> = {}): DspExportEvent => ({
  type: 'DspCreativeReviewed',
  data: {
    ...ofRun,
    dspAdvertiserId: 2001,
    tagId: `acme:12:${adUnitId}`,
    creativeId: `50${adUnitId}`,
    review: 'approved',
    at,
    ...over,
  },
})
export const dspTagMissing = (adUnitId = 1, over: Of<'DspTagMissing'> = {}): DspExportEvent => ({
  type: 'DspTagMissing',
  data: { ...ofRun, dspAdvertiserId: 2001, tagId: `acme:12:${adUnitId}`, creativeId: `50${adUnitId}`, at, ...over },
})
export const dspTwinArchived = (adUnitId = 1, over: Of<'DspTwinArchived'> = {}): DspExportEvent => ({
  type: 'DspTwinArchived',
  data: { ...ofRun, dspAdvertiserId: 2001, tagId: `acme:12:${adUnitId}`, creativeId: `60${adUnitId}`, at, ...over },
})
