import { test } from 'uvu'
import { motionAssets } from '../../../projections/asset-sources/motion-assets.ts'
import { motionRunsToDo } from '../../../projections/asset-sources/motion-runs-to-do.ts'
import { queues } from '../../../projections/queues/queues.ts'
import type { MotionRunEvent } from '../../../src/domain/asset-sources/motion-events.ts'
import {
  motionAssetsConfigured,
  motionRunAttemptFailed,
  motionRunCompleted,
  motionRunFailed,
  motionRunProgressed,
  motionRunRequested,
  motionRunStarted,
} from '../../support/examples/asset-sources.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const id = 'acme:motion-14-1'
const after = (...events: readonly MotionRunEvent[]) => [
  ...inStream('source-motion-acme:14', [motionAssetsConfigured(), motionRunRequested()]),
  ...inStream(`motion-run-${id}`, events),
]

test('requested films are to be rendered until their run has ended', () => {
  const todo = givenEvents(motionRunsToDo)
  todo(...after()).thenIn(id, { todo: 'open', attempt: 0, accountId: 'acme', assetSourceId: 14, number: 1 })
  todo(...after(motionRunStarted())).thenIn(id, { todo: 'open', attempt: 0 })
  todo(...after(motionRunStarted(), motionRunAttemptFailed())).thenIn(id, {
    todo: 'open',
    notBefore: '2026-05-01T10:00:05.000Z',
  })
  todo(...after(motionRunStarted(), motionRunCompleted)).thenIn(id, { todo: 'done', attempt: 1 })
  todo(...after(motionRunStarted(), motionRunFailed)).thenIn(id, { todo: 'failed', attempt: 1 })
})

test('the queue shows how many films are rendered, and which are missing (EXPORT-12)', () => {
  const queue = givenEvents(queues)
  queue(...after()).thenIn(id, { kind: 'MOTION_ASSETS', permission: 'AssetSource_Create', status: 'INITIATED' })
  queue(...after(motionRunStarted(), motionRunProgressed)).thenIn(id, {
    status: 'PROCESSING',
    total: 4,
    done: 2,
    failed: 1,
  })
  const missing = { item: 'pot / Small 80x40', code: 'image-missing', detail: 'not found: /assets/acme/pot.png' }
  queue(...after(motionRunStarted(), motionRunCompleted)).thenIn(id, {
    status: 'COMPLETED',
    total: 4,
    done: 3,
    failed: 1,
    errors: [missing],
  })
  queue(...after(motionRunStarted(), motionRunFailed)).thenIn(id, {
    status: 'FAILED',
    done: 0,
    failed: 1,
    errors: [{ item: '', code: 'no-films', detail: 'No row has all of its films.' }, missing],
  })
})

test('motion assets show their last runs with their films, newest first (SOURCE-18)', () => {
  const film = { item: 'pot / Small 80x40', code: 'image-missing', detail: 'not found: /assets/acme/pot.png' }
  const times = { requestedAt: '2026-05-01T10:00:00.000Z', endedAt: '2026-05-01T10:00:00.000Z' }
  const run = (number: number, ...events: readonly MotionRunEvent[]) => [
    ...inStream('source-motion-acme:14', [motionRunRequested(number)]),
    ...inStream(`motion-run-acme:motion-14-${number}`, [motionRunStarted(), ...events]),
  ]
  givenEvents(motionAssets)(
    ...after(motionRunStarted(), motionRunAttemptFailed(), motionRunStarted(2), motionRunCompleted),
    ...run(2, motionRunFailed),
    ...run(3, { ...motionRunCompleted, data: { ...motionRunCompleted.data, failed: 0, rows: 4, faults: [] } }),
    ...run(4, motionRunProgressed),
  ).then({
    'acme:14': {
      rows: 4,
      runs: [
        { queueId: 'motion-14-4', status: 'PROCESSING', requestedAt: times.requestedAt, films: 2, filmsMissing: 1 },
        {
          queueId: 'motion-14-3',
          status: 'COMPLETED',
          ...times,
          ...{ films: 4, filmsMissing: 0, rows: 4, rowsBefore: 3, faults: [] },
        },
        {
          queueId: 'motion-14-2',
          status: 'FAILED',
          ...times,
          ...{ films: 0, filmsMissing: 1, reason: 'No row has all of its films.', faults: [film] },
        },
        {
          queueId: 'motion-14-1',
          status: 'COMPLETED',
          ...times,
          ...{ films: 3, filmsMissing: 1, rows: 3, rowsBefore: 0, faults: [film] },
        },
      ],
    },
  })
})

test.run()
