import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { queues } from '../../../projections/queues/queues.ts'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import {
  dspAttemptStarted,
  dspCancellationCompleted,
  dspExportCancelled,
  dspExportCompleted,
  dspExportFailed,
  dspExportRetried,
  dspExportStarted,
  dspTagArchived,
  dspTagExported,
  dspTagFailed,
} from '../../support/examples/dsp-exports.ts'
import {
  exportAttemptFailed,
  exportCompleted,
  exportFailed,
  exportInitiated,
  exportMadeAvailable,
  exportOfTwelve,
  exportProgressed,
  exportStarted,
  fault,
} from '../../support/examples/exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const id = 'acme:export-12-production-png-1-1'
const after = (...events: readonly ExportEvent[]) =>
  givenEvents(queues)(...inStream(`export-${exportOfTwelve}`, events))
const running = [exportInitiated(), exportStarted(), exportProgressed()]

test('a queue starts with the request and has the permission to read it (EXPORT-12)', () =>
  after(exportInitiated()).then({
    [id]: {
      accountId: 'acme',
      retailCampaignIdx: 12,
      queueId: 'export-12-production-png-1-1',
      kind: 'EXPORT',
      permission: 'Campaigns_Create',
      status: 'INITIATED',
      total: 0,
      done: 0,
      failed: 0,
      errors: [],
      percentage: 0,
      requestedOn: '2026-05-01T10:00:00.000Z',
      updatedOn: '2026-05-01T10:00:00.000Z',
    },
  }))
test('a queue keeps the time of its request, and has that of its last change (EXPORT-13)', () => {
  const events = inStream(`export-${exportOfTwelve}`, running)
  const hours = events.map((event, i) => ({
    ...event,
    metadata: { ...event.metadata, at: `2026-05-01T1${i}:00:00.000Z` },
  }))
  givenEvents(queues)(...hours).thenIn(id, {
    requestedOn: '2026-05-01T10:00:00.000Z',
    updatedOn: '2026-05-01T12:00:00.000Z',
  })
})
test('a queue says how much of it is done (EXPORT-12)', () => {
  after(...running).thenIn(id, { percentage: 75 })
  after(...running, exportCompleted()).thenIn(id, { percentage: 100 })
})
test('counts rendered and failed files', () =>
  after(...running).thenIn(id, { status: 'PROCESSING', total: 4, done: 2, failed: 1 }))
test('a failed attempt does not end the queue', () =>
  after(...running, exportAttemptFailed()).thenIn(id, { status: 'PROCESSING', errors: [] }))
test('a queue says what it waits for and until when, while it does (EXPORT-12)', () => {
  const waits = [...running, exportAttemptFailed()]
  after(...waits).thenIn(id, { waiting: { reason: 'no paper', until: '2026-05-01T10:00:05.000Z' } })
  for (const goesOn of [exportStarted(), exportCompleted(), exportFailed()])
    after(...waits, goesOn).thenIn(id, { waiting: undefined })
})
test('an export that an operator has go on keeps what it has; one that failed begins anew', () => {
  const retried: ExportEvent = {
    type: 'ExportRetried',
    data: { queueId: 'export-12-production-png-1-1', reason: 'The disk has room.', at: '2026-05-01T10:00:00.000Z' },
  }
  after(...running, exportAttemptFailed(), retried).thenIn(id, {
    status: 'PROCESSING',
    done: 2,
    failed: 1,
    percentage: 75,
  })
  after(...running, exportFailed(), retried).thenIn(id, { status: 'INITIATED', done: 0, failed: 0, errors: [] })
})
test('a completed queue has the file and the errors of missing files', () =>
  after(...running, exportCompleted({ faults: [fault], failed: 1 })).thenIn(id, {
    status: 'COMPLETED',
    total: 4,
    done: 3,
    failed: 1,
    errors: [fault],
    zip: 'z1',
    filename: 'a.zip',
    contentHash: 'c1',
  }))
test('a failed queue has at least one error', () => {
  after(...running, exportFailed({ faults: [fault] })).thenIn(id, { status: 'FAILED', errors: [fault] })
  after(...running, exportFailed()).thenIn(id, {
    status: 'FAILED',
    errors: [{ item: '', code: 'export-failed', detail: 'None of the 4 files could be made.' }],
  })
})
test('each run has its own queue; exports created by activations have none', () => {
  after(...running, exportCompleted(), exportInitiated({ queueId: 'q2', run: 2 })).thenIn('acme:q2', {
    status: 'INITIATED',
  })
  after(exportMadeAvailable()).then({})
})

const copyAt = '2026-05-01T10:00:00.000Z'
const copy = { accountId: 'acme', serviceId: 7, queueId: 'cloud-copy-7-1', path: '', files: [], folders: ['a'] }
const copied = (...events: { type: string; data: object }[]) =>
  givenEvents(queues)(
    ...inStream('cloud-service-acme:7', [
      { type: 'CloudCopyRequested', data: { ...copy, digest: 'd', ended: [], at: copyAt } },
    ]),
    ...inStream('cloud-copy-acme:cloud-copy-7-1', events),
  )
