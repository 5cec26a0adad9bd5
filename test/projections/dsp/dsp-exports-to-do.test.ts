import { suite } from 'uvu'
import { dspExportsToDo } from '../../../projections/dsp/dsp-exports-to-do.ts'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import * as ofExports from '../../support/examples/dsp-exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const { dspExportStarted, dspAttemptStarted, dspExportCancelled } = ofExports
const test = suite('to-do list of exports to the DSP')
const after = (...events: readonly DspExportEvent[]) =>
  givenEvents(dspExportsToDo)(...inStream('dsp-export-acme:12', events))

test('an export is due until it is complete', () => {
  after(dspExportStarted()).thenIn('acme:12', { todo: 'open', attempt: 0 })
  after(dspExportStarted(), dspAttemptStarted()).thenIn('acme:12', { todo: 'open', attempt: 0 })
  const running = [dspExportStarted(), dspAttemptStarted()]
  after(...running, ofExports.dspExportCompleted()).thenIn('acme:12', { todo: 'done', attempt: 1 })
  after(...running, ofExports.dspExportFailed()).thenIn('acme:12', { todo: 'failed', attempt: 1 })
})

test('an export that is cancelled stays with its worker, and is done when its creatives are archived', () => {
  const cancelled = [dspExportStarted(), dspAttemptStarted(), dspExportCancelled()]
  after(...cancelled).thenIn('acme:12', { todo: 'open', attempt: 0 })
  after(...cancelled, ofExports.dspCancellationCompleted()).thenIn('acme:12', { todo: 'done' })
})

test('the next export goes on counting the attempts', () => {
  after(dspExportStarted(), dspAttemptStarted(), ofExports.dspExportCompleted(), dspExportStarted({ run: 2 })).thenIn(
    'acme:12',
    { todo: 'open', attempt: 1 },
  )
})

test.run()
