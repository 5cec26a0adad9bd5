import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FeedRunCompleted } from '../../../src/domain/asset-sources/feed-events.ts'
import { recommendation } from '../../../src/domain/asset-sources/recommendation.ts'
import { sourceViews } from '../../../src/domain/asset-sources/source-views.ts'
import {
  feedRunCompleted,
  recommendationChanged,
  recommendationConfigured,
  recommendationRunRequested,
  recommendationSettings as settings,
  viewsDropped,
  viewsUploaded,
} from '../../support/examples/asset-sources.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const due = '2026-05-02T10:00:00.000Z'
const later = '2026-05-04T17:00:00.000Z'
const ofRecommendation = given(recommendation)
const made = [recommendationConfigured, recommendationRunRequested()] as const

test('recommendations are configured once, with their first computation', () => {
  const own = { accountId: 'acme', assetSourceId: 13, sourceAssetSourceId: 12, settings, at }
  const configure = { kind: 'ConfigureRecommendation', ...own } as const
  ofRecommendation()
    .when(configure)
    .then(...made)
  ofRecommendation(...made)
    .when(configure)
    .thenNothing()
})
test('an update is computed, whether it changes the settings or not', () => {
  const changed = { ...settings, updateFrequency: 1 }
  ofRecommendation(...made)
    .when({ kind: 'ChangeRecommendation', changes: { updateFrequency: 1 }, at })
    .then(recommendationChanged(changed), recommendationRunRequested(2))
  ofRecommendation(...made)
    .when({ kind: 'ChangeRecommendation', changes: settings, at })
    .then(recommendationRunRequested(2))
})
test('what an update does not name stays as other updates have left it', () => {
  const often = { ...settings, updateFrequency: 1 }
  const config = { ...settings.config, maxRecommendations: 3 }
  ofRecommendation(...made, recommendationChanged(often))
    .when({ kind: 'ChangeRecommendation', changes: { config }, at })
    .then(recommendationChanged({ ...often, config }), recommendationRunRequested(2))
})
test('a computation is due updateFrequency hours after the last one was requested, once on whatever number of nodes', () => {
  const command = { kind: 'ComputeDue', due, at: later } as const
  const second = recommendationRunRequested(2, { at: later, due })
  ofRecommendation(...made)
    .when(command)
    .then(second)
  ofRecommendation(...made, second)
    .when(command)
    .thenNothing()
})
test('a computation that a caller asked for puts off the one that was due', () =>
  ofRecommendation(...made, recommendationRunRequested(2, { at: '2026-05-02T09:00:00.000Z' }))
    .when({ kind: 'ComputeDue', due, at: due })
    .thenNothing())
test('what is not configured is not computed', () => {
  ofRecommendation().when({ kind: 'ComputeDue', due, at }).thenRejected('not-found')
  ofRecommendation().when({ kind: 'ChangeRecommendation', changes: settings, at }).thenRejected('not-found')
})
test('auditors read of a run what its source is', () => {
  const says = (queueId: string) => FeedRunCompleted.wording.sentence?.(feedRunCompleted().data, `acme:${queueId}`)
  assert.match(says('recommendation-13-1') ?? '', /^The recommendations were computed, with 1000 rows/)
  assert.match(says('feed-12-1') ?? '', /^The feed was read, with 1000 rows/)
})

const ofViews = given(sourceViews)
const uploaded = { kind: 'ReplaceViews', ...viewsUploaded('v2').data } as const
test('new view events replace those before, whose file is then deleted once', () => {
  ofViews(viewsUploaded()).when(uploaded).then(viewsUploaded('v2'))
  const drop = { kind: 'DropViews', blob: 'blob-of-v1', at } as const
  ofViews(viewsUploaded(), viewsUploaded('v2')).when(drop).then(viewsDropped())
  ofViews(viewsUploaded(), viewsUploaded('v2'), viewsDropped()).when(drop).thenNothing()
})
test('view events that count are never deleted', () =>
  ofViews(viewsUploaded()).when({ kind: 'DropViews', blob: 'blob-of-v1', at }).thenNothing())

test.run()
