import { test } from 'uvu'
import { exportsView } from '../../../projections/exports/exports.ts'
import { exportsToArchive } from '../../../projections/exports/exports-to-archive.ts'
import { exportsToDo } from '../../../projections/exports/exports-to-do.ts'
import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import { evolveExport } from '../../../src/domain/exports/evolve.ts'
import { notExported } from '../../../src/domain/exports/state.ts'
import {
  exportArchived,
  exportAttemptFailed,
  exportCompleted,
  exportFailed,
  exportInitiated,
  exportMadeAvailable,
  exportOfTwelve,
  exportProgressed,
  exportStarted,
} from '../../support/examples/exports.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const stream = `export-${exportOfTwelve}`
const running = [exportInitiated(), exportStarted(), exportProgressed()]
const toDo = (...events: readonly ExportEvent[]) => givenEvents(exportsToDo)(...inStream(stream, events))
const toArchive = (...events: readonly ExportEvent[]) => givenEvents(exportsToArchive)(...inStream(stream, events))

test('the view shows an export of one format and resolution, like the aggregate', () =>
  givenEvents(exportsView)(
    ...inStream(stream, running),
    ...inStream('export-acme:12:preview:png:1', [exportMadeAvailable()]),
  ).then({
    [exportOfTwelve]: {
      campaignKey: 'acme:12',
      mode: 'production',
      format: 'png',
      resolution: 1,
      export: running.reduce(evolveExport, notExported),
    },
    'acme:12:preview:png:1': {
      campaignKey: 'acme:12',
      mode: 'preview',
      format: 'png',
      resolution: 1,
      export: evolveExport(notExported, exportMadeAvailable()),
    },
  }))

test('an export is pending from its request until it finishes', () => {
  toDo(exportInitiated()).thenIn(exportOfTwelve, { todo: 'open', attempt: 0, id: exportOfTwelve })
  toDo(...running).thenIn(exportOfTwelve, { todo: 'open', attempt: 0 })
  toDo(...running, exportAttemptFailed()).thenIn(exportOfTwelve, {
    todo: 'open',
    notBefore: '2026-05-01T10:00:05.000Z',
  })
  toDo(...running, exportCompleted()).thenIn(exportOfTwelve, { todo: 'done', attempt: 1 })
  toDo(...running, exportFailed()).thenIn(exportOfTwelve, { todo: 'failed', attempt: 1 })
})
test('an export created by an activation is not pending', () =>
  toDo(exportMadeAvailable()).thenIn(exportOfTwelve, { todo: 'done' }))

test('a finished export is to be archived after 30 days (EXPORT-4)', () => {
  const due = { todo: 'open', notBefore: '2026-05-31T10:00:00.000Z' } as const
  toArchive(...running, exportCompleted()).thenIn(exportOfTwelve, due)
  toArchive(exportMadeAvailable()).thenIn(exportOfTwelve, due)
})
test('running, failed and archived exports are not to be archived', () => {
  toArchive(...running).thenIn(exportOfTwelve, { todo: 'done' })
  toArchive(...running, exportFailed()).thenIn(exportOfTwelve, { todo: 'done' })
  toArchive(...running, exportCompleted(), exportArchived()).thenIn(exportOfTwelve, { todo: 'done' })
})
test('a repeated export restarts the 30 days', () =>
  toArchive(
    ...running,
    exportCompleted(),
    exportInitiated({ run: 2 }),
    exportStarted({ attempt: 2 }),
    exportCompleted({ zip: 'z3', at: '2026-05-10T10:00:00.000Z' }),
  ).thenIn(exportOfTwelve, { todo: 'open', notBefore: '2026-06-09T10:00:00.000Z' }))

test.run()
