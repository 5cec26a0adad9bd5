import { Webhook } from 'standardwebhooks'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { systemClock } from '../../src/adapters/clock/system.ts'
import { openFetcher } from '../../src/adapters/fetcher/guarded.ts'
import type { Fetcher } from '../../src/ports/fetcher.ts'
import { sendEvent } from '../../src/webhooks/send-event.ts'
import { keyOf } from '../../src/webhooks/signed-message.ts'
import { answers, type Reacts, type Receiver, startReceiver } from '../support/servers/webhook-receiver.ts'

const test = suite('sending an event to a webhook')
const key = keyOf(new Uint8Array(32).fill(7))
const metadata = { at: '2026-05-01T10:00:00.000Z' }
const event = { id: 'e-1', type: 'ApprovalDecided', position: '12', data: { text: 'Grüße “x”' }, metadata }
let receiver: Receiver
/** Of its own: a request that arrives after its sender has left would get the answer that is meant for the next test. */
let silent: Receiver
let fetcher: Fetcher

test.before(async () => {
  receiver = await startReceiver()
  silent = await startReceiver()
  fetcher = openFetcher({ egressAllow: [receiver.host, silent.host] })
})
test.after(async () => {
  await fetcher.close()
  await receiver.close()
  await silent.close()
})

const send = (url = receiver.url, signal = new AbortController().signal, timeoutMs?: number) =>
  sendEvent({ fetcher, clock: systemClock }, { url, key }, JSON.stringify(event), signal, timeoutMs)

test('the request is signed by Standard Webhooks, and has the event', async () => {
  assert.equal(await send(), { taken: true, status: 204 })
  const { headers, body } = receiver.received.at(-1)!
  assert.is(headers['webhook-id'], 'e-1')
  assert.equal(new Webhook(key).verify(body, { ...headers }), {
    type: 'ApprovalDecided',
    timestamp: metadata.at,
    data: event,
  })
  assert.throws(() => new Webhook(keyOf(new Uint8Array(32))).verify(body, { ...headers }))
})

test('the old key signs, too, until its time is over', async () => {
  const newKey = keyOf(new Uint8Array(32).fill(8))
  const { signal } = new AbortController()
  const sentWith = async (until: string) => {
    const target = { url: receiver.url, key: newKey, old: { key, until } }
    await sendEvent({ fetcher, clock: systemClock }, target, JSON.stringify(event), signal)
    return receiver.received.at(-1)!
  }
  const during = await sentWith('9999-12-31T00:00:00.000Z')
  for (const each of [newKey, key]) new Webhook(each).verify(during.body, { ...during.headers })
  const afterwards = await sentWith('2026-01-01T00:00:00.000Z')
  new Webhook(newKey).verify(afterwards.body, { ...afterwards.headers })
  assert.throws(() => new Webhook(key).verify(afterwards.body, { ...afterwards.headers }))
})

const raw =
  (text: string): Reacts =>
  socket =>
    void socket.end(text)
const endless: Reacts = socket => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n')
  const timer = setInterval(() => socket.write('x'.repeat(1_000)), 5)
  socket.on('close', () => clearInterval(timer))
}

const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n'
/** Sends interim responses as fast as its client takes them. */
const hinting: Reacts = socket => {
  const more = () => {
    while (!socket.destroyed && socket.write(hint.repeat(1_000)));
  }
  socket.on('drain', more)
  more()
}

for (const [what, reacts] of [
  ['interim responses before it', raw(`${hint.repeat(20)}HTTP/1.1 204 No Content\r\n\r\n`)],
  ['a body that does not end', endless],
  ['a body that is shorter than announced', raw('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nx')],
  ['a body that is no gzip', raw('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc')],
] as const)
  test(`an event is taken by a 2xx status with ${what}`, async () => {
    receiver.willReact(reacts)
    assert.is((await send()).taken, true)
  })

const elsewhere = 'Location: http://169.254.169.254/latest\r\n'
for (const [what, reacts, reason] of [
  ...[400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504].map(
    status => [`answers ${status}`, answers(status), `it answered ${status}`] as const,
  ),
  ...[301, 302, 307].map(
    status => [`redirects with ${status}`, answers(status, elsewhere), 'too-many-redirects'] as const,
  ),
  ['hangs up', socket => socket.destroy(), 'unreachable'],
  ['resets the connection', socket => socket.resetAndDestroy(), 'unreachable'],
  ['hangs up within its headers', raw('HTTP/1.1 200 OK\r\nContent-'), 'unreachable'],
  ['answers before it was asked', raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 OK\r\n\r\n'), 'unreachable'],
  ['never ends its interim responses', hinting, 'unreachable'],
  ['does not speak HTTP', raw('SSH-2.0-OpenSSH_9.6\r\n'), 'unreachable'],
  ['has headers without end', raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`), 'unreachable'],
] as readonly (readonly [string, Reacts, string])[])
  test(`an event is not taken by a receiver that ${what}, and can be sent again`, async () => {
    receiver.willReact(reacts)
    assert.equal(await send(), { taken: false, isGone: false, reason, askedMs: 0 })
    assert.is((await send()).taken, true)
  })

test('a receiver that never answers is left', async () => {
  silent.willReact(() => undefined)
  assert.equal(await send(silent.url, undefined, 50), { taken: false, isGone: false, reason: 'timeout', askedMs: 0 })
})

test('a receiver that is gone is known by 410', async () => {
  receiver.willReact(answers(410))
  assert.equal(await send(), { taken: false, isGone: true, reason: 'it answered 410', askedMs: 0 })
})

test('the pause that a receiver asks for is read as seconds, or as a date', async () => {
  const asked = async (retryAfter: string) => {
    receiver.willReact(answers(429, `Retry-After: ${retryAfter}\r\n`))
    const sent = await sendEvent(
      { fetcher, clock: { ...systemClock, now: () => new Date('2026-05-01T10:00:00.000Z') } },
      { url: receiver.url, key },
      JSON.stringify(event),
      new AbortController().signal,
    )
    return sent.taken ? undefined : sent.askedMs
  }
  assert.is(await asked('90'), 90_000)
  assert.is(await asked('Fri, 01 May 2026 10:02:00 GMT'), 120_000)
})

test('no request reaches a private address, or is sent in another protocol', async () => {
  for (const [url, reason] of [
    ['http://127.0.0.1:1/', 'address-refused'],
    ['http://169.254.169.254/latest', 'address-refused'],
    ['http://[::1]/', 'address-refused'],
    ['ftp://example.com/', 'scheme-refused'],
  ] as const)
    assert.equal(await send(url), { taken: false, isGone: false, reason, askedMs: 0 }, url)
})

test.run()
