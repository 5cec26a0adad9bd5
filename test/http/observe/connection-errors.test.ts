import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { AccountId } from '../../../src/codec/names.ts'
import { command, query } from '../../../src/engine/operation.ts'
import { rawReply } from '../../../src/engine/reply.ts'
import { get, post } from '../../../src/operations/row.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'
import { until } from '../../support/waiting/until.ts'

const test = suite('errors of connections')

const take = command({
  summary: 'Takes a text.',
  params: t.type({ accountId: AccountId }),
  body: t.type({ text: t.string }),
  reply: t.type({ ok: t.boolean }),
  run: async () => E.right({ body: { ok: true } }),
})

test('a request that cannot be parsed is logged without its bytes, which hold its key', async () => {
  const app = await startApp([post('/v2/accounts/:accountId/take', 'Campaigns_Create', { take })])
  const socket = connect(app.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(
      `POST /v2/accounts/acme/take HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nno size\r\n`,
    )
    await until(
      async () => app.problems.length,
      length => length > 0,
    )
    assert.equal(app.problems, [
      {
        fields: { code: 'HPE_INVALID_CHUNK_SIZE', reason: 'Parse Error: Invalid character in chunk size' },
        message: 'a request could not be read',
      } as never,
    ])
  } finally {
    socket.destroy()
    await app.stop()
  }
})

type Reading = ReturnType<typeof reading>
const failure = Object.assign(new Error('the store hung up'), { code: 'ECONNRESET' })
/** A query that waits for the test, one whose answer does not go out at once, and one that is answered at once. */
const reading = () => {
  const began = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const row = (run: () => Promise<E.Either<never, { readonly body: { readonly text: string } }>>) =>
    query({ summary: 'Reads.', params: t.type({}), reply: t.type({ text: t.string }), run })
  const raw = (media: string, bytes: () => Readable) =>
    query({
      summary: 'Reads.',
      params: t.type({}),
      reply: { media },
      run: async () => rawReply({ raw: bytes(), contentType: media }),
    })
  const endless = new Readable({ read: () => undefined })
  endless.push('id: 1\n\n')
  const broken = new Readable({ read: () => undefined })
  broken.push('PK')
  return {
    breakFile: () => broken.destroy(failure),
    began: began.promise,
    finish: finish.resolve,
    waits: row(async () => {
      began.resolve()
      await finish.promise
      return E.right({ body: { text: 'late' } })
    }),
    large: row(async () => E.right({ body: { text: 'x'.repeat(20_000_000) } })),
    events: raw('text/event-stream', () => endless),
    files: raw('application/zip', () => broken),
    small: row(async () => E.right({ body: { text: 'x' } })),
  }
}

/** Sends a GET, waits for what the test says, and resets the connection. Returns what was logged of it. */
const logOfReset = async (path: string, before: (socket: Socket, rows: Reading) => Promise<unknown>) => {
  const rows = reading()
  const { waits, large, small, events, files } = rows
  const app = await startApp([
    get('/waits', 'public', { waits }),
    get('/large', 'public', { large }),
    get('/small', 'public', { small }),
    get('/events', 'public', { events }),
    get('/files', 'public', { files }),
  ])
  const socket = connect(app.port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await before(socket, rows)
    socket.resetAndDestroy()
    // the node has seen the end of the connection when a request that came later is answered
    await fetch(`http://127.0.0.1:${app.port}/small`)
    rows.finish()
    return app.problems.map(({ message }) => message)
  } finally {
    await app.stop()
  }
}

const left = 'a client left before its response was complete'

test('a client that leaves while its request runs is named', async () => {
  assert.equal(await logOfReset('/waits', (_, { began }) => began), [left])
})

test('a client that leaves before all of its response is sent is named once', async () => {
  assert.equal(await logOfReset('/large', socket => once(socket, 'readable')), [left])
})

test('a client that leaves a stream of events, which has no end, is not', async () => {
  assert.equal(await logOfReset('/events', socket => once(socket, 'data')), [])
})

test('a response whose source breaks is a fault, whatever its code', async () => {
  const logged = await logOfReset('/files', async (socket, { breakFile }) => {
    await once(socket, 'data')
    breakFile()
    await once(socket, 'close')
  })
  assert.ok(logged.includes('a response could not be sent completely'), String(logged))
})

test('a connection that breaks after its response is not a fault', async () => {
  assert.equal(await logOfReset('/small', socket => once(socket, 'data')), [])
})

test.run()
