import { errors } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { connectionFault, refusedBy } from '../../../src/adapters/fetcher/refused.ts'

test('a server that cannot be connected to in time is told apart from one that answers too slowly', () => {
  const reasonOf = (error: Error) => {
    const { code, message } = refusedBy(error, 60_000)
    return `${code}: ${message}`
  }
  assert.is(reasonOf(new errors.ConnectTimeoutError()), 'timeout: no connection within 10000 ms')
  assert.is(reasonOf(new errors.HeadersTimeoutError()), 'timeout: no complete response within 60000 ms')
  assert.is(reasonOf(new errors.BodyTimeoutError()), 'timeout: no complete response within 60000 ms')
})

test('a cause is named that was observed, not the most common one', () => {
  const faultOf = (code: string, syscall?: string) => connectionFault(Object.assign(new Error(), { code, syscall }))
  assert.is(faultOf('ENOTFOUND', 'getaddrinfo'), 'the host is unknown (ENOTFOUND)')
  assert.is(faultOf('ECONNREFUSED', 'connect'), 'the server refuses connections to this port (ECONNREFUSED)')
  assert.is(faultOf('ECONNREFUSED', 'queryA'), 'the name of the host could not be looked up (ECONNREFUSED)')
  assert.is(
    faultOf('CERT_HAS_EXPIRED'),
    'the certificate of the server is not trusted (CERT_HAS_EXPIRED): it has expired',
  )
  assert.is(
    faultOf('ERR_SSL_WRONG_VERSION_NUMBER'),
    'no TLS connection can be agreed with the server (ERR_SSL_WRONG_VERSION_NUMBER)',
  )
  assert.is(faultOf('Z_DATA_ERROR'), 'the compressed response is damaged or incomplete (Z_DATA_ERROR)')
})

test.run()
