import type { ExportEvent } from '../../../src/domain/exports/events.ts'

type Data<N extends ExportEvent['type']> = Extract<ExportEvent, { type: N }>['data']
const at = '2026-05-01T10:00:00.000Z'
const queueId = 'export-12-production-png-1-1'

/** The id of the example export: png of campaign 12. */
export const exportOfTwelve = 'acme:12:production:png:1'

export const exportInitiated = (over: Partial<Data<'ExportInitiated'>> = {}): ExportEvent => ({
  type: 'ExportInitiated',
  data: { queueId, run: 1, contentHash: 'c1', at, ...over },
})
/** Work has begun. */
export const exportStarted = (over: Partial<Data<'ExportProgressed'>> = {}): ExportEvent =>
  exportProgressed({ total: 0, done: 0, failed: 0, ...over })
export const exportProgressed = (over: Partial<Data<'ExportProgressed'>> = {}): ExportEvent => ({
  type: 'ExportProgressed',
  data: { queueId, attempt: 1, total: 4, done: 2, failed: 1, at, ...over },
})
export const exportAttemptFailed = (over: Partial<Data<'ExportAttemptFailed'>> = {}): ExportEvent => ({
  type: 'ExportAttemptFailed',
  data: { queueId, attempt: 1, reason: 'no paper', retryAt: '2026-05-01T10:00:05.000Z', at, ...over },
})
export const exportCompleted = (over: Partial<Data<'ExportCompleted'>> = {}): ExportEvent => ({
  type: 'ExportCompleted',
  data: {
    queueId,
    zip: 'z1',
    size: 9,
    filename: 'a.zip',
    contentHash: 'c1',
    total: 4,
    failed: 0,
    faults: [],
    at,
    ...over,
  },
})
export const exportFailed = (over: Partial<Data<'ExportFailed'>> = {}): ExportEvent => ({
  type: 'ExportFailed',
  data: { queueId, reason: 'None of the 4 files could be made.', failed: 4, faults: [], at, ...over },
})
export const exportRetried: ExportEvent = {
  type: 'ExportRetried',
  data: { queueId, reason: 'Chromium can be started again', at },
}
export const exportMadeAvailable = (over: Partial<Data<'ExportMadeAvailable'>> = {}): ExportEvent => ({
  type: 'ExportMadeAvailable',
  data: { zip: 'z2', size: 8, filename: 'b.zip', contentHash: 'c1', attempt: 1, at, ...over },
})
export const exportArchived = (zip = 'z1'): ExportEvent => ({ type: 'ExportArchived', data: { zip, at } })
export const exportFileDropped = (zip = 'z1'): ExportEvent => ({ type: 'ExportFileDropped', data: { zip, at } })
export const fault = { item: 'pot / Small 80x40', code: 'image-missing', detail: 'not found: pot.png' }
