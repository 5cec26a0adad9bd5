import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { waitMessage } from '../../../src/domain/queues/wait-message.ts'

const now = new Date('2026-05-01T10:00:00.000Z')
const waiting = { reason: 'The server did not answer.', until: '2026-05-01T10:00:15.000Z' }

test('a queue says what it waits for, and until when', () => {
  assert.is(
    waitMessage({ status: 'PROCESSING', waiting }, now),
    'An attempt failed: The server did not answer. It is repeated at 2026-05-01T10:00:15.000Z.',
  )
  assert.is(
    waitMessage({ status: 'PROCESSING', waiting }, new Date(waiting.until)),
    'An attempt failed: The server did not answer. It is repeated as soon as a worker is free.',
  )
  assert.is(waitMessage({ status: 'INITIATED' }, now), 'It waits for a free worker.')
})

test('a queue that works or is over waits for nothing', () => {
  assert.is(waitMessage({ status: 'PROCESSING' }, now), '')
  for (const status of ['COMPLETED', 'FAILED'] as const) assert.is(waitMessage({ status, waiting }, now), '')
})

test.run()
