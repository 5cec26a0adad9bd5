import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ExportEvent } from '../../../src/domain/exports/events.ts'
import {
  type ExportCommand,
  exportId,
  exportIdOfQueue,
  exportKeyOf,
  exportOf,
  exportQueueId,
} from '../../../src/domain/exports/export.ts'
import { presentedExport } from '../../../src/domain/exports/presented.ts'
import { given } from '../../support/given/decider.ts'

const one = given(exportOf)
const at = '2026-05-01T10:00:00.000Z'
const key = { accountId: 'acme', retailCampaignIdx: 12, mode: 'production', format: 'png', resolution: 2 } as const
const initiate: ExportCommand = {
  kind: 'InitiateExport',
  queueIdOf: run => exportQueueId(key, run),
  contentHash: 'c1',
  at,
}
const initiated: ExportEvent = {
  type: 'ExportInitiated',
  data: { queueId: 'export-12-production-png-2-1', run: 1, contentHash: 'c1', at },
}
const started: ExportEvent = {
  type: 'ExportProgressed',
  data: { queueId: 'export-12-production-png-2-1', attempt: 1, total: 0, done: 0, failed: 0, at },
}
const completed: ExportEvent = {
  type: 'ExportCompleted',
  data: {
    queueId: 'export-12-production-png-2-1',
    zip: 'z1',
    size: 9,
    filename: 'a.zip',
    contentHash: 'c1',
    total: 3,
    failed: 0,
    faults: [],
    at,
  },
}
const made = { zip: 'z2', size: 9, filename: 'a.zip', contentHash: 'c1', attempt: 2, at }
const makeAvailable: ExportCommand = { kind: 'MakeAvailable', ...made }
const available: ExportEvent = { type: 'ExportMadeAvailable', data: made }

test('an export is initiated under a queue id', () => one().when(initiate).then(initiated))
test('a repeated request while the export is running changes nothing', () => {
  one(initiated).when(initiate).thenNothing()
  one(initiated, started).when(initiate).thenNothing()
})
test('a finished export can be requested again', () => {
  one(initiated, started, completed).when(initiate).thenTypes('ExportInitiated')
  one(available).when(initiate).thenTypes('ExportInitiated')
})
test('an export of an activation becomes available, never initiated', () => {
  one().when(makeAvailable).then(available)
  one(available).when(makeAvailable).thenNothing()
})
test('the same file is available anew for content that was changed', () => {
  const changed = { ...made, contentHash: 'c2' }
  one(available)
    .when({ kind: 'MakeAvailable', ...changed })
    .then({ type: 'ExportMadeAvailable', data: changed })
})
test('an activation leaves an export alone whose queue a client polls', () => {
  one(initiated).when(makeAvailable).thenNothing()
  one(initiated, started).when(makeAvailable).thenNothing()
})
test('a worker that lost its claim cannot complete the export', () => {
  const complete: ExportCommand = {
    kind: 'Complete',
    attempt: 1,
    zip: 'z',
    size: 1,
    filename: 'f',
    contentHash: 'c1',
    total: 1,
    failed: 0,
    faults: [],
    at,
  }
  const silent: ExportEvent = {
    type: 'ExportAttemptFailed',
    data: { queueId: 'export-12-production-png-2-1', attempt: 1, reason: 'silent', retryAt: at, at },
  }
  one(initiated, started, silent).when(complete).thenRejected('claim-lost')
  one(initiated, started, completed).when(complete).thenRejected('claim-lost')
})
test('files that could not be rendered are not counted as exported', () => {
  const fault = { item: 'one/Hero_60x40.png', code: 'render-failed', detail: 'no picture' }
  const { state } = one(initiated, started, { ...completed, data: { ...completed.data, faults: [fault], failed: 1 } })
  const { total, done, failed, message } = state
  assert.equal(
    { total, done, failed, message },
    { total: 3, done: 2, failed: 1, message: '2 of 3 files were exported; 1 could not be rendered.' },
  )
})
test('one file is a file, not files', () => {
  const messageOf = (data: object) =>
    one(initiated, started, { ...completed, data: { ...completed.data, ...data } }).state.message
  assert.is(messageOf({ total: 1 }), 'The file was exported.')
  assert.is(messageOf({ total: 2, failed: 1 }), '1 of 2 files was exported; 1 could not be rendered.')
})
test('an export appears as archived, without its file, once the content has changed', () => {
  const { state } = one(initiated, started, completed)
  assert.equal(presentedExport(state, 'c1'), {
    status: 'COMPLETED',
    message: 'All 3 files were exported.',
    zip: 'z1',
    filename: 'a.zip',
  })
  assert.equal(presentedExport(state, 'c2'), {
    status: 'ARCHIVED',
    message: 'The campaign was changed after this export was created.',
  })
})
test('an export is archived only if it still has the expected content', () => {
  const archive = { kind: 'Archive', zip: 'z1', at } as const
  one(initiated, started, completed)
    .when({ ...archive, ofContent: 'c0' })
    .thenNothing()
  one(initiated, started, completed)
    .when({ ...archive, zip: 'z0', ofContent: 'c1' })
    .thenNothing()
  one(initiated, started, completed)
    .when({ ...archive, ofContent: 'c1' })
    .thenTypes('ExportArchived')
  one(initiated, started, completed).when(archive).thenTypes('ExportArchived')
})
test('an export made by a later attempt is not replaced by an earlier one', () => {
  const late: ExportCommand = { kind: 'MakeAvailable', ...made, zip: 'z1', contentHash: 'c0', attempt: 1 }
  one(available).when(late).thenRejected('claim-lost')
  one(available, initiated, started, completed).when(late).thenRejected('claim-lost')
  const next: ExportEvent = { type: 'ExportMadeAvailable', data: { ...made, zip: 'z3', attempt: 3 } }
  one(available)
    .when({ kind: 'MakeAvailable', ...next.data, attempt: 3 })
    .then(next)
  one(available, next).when(makeAvailable).thenRejected('claim-lost')
})
test('a file is dropped once, and never while it is offered', () => {
  const drop = { kind: 'DropFile', zip: 'z1', at } as const
  const archived: ExportEvent = { type: 'ExportArchived', data: { zip: 'z1', at } }
  const dropped: ExportEvent = { type: 'ExportFileDropped', data: { zip: 'z1', at } }
  one(initiated, started, completed).when(drop).thenNothing()
  one(initiated, started, completed, archived).when(drop).then(dropped)
  one(initiated, started, completed, archived, dropped).when(drop).thenNothing()
  one(initiated, started, completed, available).when(drop).then(dropped)
  const later: ExportEvent = { type: 'ExportMadeAvailable', data: { ...made, zip: 'z3', attempt: 3 } }
  const { past } = one(initiated, started, completed, available, later, dropped).state
  assert.equal(
    past.map(({ zip }) => zip),
    ['z2'],
    'other files stay until their own links are over',
  )
})
test('a queue id identifies its export', () => {
  assert.is(exportIdOfQueue('acme', exportQueueId(key, 3)), exportId(key))
})
test('export ids and keys convert both ways', () => {
  assert.is(exportId(key), 'acme:12:production:png:2')
  assert.equal(exportKeyOf(exportId(key)), key)
})

