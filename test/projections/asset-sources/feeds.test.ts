import { test } from 'uvu'
import { feedRunsToDo } from '../../../projections/asset-sources/feed-runs-to-do.ts'
import { feeds } from '../../../projections/asset-sources/feeds.ts'
import { feedsToRun } from '../../../projections/asset-sources/feeds-to-run.ts'
import {
  feedChanged,
  feedConfigured,
  feedRunAttemptFailed,
  feedRunCompleted,
  feedRunFailed,
  feedRunRequested,
  feedRunStarted,
  feedSettings,
} from '../../support/examples/asset-sources.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const ofFeed = 'source-feed-acme:12'
const ofRun = 'feed-run-acme:feed-12-1'
const made = inStream(ofFeed, [feedConfigured(), feedRunRequested()])
const { schedule: _, ...unscheduled } = feedSettings

test('a requested run is to be done until it has ended', () => {
  const todo = givenEvents(feedRunsToDo)
  const id = 'acme:feed-12-1'
  todo(...made).thenIn(id, { todo: 'open', attempt: 0, isScheduled: false, assetSourceId: 12 })
  todo(...made, ...inStream(ofRun, [feedRunStarted()])).thenIn(id, {
    todo: 'open',
    attempt: 0,
  })
  todo(...made, ...inStream(ofRun, [feedRunStarted(), feedRunAttemptFailed()])).thenIn(id, {
    todo: 'open',
    notBefore: '2026-05-01T10:01:00.000Z',
  })
  todo(...made, ...inStream(ofRun, [feedRunStarted(), feedRunCompleted()])).thenIn(id, { todo: 'done', attempt: 1 })
})

test('a feed with a schedule waits for its next run', () => {
  const todo = givenEvents(feedsToRun)
  todo(...made).thenIn('acme:12', { todo: 'open', notBefore: '2026-05-01T10:30:00.000Z' })
  const due = '2026-05-01T10:30:00.000Z'
  todo(...made, ...inStream(ofFeed, [feedRunRequested(2, due)])).thenIn('acme:12', {
    todo: 'open',
    notBefore: '2026-05-02T10:30:00.000Z',
  })
  todo(...made, ...inStream(ofFeed, [feedChanged(unscheduled)])).thenIn('acme:12', { todo: 'done' })
})

test('a feed shows its last runs, newest first', () =>
  givenEvents(feeds)(
    ...made,
    ...inStream(ofRun, [feedRunStarted(), feedRunCompleted()]),
    ...inStream(ofFeed, [feedRunRequested(2)]),
    ...inStream('feed-run-acme:feed-12-2', [feedRunStarted(), feedRunFailed]),
  ).then({
    'acme:12': {
      settings: feedSettings,
      runs: [
        {
          queueId: 'feed-12-2',
          status: 'FAILED',
          requestedAt: '2026-05-01T10:00:00.000Z',
          endedAt: '2026-05-01T10:00:00.000Z',
          reason: 'The server cannot be reached.',
        },
        {
          queueId: 'feed-12-1',
          status: 'COMPLETED',
          requestedAt: '2026-05-01T10:00:00.000Z',
          endedAt: '2026-05-01T10:00:00.000Z',
          rows: 1_000,
          rowsBefore: 900,
          columnsMissing: [],
          faultyRows: 1,
          faults: [{ item: 'row 7', code: 'key-missing', detail: 'has no sku, and was left out' }],
        },
      ],
    },
  }))

test.run()
