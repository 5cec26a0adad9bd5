import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { query } from '../../src/engine/operation.ts'
import { get } from '../../src/operations/row.ts'
import { startApp } from '../support/service/http.ts'
import { inTime } from '../support/waiting/in-time.ts'

const test = suite('stopping')

test('a stopping node finishes running requests and refuses new ones with 503', async () => {
  let finish = (): void => undefined
  let began = (): void => undefined
  const running = new Promise<void>(resolve => {
    began = resolve
  })
  const slow = query({
    summary: 'Waits.',
    params: t.type({}),
    reply: t.type({ done: t.boolean }),
    async run() {
      began()
      await new Promise<void>(resolve => {
        finish = resolve
      })
      return E.right({ body: { done: true } })
    },
  })
  const app = await startApp([get('/slow', 'public', { slow })])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (path: string) =>
    new Promise<{ status: number; connection: string | undefined; retryAfter: string | undefined }>(
      (resolve, reject) => {
        request({ port: app.port, host: '127.0.0.1', path, agent }, res => {
          res.resume()
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              connection: res.headers.connection,
              retryAfter: res.headers['retry-after'],
            }),
          )
        })
          .on('error', reject)
          .end()
      },
    )
  const first = send('/slow')
  await running
  app.app.drain()
  const refused = await app.send('GET', '/healthz')
  assert.is(refused.status, 503)
  assert.is(refused.json.code, 'draining')
  assert.is(refused.headers['retry-after'], '1')
  assert.is(refused.headers.connection, 'close')
  const stopped = app.stop()
  finish()
  assert.equal(await first, { status: 200, connection: 'close', retryAfter: undefined })
  await stopped
  agent.destroy()
  let isRefused = false
  await send('/slow').catch(() => {
    isRefused = true
  })
  assert.ok(isRefused)
})

for (const [whose, trustProxy, seconds] of [
  ['a client', 0, 65],
  // longer than Caddy (120 s), Traefik (90 s) and the load balancers of clouds (up to 600 s) wait
  ['a proxy', 1, 620],
] as const)
  test(`the connection of ${whose} is kept for ${seconds} s between two requests`, async () => {
    const app = await startApp([], { trustProxy })
    const response = await fetch(`http://127.0.0.1:${app.port}/healthz`)
    assert.is(response.headers.get('keep-alive'), `timeout=${seconds}`)
    await response.text()
    await app.stop()
  })

const shortLimits = [
  { what: 'sends nothing', sent: '', limits: { headersTimeout: 50, connectionsCheckingInterval: 10 } },
  {
    what: 'sends half of its headers',
    sent: 'GET / HTT',
    limits: { headersTimeout: 50, connectionsCheckingInterval: 10 },
  },
  { what: 'asks for nothing more', sent: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', limits: { keepAliveTimeout: 10 } },
]
for (const { what, sent, limits } of shortLimits)
  test(`a client that ${what} does not hold a connection`, async () => {
    const app = await startApp([], { limits })
    const socket = connect(app.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(sent)
    socket.resume()
    await inTime('the end of the connection', new Promise(resolve => socket.once('close', resolve)))
    await app.stop()
  })

test.run()
