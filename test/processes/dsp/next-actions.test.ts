import { test } from 'uvu'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import { evolveDspRun } from '../../../src/domain/dsp/export-run.ts'
import { dspExportsProcess } from '../../../src/processes/dsp/dsp-exports.ts'
import * as ofExports from '../../support/examples/dsp-exports.ts'
import { given } from '../../support/given/process.ts'
import { inStream } from '../../support/given/projection.ts'

const { dspExportStarted, dspAttemptStarted, dspTagExported, dspExportCancelled } = ofExports
const at = '2026-05-01T10:00:00.000Z'
const after = (...events: readonly DspExportEvent[]) =>
  given(dspExportsProcess)(...inStream('dsp-export-acme:12', events)).at(at)
/** The run after these events. */
const runAfter = (...events: readonly DspExportEvent[]) => {
  const run = events.reduce<ReturnType<typeof evolveDspRun>>(evolveDspRun, undefined)
  if (run === undefined) throw new Error('there is no run')
  return run
}

test('tags are exported, and go on being exported after a worker fell silent', async () => {
  const first = [dspExportStarted()]
  await after(...first).thenActions({ do: 'export-tags', run: runAfter(...first) })
  const second = [dspExportStarted(), dspAttemptStarted(), dspTagExported(1)]
  await after(...second).thenActions({ do: 'export-tags', run: runAfter(...second) })
})

test('what a cancelled export has created is archived', async () => {
  const cancelled = [dspExportStarted(), dspAttemptStarted(), dspTagExported(1), dspExportCancelled()]
  await after(...cancelled).thenActions({ do: 'archive-tags', run: runAfter(...cancelled) })
})

test('an export that has ended needs no action, and one that pauses none yet', async () => {
  for (const end of [ofExports.dspExportCompleted(), ofExports.dspExportFailed()])
    await after(dspExportStarted(), dspAttemptStarted(), end).thenNothing()
  const paused = ofExports.dspAttemptFailed({ retryAt: '2026-05-01T10:00:05.000Z' })
  await after(dspExportStarted(), dspAttemptStarted(), paused).thenNothing()
})

test.run()