const missing = { item: 'a/x', code: 'not-found', detail: 'There is no such object.' }
const copyFailed = (more: object) => ({
  type: 'CloudCopyFailed',
  data: {
    total: 4,
    done: 2,
    failed: 1,
    faults: [missing],
    reason: 'The folder cannot be listed.',
    at: copyAt,
    ...more,
  },
})
test('a copy that ended early has the reason and the errors of failed files', () => {
  const reason = { item: '', code: 'copy-failed', detail: 'The folder cannot be listed.' }
  copied(copyFailed({})).thenIn('acme:cloud-copy-7-1', {
    kind: 'CLOUD_COPY',
    status: 'FAILED',
    errors: [reason, missing],
  })
  copied(copyFailed({ done: 0, failed: 0, faults: [] })).thenIn('acme:cloud-copy-7-1', { errors: [reason] })
  copied(copyFailed({ total: 1, done: 0, failed: 1 })).thenIn('acme:cloud-copy-7-1', { errors: [missing] })
  copied(copyFailed({ total: 0, done: 0, failed: 0, faults: [] })).thenIn('acme:cloud-copy-7-1', { errors: [reason] })
})

test('the queue of a copy has a thousand errors at most', () => {
  const faults = Array.from({ length: 1_001 }, (_, i) => ({ ...missing, item: `a/${i}` }))
  const failed = { total: 1_001, done: 0, failed: 1_001, faults }
  copied(copyFailed(failed)).thenIn('acme:cloud-copy-7-1', { failed: 1_001, errors: faults.slice(0, 1_000) })
})

test('the queue of a cancelled copy fails, with the faults so far', () => {
  const progressed = {
    type: 'CloudCopyProgressed',
    data: { attempt: 1, total: 3, done: 1, failed: 1, faults: [missing], cursor: { source: 1 }, at: copyAt },
  }
  copied(progressed, { type: 'CloudCopyCancelled', data: { at: copyAt } }).thenIn('acme:cloud-copy-7-1', {
    status: 'FAILED',
    done: 1,
    failed: 1,
    errors: [
      { item: '', code: 'copy-cancelled', detail: 'The copy was cancelled. Files that were copied before are kept.' },
      missing,
    ],
  })
})

const toDsp = (...events: readonly DspExportEvent[]) => givenEvents(queues)(...inStream('dsp-export-acme:12', events))
const refused = { item: 'acme:12:2', code: 'refused', detail: 'The DSP refused the request.' }

test('an export to the DSP counts its tags, with an error for each one that was refused', () => {
  const events = [dspExportStarted({ left: 1 }), dspAttemptStarted(), dspTagExported(1), dspTagFailed(2)]
  const queue = { kind: 'DSP_EXPORT', permission: 'Dsp_All', total: 3, done: 2, failed: 1 } as const
  const id = 'acme:dsp-export-12-1'
  toDsp(...events).thenIn(id, { ...queue, errors: [refused], status: 'PROCESSING', retailCampaignIdx: 12 })
  toDsp(...events, dspExportCompleted()).thenIn(id, { ...queue, errors: [refused], status: 'COMPLETED' })
  const reason = { item: '', code: 'export-failed', detail: 'Endcap is not authorised at the DSP.' }
  toDsp(...events, dspExportFailed()).thenIn(id, { ...queue, status: 'FAILED', errors: [reason, refused] })
  const detail = 'The export was cancelled. Its creatives at the DSP are archived.'
  const cancelled = { item: '', code: 'export-cancelled', detail }
  toDsp(...events, dspExportCancelled()).thenIn(id, { ...queue, status: 'FAILED', errors: [cancelled, refused] })
})

test('the queue of an export to the DSP that an operator has go on runs again, unless the export was cancelled', () => {
  const id = 'acme:dsp-export-12-1'
  const begun = [dspExportStarted(), dspAttemptStarted(), dspTagExported(1), dspTagFailed(2)]
  toDsp(...begun, dspExportFailed(), dspExportRetried).thenIn(id, { status: 'PROCESSING', errors: [refused] })
  const detail = 'The export was cancelled. Its creatives at the DSP are archived.'
  const errors = [{ item: '', code: 'export-cancelled', detail }, refused]
  const cancelled = { status: 'FAILED' as const, errors }
  const failed = [...begun, dspExportCancelled(), dspExportFailed()]
  toDsp(...failed, dspExportRetried).thenIn(id, cancelled)
  toDsp(...failed, dspExportRetried, dspTagArchived(), dspCancellationCompleted()).thenIn(id, cancelled)
  toDsp(...failed, dspExportCancelled()).thenIn(id, cancelled)
})

test('the queue of an export to the DSP names a hundred errors at most', () => {
  const failures = Array.from({ length: 120 }, (_, i) => dspTagFailed(i + 1))
  const { documents } = toDsp(dspExportStarted({ total: 120 }), ...failures)
  const queue = documents['acme:dsp-export-12-1']
  assert.equal([queue?.failed, queue?.errors.length], [120, 100])
})

test.run()
