import { test } from 'uvu'
import { recommendationRunsToDo } from '../../../projections/asset-sources/recommendation-runs-to-do.ts'
import { recommendations } from '../../../projections/asset-sources/recommendations.ts'
import { recommendationsToRun } from '../../../projections/asset-sources/recommendations-to-run.ts'
import { viewsToDrop } from '../../../projections/asset-sources/views-to-drop.ts'
import { queues } from '../../../projections/queues/queues.ts'
import {
  feedRunCompleted,
  feedRunFailed,
  feedRunStarted,
  recommendationChanged,
  recommendationConfigured,
  recommendationRunRequested,
  recommendationSettings,
  viewsDropped,
  viewsUploaded,
} from '../../support/examples/asset-sources.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const own = 'source-recommendation-acme:13'
const ofRun = 'feed-run-acme:recommendation-13-1'
const made = inStream(own, [recommendationConfigured, recommendationRunRequested()])
const due = '2026-05-02T10:00:00.000Z'

test('a requested computation is to be done until it has ended', () => {
  const todo = givenEvents(recommendationRunsToDo)
  const id = 'acme:recommendation-13-1'
  todo(...made).thenIn(id, { todo: 'open', attempt: 0, assetSourceId: 13, isScheduled: false })
  todo(...made, ...inStream(ofRun, [feedRunStarted(), feedRunCompleted()])).thenIn(id, { todo: 'done', attempt: 1 })
})

test('the next computation waits for its time, which a change moves', () => {
  const todo = givenEvents(recommendationsToRun)
  todo(...made).thenIn('acme:13', { todo: 'open', notBefore: due, due })
  const often = { ...recommendationSettings, updateFrequency: 2 }
  todo(...made, ...inStream(own, [recommendationChanged(often), recommendationRunRequested(2)])).thenIn('acme:13', {
    notBefore: '2026-05-01T12:00:00.000Z',
  })
  todo(...made, ...inStream(own, [recommendationRunRequested(2, { at: due, due })])).thenIn('acme:13', {
    notBefore: '2026-05-03T10:00:00.000Z',
  })
})

test('recommendations show their last computations and the next one', () =>
  givenEvents(recommendations)(...made, ...inStream(ofRun, [feedRunStarted(), feedRunFailed])).then({
    'acme:13': {
      sourceAssetSourceId: 12,
      settings: recommendationSettings,
      runs: [
        {
          queueId: 'recommendation-13-1',
          status: 'FAILED',
          requestedAt: '2026-05-01T10:00:00.000Z',
          endedAt: '2026-05-01T10:00:00.000Z',
          reason: 'The server cannot be reached.',
        },
      ],
      nextRun: due,
    },
  }))

test('the queue of a computation shows what happens to it', () => {
  const id = 'acme:recommendation-13-1'
  givenEvents(queues)(...made).thenIn(id, { kind: 'RECOMMENDATION', status: 'INITIATED' })
  givenEvents(queues)(...made, ...inStream(ofRun, [feedRunStarted(), feedRunCompleted()])).thenIn(id, {
    status: 'COMPLETED',
    done: 1_000,
  })
})

test('view events that were replaced are to be deleted until they are', () => {
  const todo = givenEvents(viewsToDrop)
  const ofViews = 'source-views-acme:12'
  todo(...inStream(ofViews, [viewsUploaded()])).thenIn('acme:12', { todo: 'done' })
  todo(...inStream(ofViews, [viewsUploaded(), viewsUploaded('v2')])).thenIn('acme:12', { todo: 'open' })
  todo(...inStream(ofViews, [viewsUploaded(), viewsUploaded('v2'), viewsDropped()])).thenIn('acme:12', { todo: 'done' })
})

test.run()