const anyCommand: fc.Arbitrary<ExportCommand> = fc.oneof(
  fc.constant(initiate),
  fc
    .record({ attempt: fc.nat(5), done: fc.nat(3) })
    .map(p => ({ kind: 'Progress' as const, total: 3, failed: 0, at, ...p })),
  fc.nat(5).map(attempt => ({
    kind: 'Complete' as const,
    attempt,
    zip: 'z',
    size: 1,
    filename: 'f',
    contentHash: 'c1',
    total: 3,
    failed: 0,
    faults: [],
    at,
  })),
  fc.nat(5).map(attempt => ({ kind: 'FailAttempt' as const, attempt, reason: 'no', at })),
  fc.nat(5).map(attempt => ({
    kind: 'MakeAvailable' as const,
    attempt,
    zip: 'y',
    size: 1,
    filename: 'f',
    contentHash: 'c1',
    at,
  })),
  fc.constant({ kind: 'Archive' as const, zip: 'z', at }),
  fc.constantFrom('y', 'z').map(zip => ({ kind: 'DropFile' as const, zip, at })),
)

test('in any sequence, every run ends once, and only a finished export offers a file', () =>
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), commands => {
      let state = exportOf.initialState
      const ends = new Map<string, number>()
      for (const command of commands) {
        const decided = exportOf.decide(command, state)
        if (E.isLeft(decided)) continue
        for (const event of decided.right)
          if (event.type === 'ExportCompleted' || event.type === 'ExportFailed')
            ends.set(event.data.queueId, (ends.get(event.data.queueId) ?? 0) + 1)
        state = decided.right.reduce(exportOf.evolve, state)
        const { zip } = presentedExport(state, 'c1')
        if (zip !== undefined) assert.ok(['COMPLETED', 'AVAILABLE'].includes(state.status))
        const past = state.past.map(file => file.zip)
        assert.ok(zip === undefined || !past.includes(zip), 'an offered file is not past')
        assert.is(new Set(past).size, past.length)
      }
      for (const n of ends.values()) assert.is(n, 1)
    }),
  ))

test.run()
