import { errors } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { refusedBy } from '../../../src/adapters/fetcher/refused.ts'

test('a server that cannot be connected to in time is told apart from one that answers too slowly', () => {
  const reasonOf = (error: Error) => {
    const { code, message } = refusedBy(error, 60_000)
    return `${code}: ${message}`
  }
  assert.is(reasonOf(new errors.ConnectTimeoutError()), 'timeout: no connection within 10000 ms')
  assert.is(reasonOf(new errors.HeadersTimeoutError()), 'timeout: no complete response within 60000 ms')
  assert.is(reasonOf(new errors.BodyTimeoutError()), 'timeout: no complete response within 60000 ms')
})

test.run()
