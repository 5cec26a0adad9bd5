import { test } from 'uvu'
import { feed } from '../../../src/domain/asset-sources/feed.ts'
import type { FeedRunEvent } from '../../../src/domain/asset-sources/feed-events.ts'
import { type FeedRunCommand, feedRun } from '../../../src/domain/asset-sources/feed-run.ts'
import {
  feedChanged,
  feedConfigured,
  feedRunAttemptFailed,
  feedRunCompleted,
  feedRunFailed,
  feedRunRequested,
  feedRunStarted,
  feedSettings,
  feedUnderstood,
} from '../../support/examples/asset-sources.ts'
import { given } from '../../support/given/decider.ts'

const at = '2026-05-01T10:00:00.000Z'
const ofFeed = given(feed)
const ofRun = given(feedRun)
const made = [feedConfigured(), feedRunRequested()] as const

test('a feed is configured once, with its first run', () => {
  const configure = { kind: 'ConfigureFeed', accountId: 'acme', assetSourceId: 12, settings: feedSettings, at } as const
  ofFeed()
    .when(configure)
    .then(...made)
  ofFeed(...made)
    .when(configure)
    .thenNothing()
})
test('a feed that is read in another way requests a run; the same settings change nothing', () => {
  const settings = { ...feedSettings, format: { ...feedSettings.format, contentType: 'json' as const } }
  ofFeed(...made)
    .when({ kind: 'ChangeFeed', changes: { format: { contentType: 'json' } }, at })
    .then(feedChanged(settings), feedRunRequested(2))
  ofFeed(...made)
    .when({ kind: 'ChangeFeed', changes: { format: feedSettings.format, config: feedSettings.config }, at })
    .thenNothing()
})
test('a feed whose rows are told apart by another column requests a run, with or without other changes (SOURCE-9)', () => {
  const change = { kind: 'ChangeFeed', variantChanged: true, at } as const
  ofFeed(...made)
    .when({ ...change, changes: {} })
    .then(feedRunRequested(2))
  const settings = { ...feedSettings, format: { ...feedSettings.format, contentType: 'json' as const } }
  ofFeed(...made)
    .when({ ...change, changes: { format: { contentType: 'json' } } })
    .then(feedChanged(settings), feedRunRequested(2))
})
test('what a change does not name stays as other changes have left it', () => {
  const format = { ...feedSettings.format, contentType: 'json' as const }
  const schedule = { startTime: '06:30', frequency: 'WEEKLY' as const, from: '2026-05-01' }
  const other = feedChanged({ ...feedSettings, format, schedule })
  ofFeed(...made, other)
    .when({ kind: 'ChangeFeed', changes: { schedule: { endDate: '2026-06-01' } }, at })
    .then(feedChanged({ ...feedSettings, format, schedule: { ...schedule, endDate: '2026-06-01' } }))
  ofFeed(...made, other)
    .when({ kind: 'ChangeFeed', changes: { schedule: { isScheduled: false } }, at })
    .thenTypes('FeedChanged')
})
test('what the first run understood is kept, until the file is to be read in another way', () => {
  const understood = { characterEncoding: 'UTF_8', csvSeparator: 'tab', firstRowIsHeader: true } as const
  const keep = { kind: 'KeepUnderstood', settings: feedSettings, understood, at } as const
  const kept = feedUnderstood(understood)
  ofFeed(...made)
    .when(keep)
    .then(kept)
  ofFeed(...made, kept)
    .when({ ...keep, understood: { ...understood, csvSeparator: 'comma' } })
    .thenNothing()
  const ofCode = feedChanged({ ...feedSettings, format: { ...feedSettings.format, customCode: 'transform' } })
  ofFeed(...made, kept, ofCode)
    .when(keep)
    .thenNothing()
  const other = { ...feedSettings, format: { ...feedSettings.format, csvSeparator: 'comma' as const } }
  ofFeed(...made, kept, feedChanged(other))
    .when({ ...keep, settings: other })
    .then(kept)
  ofFeed(...made, feedChanged(other))
    .when(keep)
    .thenNothing()
})
test('rows that were read by another column are read again, unless another request has seen to it (SOURCE-9)', () => {
  const change = (oldAfter: number) => ({ kind: 'ChangeFeed', changes: {}, oldAfter, at }) as const
  ofFeed(...made)
    .when(change(1))
    .then(feedRunRequested(2))
  ofFeed(...made, feedRunRequested(2))
    .when(change(1))
    .thenNothing()
})
test('a feed whose schedule is over can still be changed, and run again only by a later endDate (SOURCE-9)', () => {
  const { schedule: _, ...unscheduled } = feedSettings
  const schedule = { startTime: '06:30', frequency: 'DAILY' as const, from: '2026-04-01', endDate: '2026-04-30' }
  const over = feedChanged({ ...unscheduled, schedule })
  const format = { ...feedSettings.format, contentType: 'json' as const }
  ofFeed(...made, over)
    .when({ kind: 'ChangeFeed', changes: {}, at })
    .thenNothing()
  ofFeed(...made, over)
    .when({ kind: 'ChangeFeed', changes: { format: { contentType: 'json' } }, at })
    .then(feedChanged({ ...unscheduled, format, schedule }), feedRunRequested(2))
  for (const sent of [{ isScheduled: true }, { frequency: 'HOURLY' as const }, { startTime: '07:00' }])
    ofFeed(...made, over)
      .when({ kind: 'ChangeFeed', changes: { schedule: sent }, at })
      .thenRejected('invalid-request')
  ofFeed(...made, over)
    .when({ kind: 'ChangeFeed', changes: { schedule: { endDate: '2026-06-01' } }, at })
    .then(feedChanged({ ...unscheduled, schedule: { ...schedule, endDate: '2026-06-01' } }))
})
test('a feed that is switched off keeps its schedule, and only isScheduled switches it on (SOURCE-9)', () => {
  const schedule = { startTime: '06:30', frequency: 'WEEKLY' as const, from: '2026-04-01', endDate: '2026-12-31' }
  const { schedule: _, ...unscheduled } = feedSettings
  const on = feedChanged({ ...unscheduled, schedule })
  const off = feedChanged({ ...unscheduled, paused: schedule })
  const change = (sent: object) => ({ kind: 'ChangeFeed', changes: { schedule: sent }, at }) as const
  ofFeed(...made, on)
    .when(change({ isScheduled: false }))
    .then(off)
  ofFeed(...made, on, off)
    .when(change({ isScheduled: true }))
    .then(on)
  ofFeed(...made, on, off)
    .when(change({ startTime: '04:30' }))
    .then(feedChanged({ ...unscheduled, paused: { ...schedule, startTime: '04:30' } }))
  ofFeed(...made, on, off)
    .when(change({}))
    .thenNothing()
  ofFeed(...made, feedChanged({ ...unscheduled, paused: { ...schedule, endDate: '2026-04-30' } }))
    .when(change({ isScheduled: true }))
    .thenRejected('invalid-request')
  const first = { startTime: '04:30', frequency: 'DAILY' as const, from: '2026-05-01' }
  ofFeed(...made, feedChanged(unscheduled))
    .when(change({ startTime: '04:30' }))
    .then(feedChanged({ ...unscheduled, paused: first }))
  for (const sent of [{ isScheduled: true }, { frequency: 'WEEKLY' }])
    ofFeed(...made, feedChanged(unscheduled))
      .when(change(sent))
      .thenRejected('invalid-request')
})
test('a run is due once, on whatever number of nodes', () => {
  const due = '2026-05-01T10:30:00.000Z'
  const command = { kind: 'RunDue', due, at } as const
  ofFeed(...made)
    .when(command)
    .then(feedRunRequested(2, due))
  ofFeed(...made, feedRunRequested(2, due))
    .when(command)
    .thenNothing()
})
test('a run of a schedule that was switched off, moved or is over is not due, whatever a list says that lags (SOURCE-8)', () => {
  const { schedule: _, ...unscheduled } = feedSettings
  const schedule = { startTime: '06:30', frequency: 'DAILY' as const, from: '2026-04-01' }
  const due = '2026-05-01T10:30:00.000Z'
  const command = { kind: 'RunDue', due, at: due } as const
  ofFeed(...made, feedChanged({ ...unscheduled, schedule }))
    .when(command)
    .thenTypes('FeedRunRequested')
  for (const changed of [
    { paused: schedule },
    { schedule: { ...schedule, startTime: '07:00' } },
    { schedule: { ...schedule, endDate: '2026-04-30' } },
    { schedule: { ...schedule, frequency: 'WEEKLY' as const, from: '2026-05-07' } },
  ])
    ofFeed(...made, feedChanged({ ...unscheduled, ...changed }))
      .when(command)
      .thenNothing()
})
test('a feed that is not there cannot run', () =>
  ofFeed().when({ kind: 'RunDue', due: at, at }).thenRejected('not-found'))

