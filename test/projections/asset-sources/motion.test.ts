import { test } from 'uvu'
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
  todo(...after(motionRunStarted())).thenIn(id, { todo: 'open', claim: { worker: 'node1', attempt: 1 } })
  todo(...after(motionRunStarted(), motionRunAttemptFailed())).thenIn(id, {
    todo: 'open',
    notBefore: '2026-05-01T10:00:05.000Z',
  })
  for (const end of [motionRunCompleted, motionRunFailed])
    todo(...after(motionRunStarted(), end)).thenIn(id, { todo: 'done', attempt: 1 })
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

test.run()
