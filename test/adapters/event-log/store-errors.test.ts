import * as client from '@eventstore/db-client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  isAnswer,
  isPassing,
  isStoreAway,
  isTooSlow,
  outageWatch,
  reasonOf,
  storeAway,
  within,
} from '../../../src/adapters/event-log/eventstoredb/errors.ts'
import { retrying } from '../../../src/adapters/event-log/eventstoredb/store.ts'

/** Errors as the client throws them: some of its own have no message or code, gRPC's have no type. */
const grpc = (code: number, message = '') => Object.assign(new Error(message), { code, details: message })
const versions = { streamName: 's', current: 3n, expected: 1n }

test('every lost connection may be retried, even without type and message', () => {
  const lost = [
    grpc(14, '14 UNAVAILABLE: No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:2113.'),
    grpc(14),
    new client.UnavailableError(),
    new client.DeadlineExceededError(),
    new client.TimeoutError(),
    new client.UnknownError(),
    new client.CancelledError(),
    new Error('Failed to discover after 10 attempts.'),
  ]
  assert.ok(lost.every(isPassing))
})

test('answers and bugs are not retried', () => {
  const final = [
    new client.WrongExpectedVersionError(null as never, versions),
    new client.StreamNotFoundError(null as never, 's'),
    client.StreamDeletedError.fromStreamName('s'),
    client.MaxAppendSizeExceededError.fromMaxAppendSize(1),
    new client.InvalidArgumentError('no'),
    new TypeError('undefined is not a function'),
    'a string',
  ]
  assert.not(final.some(isPassing))
  assert.equal(final.map(isAnswer), [true, true, true, true, false, false, false])
})

test('recognises a dropped slow subscription, whatever its message', () => {
  assert.ok(isTooSlow(new client.TimeoutError()))
  assert.not(isTooSlow(new client.UnavailableError()))
})

test('the reason contains no address, and stays the same when it is wrapped', () => {
  assert.is(reasonOf(grpc(14, 'connect ECONNREFUSED 10.0.0.1:2113')), 'no connection')
  assert.is(reasonOf(new client.UnavailableError()), 'no connection')
  assert.is(reasonOf(new client.AccessDeniedError()), 'the credentials were rejected')
  assert.is(reasonOf(grpc(13, 'Received RST_STREAM from 10.0.0.1')), 'it failed (13)')
  const unavailable = storeAway(new client.DeadlineExceededError())
  assert.ok(isStoreAway(unavailable))
  assert.is(reasonOf(unavailable), 'no answer in time')
  assert.is(unavailable.kind, 'unavailable')
  assert.not(isStoreAway(new Error('other')))
})

test('the reason is what the store said, also when the last attempt had no time for an answer', async () => {
  let attempts = 0
  const call = (leftMs: number) =>
    attempts++ === 0 ? Promise.reject(new client.AccessDeniedError()) : within(leftMs, new Promise<never>(() => {}))
  const store = { outage: outageWatch(), patience: { callMs: 300, tryMs: 300, startMs: 300 } }
  assert.is(reasonOf(await retrying(store, call).catch(error => error)), 'the credentials were rejected')
})

test.run()