const cannotRead = (attempt: number, isScheduled: boolean): FeedRunCommand => ({
  kind: 'CannotRead',
  attempt,
  code: 'unreachable',
  reason: 'The server cannot be reached.',
  isScheduled,
  at,
})
test('a run that people asked for fails at once', () =>
  ofRun(feedRunStarted()).when(cannotRead(1, false)).then(feedRunFailed))
test('a run of the schedule is tried again after 1, 5 and 15 minutes (SOURCE-8)', () => {
  const tried = [feedRunStarted(1), feedRunAttemptFailed(1), feedRunStarted(2)]
  ofRun(feedRunStarted()).when(cannotRead(1, true)).then(feedRunAttemptFailed(1, '2026-05-01T10:01:00.000Z'))
  ofRun(...tried)
    .when(cannotRead(2, true))
    .then(feedRunAttemptFailed(2, '2026-05-01T10:05:00.000Z'))
  ofRun(...tried, feedRunAttemptFailed(2), feedRunStarted(3))
    .when(cannotRead(3, true))
    .then(feedRunAttemptFailed(3, '2026-05-01T10:15:00.000Z'))
  ofRun(...tried, feedRunAttemptFailed(2), feedRunStarted(3), feedRunAttemptFailed(3), feedRunStarted(4))
    .when(cannotRead(4, true))
    .then(feedRunFailed)
})
test('a run that an operator had tried again has all of its tries', () => {
  const first = feedRunAttemptFailed(2, '2026-05-01T10:01:00.000Z')
  const retried: FeedRunEvent = { type: 'FeedRunRetried', data: { reason: 'The server is back.', at } }
  ofRun(feedRunStarted(1), feedRunAttemptFailed(1), retried, feedRunStarted(2)).when(cannotRead(2, true)).then(first)
})
test('an attempt that failed for a reason of the service is none of the three times', () => {
  const failed: FeedRunEvent[] = [1, 2].flatMap(attempt => [
    feedRunStarted(attempt),
    {
      type: 'FeedRunAttemptFailed',
      data: { attempt, reason: 'A store of the service is not available.', retryAt: at, ofService: true, at },
    },
  ])
  ofRun(feedRunStarted())
    .when({ kind: 'FailAttempt', attempt: 1, reason: 'A store of the service is not available.', at })
    .then({
      type: 'FeedRunAttemptFailed',
      data: {
        ...{ attempt: 1, reason: 'A store of the service is not available.' },
        ...{ retryAt: '2026-05-01T10:00:05.000Z', ofService: true, at },
      },
    })
  ofRun(...failed, feedRunStarted(3))
    .when(cannotRead(3, true))
    .then(feedRunAttemptFailed(3, '2026-05-01T10:01:00.000Z'))
})
test('only the attempt under way ends a run, and a run ends once', () => {
  ofRun(feedRunAttemptFailed(1)).when(cannotRead(1, false)).thenRejected('claim-lost')
  ofRun(feedRunStarted(), feedRunCompleted()).when(cannotRead(1, false)).thenRejected('claim-lost')
})

test.run()
