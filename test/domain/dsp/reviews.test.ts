import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dspExport } from '../../../src/domain/dsp/export.ts'
import type { DspExportEvent } from '../../../src/domain/dsp/export-events.ts'
import { isOverdue, nextQuestion, reviewProgress } from '../../../src/domain/dsp/reviews.ts'
import {
  dspCreativeReviewed,
  dspExportCompleted,
  dspExportFailed,
  dspExportStarted,
  dspReviewAsked,
  dspTagArchived,
  dspTagExported,
} from '../../support/examples/dsp-exports.ts'
import { given } from '../../support/given/decider.ts'

const test = suite('reviews of creatives by the DSP')
const exports = given(dspExport)
const finished = [dspExportStarted(), dspTagExported(1), dspTagExported(2), dspExportCompleted()]
const later = '2026-05-01T10:05:00.000Z'
const record = (...reviews: readonly { adUnitId: number; review: 'approved' | 'rejected' }[]) =>
  ({
    kind: 'RecordReviews',
    dspAdvertiserId: 2001,
    reviews: reviews.map(({ adUnitId, review }) => ({
      tagId: `acme:12:${adUnitId}`,
      creativeId: `50${adUnitId}`,
      review,
    })),
    at: later,
  }) as const

test('of several nodes one asks at a time', () => {
  const ask = { kind: 'AskForReviews', due: later, at: later } as const
  exports(...finished)
    .when(ask)
    .then(dspReviewAsked({ at: later }))
  exports(...finished, dspReviewAsked({ at: later }))
    .when(ask)
    .thenNothing()
  exports(...finished, dspReviewAsked({ at: later }))
    .when({ ...ask, due: '2026-05-01T10:06:00.000Z', at: '2026-05-01T10:06:00.000Z' })
    .thenTypes('DspReviewAsked')
  exports().when(ask).thenNothing()
})

test('a decision is recorded once, and again when the DSP changes it', () => {
  const rejected = dspCreativeReviewed(1, { review: 'rejected', at: later })
  exports(...finished)
    .when(record({ adUnitId: 1, review: 'rejected' }))
    .then(rejected)
  exports(...finished, rejected)
    .when(record({ adUnitId: 1, review: 'rejected' }))
    .thenNothing()
  exports(...finished, rejected)
    .when(record({ adUnitId: 1, review: 'approved' }))
    .then(dspCreativeReviewed(1, { at: later }))
})

test('a decision about a creative that is archived, or has another tag by now, does not count', () => {
  const archived = [...finished, dspTagArchived(1)]
  exports(...archived)
    .when(record({ adUnitId: 1, review: 'approved' }))
    .thenNothing()
  const anew = [...archived, dspExportStarted({ run: 2 }), dspTagExported(1, { creativeId: '601' })]
  exports(...anew)
    .when(record({ adUnitId: 1, review: 'approved' }))
    .thenNothing()
})

const progressOf = (...events: readonly DspExportEvent[]) =>
  reviewProgress(['acme:12:1', 'acme:12:2', 'acme:12:3'], exports(...events).state.tags, 2001)

test('the progress tells undecided, approved and rejected tags of active creatives apart', () => {
  assert.equal(progressOf(...finished), {
    undecided: new Set(['acme:12:1', 'acme:12:2']),
    since: '2026-04-30T10:00:00.000Z',
    changedAt: undefined,
    rejected: [],
    approved: 0,
  })
  const decided = [dspCreativeReviewed(1), dspCreativeReviewed(2, { review: 'rejected' })]
  assert.equal(progressOf(...finished, ...decided), {
    undecided: new Set(),
    since: undefined,
    changedAt: undefined,
    rejected: ['acme:12:2'],
    approved: 1,
  })
})

test('a decision counts for the advertiser that was asked, whatever was exported elsewhere since', () => {
  const elsewhere = [
    dspExportStarted({ run: 2, configId: 8, dspAdvertiserId: 2002 }),
    dspTagExported(1, { configId: 8 }),
  ]
  exports(...finished, ...elsewhere)
    .when(record({ adUnitId: 1, review: 'approved' }))
    .thenTypes('DspCreativeReviewed')
  const { undecided, approved } = progressOf(...finished, ...elsewhere, dspCreativeReviewed(1))
  assert.equal([undecided, approved], [new Set(['acme:12:2']), 1])
})

test('a changed tag is reviewed anew', () => {
  const changed = dspTagExported(1, { tagHash: 'other', updated: true, at: later })
  const again = [...finished, dspCreativeReviewed(1), dspExportStarted({ run: 2 })]
  const { undecided, changedAt } = progressOf(...again, changed)
  assert.equal(undecided, new Set(['acme:12:1', 'acme:12:2']))
  assert.is(changedAt, later)
  const { changedAt: ofAnother } = progressOf(...again, dspTagArchived(1), dspTagExported(1, { creativeId: '601' }))
  assert.is(ofAnother, undefined)
})

test('a tag that was sent to a creative that was found may have taken the place of another one', () => {
  const [failed, again] = [dspExportFailed(), dspExportStarted({ run: 2 })]
  const { changedAt } = progressOf(dspExportStarted(), failed, again, dspTagExported(1, { found: true, at: later }))
  assert.is(changedAt, later)
})

test('a tag that a run sends a second time is a changed one', () => {
  const sent = [dspExportStarted(), dspTagExported(1)]
  assert.is(progressOf(...sent, dspTagExported(1, { updated: true, at: later })).changedAt, later)
})

test('questions get rarer, and end after 14 days', () => {
  const at = '2026-05-01T10:00:00.000Z'
  const minutes = [1, 2, 3, 4, 5, 6, 7, 100].map(n => (Date.parse(nextQuestion(n, at)) - Date.parse(at)) / 60_000)
  assert.equal(minutes, [1, 2, 4, 8, 16, 30, 30, 30])
  assert.not(isOverdue(at, '2026-05-15T09:59:59.999Z'))
  assert.ok(isOverdue(at, '2026-05-15T10:00:00.000Z'))
})

test.run()
