import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dspBatchId, dspExport } from '../../../src/domain/dsp/export.ts'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import { createdBy, exportPlan } from '../../../src/domain/dsp/export-plan.ts'
import { associatedTags, leftToArchive } from '../../../src/domain/dsp/export-run.ts'
import { lookSince } from '../../../src/domain/dsp/export-state.ts'
import * as ofExports from '../../support/examples/dsp-exports.ts'
import { given } from '../../support/given/decider.ts'

const {
  dspExportStarted: started,
  dspAttemptStarted: attempt,
  dspTagExported: exported,
  dspTagFailed: failed,
  dspTagArchived: archived,
  dspTagNotArchived: notArchived,
  dspExportCompleted: completed,
  dspExportCancelled: cancelled,
  dspExportFailed: exportFailed,
  dspCancellationCompleted: cancellationCompleted,
} = ofExports

const test = suite('exports to the DSP')
const one = given(dspExport)
const at = '2026-05-01T10:00:00.000Z'
const tags = [1, 2, 3].map(n => ({ tagId: `acme:12:${n}`, tagHash: `hash ${n}` }))
const start = (over: object = {}) =>
  ({
    kind: 'StartExport',
    configId: 7,
    dspPartnerId: 1001,
    dspAdvertiserId: 2001,
    snapshot: 'a'.repeat(64),
    tags,
    batchIdOf: (run: number) => dspBatchId(12, run),
    at,
    ...over,
  }) as const
const cancel = (configId = 7) => ({ kind: 'CancelExport', configId, at }) as const
const complete = (attempt = 1) => ({ kind: 'CompleteExport', attempt, at }) as const

const running = [started(), attempt()]
const all = [...running, exported(1), exported(2), exported(3)]
const done = [...all, completed()]

test('one export of a campaign runs at a time: the same again changes nothing, another configuration is refused', () => {
  one().when(start()).then(started())
  one(...running)
    .when(start())
    .thenNothing()
  one(...running)
    .when(start({ configId: 8 }))
    .thenRejected('dsp-export-running')
  one(...running, cancelled())
    .when(start())
    .thenRejected('dsp-export-running')
})

test('unchanged tags are not exported again, changed ones are', () => {
  one(...done)
    .when(start())
    .thenNothing()
  const changed = [...tags.slice(0, 2), { tagId: 'acme:12:3', tagHash: 'other' }]
  one(...done)
    .when(start({ tags: changed }))
    .then(started({ run: 2, batchId: 'dsp-export-12-2', left: 2 }))
})

test('what an export does: new, refused and archived tags are created, changed ones updated, gone ones archived', () => {
  const { state } = one(...running, exported(1), exported(2), failed(3), archived(1), exported(4), completed())
  const now = [...tags, { tagId: 'acme:12:5', tagHash: 'hash 5' }].with(1, { tagId: 'acme:12:2', tagHash: 'other' })
  const plan = exportPlan(now, state.tags, { dspAdvertiserId: 2001, run: 2 })
  const idsOf = (planned: readonly { readonly tagId: string }[]) => planned.map(({ tagId }) => tagId)
  assert.equal(
    [idsOf(plan.create), idsOf(plan.update), idsOf(plan.left)],
    [['acme:12:1', 'acme:12:3', 'acme:12:5'], ['acme:12:2'], []],
  )
  assert.equal(plan.archive, [{ tagId: 'acme:12:4', creativeId: '504' }])
})

test('two configurations of one advertiser share its creatives, and another advertiser has none of them', () => {
  one(...done)
    .when(start({ configId: 8 }))
    .thenNothing()
  one(...done)
    .when(start({ configId: 8, dspAdvertiserId: 2002 }))
    .then(started({ run: 2, batchId: 'dsp-export-12-2', configId: 8, dspAdvertiserId: 2002 }))
  const plan = exportPlan([], one(...done).state.tags, { dspAdvertiserId: 2002, run: 2 })
  assert.equal(plan.archive, [], 'creatives of another advertiser must go on')
})

test('a worker that lost its claim records nothing', () => {
  const tag = { kind: 'RecordExported', tagId: 'acme:12:1', adUnitId: 1, creativeId: '501', tagHash: 'h', at } as const
  one(...running, ofExports.dspAttemptFailed())
    .when({ ...tag, attempt: 1 })
    .thenRejected('claim-lost')
  one(...done)
    .when({ ...tag, attempt: 1 })
    .thenRejected('claim-lost')
})

test('an attempt says once that it begins to change something at the DSP', () => {
  const begin = { kind: 'BeginAttempt', attempt: 1, at } as const
  one(started()).when(begin).then(attempt())
  one(...running)
    .when(begin)
    .thenNothing()
  one(...done)
    .when(begin)
    .thenRejected('claim-lost')
})

test('an export that was cancelled cannot be completed, but what the DSP was doing is recorded', () => {
  const history = [...running, exported(1), cancelled()]
  one(...history)
    .when(complete())
    .thenNothing()
  one(...history)
    .when({
      kind: 'RecordExported',
      tagId: 'acme:12:2',
      adUnitId: 2,
      creativeId: '502',
      tagHash: 'hash 2',
      attempt: 1,
      at,
    })
    .then(exported(2))
  const { current } = one(...history, exported(2), archived(1)).state
  assert.equal(current && [current.status, leftToArchive(current)], ['cancelling', 1])
})

