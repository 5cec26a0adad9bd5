import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dspExports } from '../../../projections/dsp/dsp-exports.ts'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import * as ofExports from '../../support/examples/dsp-exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const { dspExportStarted, dspAttemptStarted, dspTagExported, dspTagFailed, dspExportCompleted } = ofExports
const test = suite('view of exports to the DSP')
const run = {
  run: 1,
  configId: 7,
  batchId: 'dsp-export-12-1',
  dspPartnerId: 1001,
  dspAdvertiserId: 2001,
  snapshot: 'a'.repeat(64),
  startedAt: '2026-05-01T10:00:00.000Z',
  total: 3,
  left: 0,
  exported: 2,
  failed: 1,
  created: 2,
  archived: 0,
  notArchived: 0,
  attempts: { attempt: 1, failures: 0 },
  begun: 1,
}

test('the newest run of a campaign with each configuration is a document of its own', () => {
  const first = [
    dspExportStarted(),
    dspAttemptStarted(),
    dspTagExported(1),
    dspTagFailed(2),
    dspTagExported(3),
    dspExportCompleted(),
  ]
  const other = { configId: 8, batchId: 'dsp-export-12-2' }
  const second = [dspExportStarted({ ...other, run: 2 }), dspAttemptStarted({ ...other, attempt: 2 })]
  givenEvents(dspExports)(...inStream('dsp-export-acme:12', [...first, ...second])).then({
    'acme:12:7': { campaignKey: 'acme:12', configId: 7, runs: false, run: { status: 'finished', ...run } },
    'acme:12:8': {
      campaignKey: 'acme:12',
      configId: 8,
      runs: true,
      run: {
        ...run,
        ...other,
        status: 'running',
        run: 2,
        exported: 0,
        failed: 0,
        created: 0,
        attempts: { attempt: 0, failures: 0 },
        begun: 2,
      },
    },
  })
})

test('a run that failed says during what, and why', () => {
  const reason = 'Endcap is not authorised at the DSP.'
  const failedAfter = (...events: readonly DspExportEvent[]) => {
    const all = [dspExportStarted(), ...events, ofExports.dspExportFailed({ reason })]
    const run = givenEvents(dspExports)(...inStream('dsp-export-acme:12', all)).documents['acme:12:7']?.run
    return run?.status === 'failed' ? [run.during, run.reason] : []
  }
  assert.equal(failedAfter(), ['export', reason])
  assert.equal(failedAfter(ofExports.dspExportCancelled()), ['cancellation', reason])
})

test.run()
