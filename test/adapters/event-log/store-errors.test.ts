import * as client from '@eventstore/db-client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  isAnswer,
  isPassing,
  isStoreAway,
  isTooSlow,
  reasonOf,
  storeAway,
} from '../../../src/adapters/event-log/eventstoredb/store-errors.ts'

/** Errors as the client throws them; its own carry no message or code on some paths, gRPC's carry no type. */
const grpc = (code: number, message = '') => Object.assign(new Error(message), { code, details: message })
const versions = { streamName: 's', current: 3n, expected: 1n }

test('whatever lost the connection may be tried again, also what has no type and no message', () => {
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

test('an answer is an answer, and a fault of ours is a fault', () => {
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

test('only a dropped slow subscription is one, whatever its message', () => {
  assert.ok(isTooSlow(new client.TimeoutError()))
  assert.not(isTooSlow(new client.UnavailableError()))
})

test('the reason is in words, without an address, and stays the same when it is told on', () => {
  assert.is(reasonOf(grpc(14, 'connect ECONNREFUSED 10.0.0.1:2113')), 'no connection')
  assert.is(reasonOf(new client.UnavailableError()), 'no connection')
  assert.is(reasonOf(new client.AccessDeniedError()), 'it refuses the credentials')
  assert.is(reasonOf(grpc(13, 'Received RST_STREAM from 10.0.0.1')), 'it fails (13)')
  const away = storeAway(new client.DeadlineExceededError())
  assert.ok(isStoreAway(away))
  assert.is(reasonOf(away), 'no answer in time')
  assert.is(away.kind, 'unavailable')
  assert.not(isStoreAway(new Error('other')))
})

test.run()
