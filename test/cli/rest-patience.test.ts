import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { restClient } from '../../src/cli/rest.ts'
import { problem } from '../support/servers/fake-rest.ts'
import { asking, failing } from '../support/waiting/asking.ts'

const test = suite('retries of the REST client')

test('retries after the time in Retry-After, before sending anything else', () =>
  asking(
    (_call, n) =>
      [problem(429, 'rate-limited', {}, { 'retry-after': '7' }), problem(503, 'busy', {}, { 'retry-after': '0' })][n] ??
      {},
    async ({ rest, calls, pauses }) => {
      await rest.json('PUT', '/a', {})
      await rest.json('PUT', '/b', {})
      assert.equal(pauses, [7, 0])
      assert.equal(
        calls.map(c => c.path),
        ['/a', '/a', '/a', '/b'],
      )
    },
  ))

test('honours a date in Retry-After, backs off exponentially if it is missing or invalid, and limits every pause', () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  const asked = [inAnHour, 'soon', '', '99999', new Date(0).toUTCString(), '-5']
  return asking(
    (_call, n) => (asked[n] === undefined ? {} : problem(429, 'rate-limited', {}, { 'retry-after': asked[n] })),
    async ({ rest, pauses }) => {
      await rest.json('PUT', '/a', {})
      const [hour, soon = 0, none = 0, long, past, negative] = pauses
      assert.equal([hour, long, past], [120, 120, 0])
      assert.ok(soon > 0 && none > soon && (negative ?? -1) >= 0)
    },
  )
})

test('does not try a port again that fetch never connects to', async () => {
  const pauses: number[] = []
  const sleep = async (seconds: number) => void pauses.push(seconds)
  const rest = restClient({ base: 'http://127.0.0.1:1', key: 'k', sleep })
  await rest.json('GET', '/a').then(
    () => assert.unreachable(),
    error =>
      assert.match(error.message, /^--url \(or ENDCAP_URL\): http:\/\/127\.0\.0\.1:1 cannot be reached \(bad port\)$/),
  )
  assert.equal(pauses, [])
})

test('waits for a first request that is still running', () =>
  asking(
    (_call, n) =>
      n === 0 ? problem(409, 'idempotency-key-in-use', {}, { 'retry-after': '1' }) : { body: { ok: true } },
    async ({ rest, pauses }) => {
      assert.equal(await rest.json('POST', '/a', {}), { ok: true })
      assert.equal(pauses, [1])
    },
  ))

test('waits longer for a request that a crashed node left than for a failing service', () =>
  asking(
    (_call, n) =>
      n < 3
        ? 'cut'
        : n < 15
          ? problem(409, 'idempotency-key-in-use', {}, { 'retry-after': '1' })
          : n < 18
            ? 'cut'
            : { body: { ok: true } },
    async ({ rest, pauses }) => {
      assert.equal(await rest.json('POST', '/a', {}), { ok: true })
      assert.is(pauses.length, 18)
    },
  ))

test('gives up on a request that never ends', () =>
  asking(
    () => problem(409, 'idempotency-key-in-use', {}, { 'retry-after': '1' }),
    async ({ rest, calls }) => {
      const error = await failing(rest.json('POST', '/a', {}))
      assert.is(error.message, 'POST /a: 409 the detail of idempotency-key-in-use')
      assert.is(calls.length, 31)
    },
  ))

test('reports the reason before each pause if the service does not respond', () =>
  asking(
    (_call, n) => (n < 2 ? 'cut' : {}),
    async ({ rest, pauses, waits }) => {
      await rest.json('PUT', '/a', {})
      assert.is(waits.length, pauses.length)
      assert.is(waits.length, 2)
      for (const why of waits) assert.match(why, /^http:\/\/127\.0\.0\.1:\d+ cannot be reached \(/)
    },
  ))

test('gives up after eight attempts, with the last error of the server', () =>
  asking(
    () => problem(503, 'store-unavailable'),
    async ({ rest, calls }) => {
      const error = await failing(rest.json('PUT', '/a', {}))
      assert.is(error.message, 'PUT /a: 503 the detail of store-unavailable')
      assert.is(calls.length, 8)
    },
  ))

test('retries a truncated response with the same Idempotency-Key; a new request has a new key', () =>
  asking(
    (_call, n) => (n === 0 || n === 3 ? 'cut' : { body: { n } }),
    async ({ rest, calls }) => {
      assert.equal(await rest.json('POST', '/a', { b: 1 }), { n: 1 })
      assert.equal(await rest.json('POST', '/a', { b: 1 }), { n: 2 })
      assert.equal(await rest.upload('/assets', { path: 'a.png' }, Buffer.from('bytes')), { n: 4 })
      const keys = calls.map(c => c.headers['idempotency-key'])
      assert.is(keys[0], keys[1])
      assert.is.not(keys[1], keys[2])
      assert.is(keys[3], keys[4])
      assert.is(new Set(keys).size, 3)
      for (const each of keys) assert.match(String(each), /^[\x21-\x7e]{1,255}$/)
    },
  ))

test('uploads the complete file with its path in every attempt', () => {
  const file = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
  return asking(
    (_call, n) => (n === 0 ? problem(429, 'rate-limited') : {}),
    async ({ rest, calls }) => {
      await rest.upload('/assets', { path: 'brand/ö.png' }, file)
      for (const { method, headers, body } of calls) {
        assert.is(method, 'POST')
        assert.match(String(headers['content-type']), /^multipart\/form-data; boundary=/)
        assert.ok(body.includes(file.toString('latin1')))
        assert.ok(Buffer.from(body, 'latin1').includes('brand/ö.png'))
      }
      assert.is(calls.length, 2)
    },
  )
})

test.run()
