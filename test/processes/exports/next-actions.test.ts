import { test } from 'uvu'
import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import { exportKeyOf } from '../../../src/domain/exports/export.ts'
import { archiving } from '../../../src/processes/exports/archiving.ts'
import { exportsProcess } from '../../../src/processes/exports/exports.ts'
import {
  exportArchived,
  exportCompleted,
  exportInitiated,
  exportOfTwelve,
  exportStarted,
} from '../../support/examples/exports.ts'
import { given } from '../../support/given/process.ts'
import { inStream } from '../../support/given/projection.ts'

const at = '2026-05-01T10:00:00.000Z'
const completed = [exportInitiated(), exportStarted(), exportCompleted()]
const inExport = (events: readonly ExportEvent[]) => inStream(`export-${exportOfTwelve}`, events)
const worker = (...events: readonly ExportEvent[]) => given(exportsProcess)(...inExport(events))
const archivist = (...events: readonly ExportEvent[]) => given(archiving)(...inExport(events))

test('the requested ZIP is created, even after another worker started and fell silent', async () => {
  const makeZip = { do: 'make-zip', key: exportKeyOf(exportOfTwelve) } as const
  await worker(exportInitiated()).at(at).thenActions(makeZip)
  await worker(exportInitiated(), exportStarted()).at(at).thenActions(makeZip)
  await worker(...completed)
    .at(at)
    .thenNothing()
})

test('the offered file is archived after 30 days (EXPORT-4)', async () => {
  await archivist(...completed)
    .at('2026-05-31T09:59:59.999Z')
    .thenNothing()
  await archivist(...completed)
    .at('2026-05-31T10:00:00.000Z')
    .thenActions({ do: 'archive', zip: 'z1' })
  await archivist(...completed, exportArchived())
    .at('2026-05-31T10:00:00.000Z')
    .thenNothing()
})

test.run()