test('cancelling archives what the run created, and neither what it left nor what it updated', () => {
  const again = started({ run: 2, batchId: 'dsp-export-12-2', left: 1 })
  const { current } = one(
    ...done,
    again,
    attempt({ attempt: 2 }),
    exported(2, { updated: true }),
    exported(9),
    cancelled(),
  ).state
  assert.equal(current && [leftToArchive(current), associatedTags(current)], [1, 3])
  const finished = [archived(9), cancellationCompleted()]
  const after = one(...done, again, exported(2, { updated: true }), exported(9), cancelled(), ...finished).state
  assert.equal(after.current && [after.current.status, associatedTags(after.current)], ['cancelled', 2])
  const cancelling = one(...done, again, exported(2, { updated: true }), exported(9), cancelled()).state
  const created = createdBy(cancelling.tags, { dspAdvertiserId: 2001, run: 2 })
  assert.equal(created, [{ tagId: 'acme:12:9', creativeId: '509' }])
})

test('a creative of an earlier run that is gone or archived while the run is cancelled is none that the cancellation undoes', () => {
  const again = started({ run: 2, batchId: 'dsp-export-12-2', total: 2 })
  const history = [started(), attempt(), exported(1), exported(2), completed()]
  const cancelling = [...history, again, attempt({ attempt: 2 }), cancelled()]
  const older = { older: true, batchId: 'dsp-export-12-2' } as const
  const of = (kind: 'RecordArchived', n: number) =>
    ({ kind, tagId: `acme:12:${n}`, creativeId: `50${n}`, attempt: 2, at }) as const
  one(...cancelling)
    .when(of('RecordArchived', 1))
    .then(archived(1, { attempt: 2, ...older }))
  one(...cancelling)
    .when({
      ...of('RecordArchived', 1),
      kind: 'RecordNotArchived',
      code: 'refused',
      reason: 'The DSP refused the request.',
    })
    .then(notArchived(1, { attempt: 2, ...older }))
  for (const event of [archived(1, older), notArchived(1, older)]) {
    const { current } = one(...cancelling, event).state
    assert.equal(current && [leftToArchive(current), associatedTags(current)], [0, 0])
  }
  one(...cancelling, exported(2, { creativeId: '602' }))
    .when({ ...of('RecordArchived', 2), creativeId: '602' })
    .then(archived(2, { attempt: 2, batchId: 'dsp-export-12-2', creativeId: '602' }))
})

test('only a running export can be cancelled; a cancellation that failed can be asked for again', () => {
  one().when(cancel()).thenNothing()
  one(...running)
    .when(cancel(8))
    .thenNothing()
  one(...running)
    .when(cancel())
    .then(cancelled())
  for (const over of [[cancelled()], [exportFailed()], [exported(1), completed()]])
    one(...running, ...over)
      .when(cancel())
      .thenNothing()
  one(...running, cancelled(), exportFailed())
    .when(cancel())
    .then(cancelled())
  one(...done, started({ run: 2, configId: 8, dspAdvertiserId: 2002 }))
    .when(cancel())
    .thenNothing()
})

test('an archive that the DSP refused is not tried again by this cancellation, and is counted', () => {
  const { current } = one(...running, exported(1), exported(2), cancelled(), notArchived(1)).state
  assert.equal(current && [leftToArchive(current), current.notArchived], [1, 1])
})

test('an archive of a gone ad unit that the DSP refused is not tried again by this export, but by the next one', () => {
  const { tags: known } = one(...all, exported(9), notArchived(9)).state
  const archiveIn = (run: number) => exportPlan(tags, known, { dspAdvertiserId: 2001, run }).archive
  assert.equal(archiveIn(1), [])
  assert.equal(archiveIn(2), [{ tagId: 'acme:12:9', creativeId: '509' }])
})

test('what failed goes on when an operator has it tried again: the export, or its cancellation', () => {
  const statusAfter = (...events: readonly DspExportEvent[]) =>
    one(...running, ...events, exportFailed(), ofExports.dspExportRetried).state.current?.status
  assert.is(statusAfter(exported(1)), 'running')
  assert.is(statusAfter(exported(1), cancelled()), 'cancelling')
})

test('the DSP is searched before something is created a second time, and from the first run that may have left something', () => {
  const later = '2026-05-02T10:00:00.000Z'
  assert.is(lookSince(one(started()).state), undefined)
  assert.is(lookSince(one(...running).state), at, 'an attempt that has begun may have left something')
  const next = [started({ run: 2, at: later })]
  assert.is(lookSince(one(...done, ...next).state), undefined, 'a complete run leaves nothing')
  assert.is(lookSince(one(...running, exportFailed(), ...next).state), at)
  assert.is(lookSince(one(...running, cancelled(), cancellationCompleted(), ...next).state), undefined)
})

test('an export fails after five attempts without progress, not after any five failures', () => {
  const failures = [1, 2, 3, 4].flatMap(n => [attempt({ attempt: n }), ofExports.dspAttemptFailed({ attempt: n })])
  const fail = { kind: 'FailAttempt', attempt: 5, reason: 'unavailable', at } as const
  one(started(), ...failures, attempt({ attempt: 5 }))
    .when(fail)
    .thenTypes('DspExportFailed')
  for (const progress of [exported(1, { attempt: 5 }), failed(1, { attempt: 5 }), archived(1, { attempt: 5 })])
    one(started(), ...failures, attempt({ attempt: 5 }), progress)
      .when(fail)
      .thenTypes('DspExportAttemptFailed')
})

test('a cancellation ends the pause after a failed attempt', () => {
  const paused = one(
    started(),
    attempt(),
    ofExports.dspAttemptFailed({ retryAt: '2026-05-01T10:05:00.000Z' }),
    cancelled(),
  )
  assert.equal(paused.state.current?.attempts, { attempt: 1, failures: 0 })
})

test.run()
