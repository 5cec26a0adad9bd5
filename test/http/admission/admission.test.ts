import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Middleware } from 'koa'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { AccountId } from '../../../src/codec/names.ts'
import { command, query } from '../../../src/engine/operation.ts'
import { rawReply } from '../../../src/engine/reply.ts'
import { get, post } from '../../../src/operations/row.ts'
import { acmeKey, adminApiKey, keyText, startApp, testSecrets } from '../../support/service/http.ts'
import { until } from '../../support/waiting/until.ts'

const kib = 1_024
/** Room for four bodies of the tests, two of one account. */
const inFlightBytes = 400 * kib
const bodyBytes = 100 * kib
/** Room on the disk for a file of 6 MB of each of eight accounts. */
const uploadBytes = 8 * 6_100_000
/** A body that arrives slowly keeps its room, as a large one does for five seconds of the machine only. */
const slowBytes = bodyBytes / 2
/** More than the operating system takes for a client that does not read. */
const answerBytes = 32_000_000

let waiting: (() => void)[] = []
const keep = command({
  summary: 'Holds its body until the test lets it go.',
  params: t.type({ accountId: AccountId }),
  body: t.type({ text: t.string }),
  reply: t.type({ length: t.number }),
  async run({ body }) {
    await new Promise<void>(resolve => waiting.push(resolve))
    return E.right({ body: { length: body.text.length } })
  },
})
const keepElsewhere = command({
  summary: 'The same, at a path that names no account.',
  params: t.type({}),
  body: t.type({ text: t.string }),
  reply: t.type({ length: t.number }),
  async run({ body }) {
    await new Promise<void>(resolve => waiting.push(resolve))
    return E.right({ body: { length: body.text.length } })
  },
})
const upload = command({
  summary: 'Takes a file.',
  params: t.type({ accountId: AccountId }),
  multipart: { file: { about: 'A file.' } },
  maxBytes: 10_000_000,
  reply: t.type({ size: t.number }),
  async run({ files }) {
    await new Promise<void>(resolve => waiting.push(resolve))
    return E.right({ body: { size: files.file?.size ?? 0 } })
  },
})
const large = query({
  summary: 'A large answer.',
  params: t.type({ accountId: AccountId }),
  reply: t.type({ text: t.string }),
  run: async () => E.right({ json: JSON.stringify({ text: 'x'.repeat(answerBytes) }) }),
})
const medium = query({
  summary: 'An answer that the operating system takes.',
  params: t.type({ accountId: AccountId }),
  reply: t.type({ text: t.string }),
  run: async () => E.right({ json: JSON.stringify({ text: 'x'.repeat(bodyBytes - 11) }) }),
})
/** The files that were opened. */
let files: Readable[] = []
const file = query({
  summary: 'A file.',
  params: t.type({ accountId: AccountId }),
  reply: { media: 'text/plain' },
  async run() {
    const raw = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)))
    files.push(raw)
    return rawReply({ raw, contentType: 'text/plain', length: 6_553_600 })
  },
})
let late = { asked: Promise.withResolvers<void>(), gone: Promise.withResolvers<void>() }
const lateAnswer = query({
  summary: 'A large answer, once its client is gone.',
  params: t.type({ accountId: AccountId }),
  reply: t.type({ text: t.string }),
  async run() {
    late.asked.resolve()
    await late.gone.promise
    return E.right({ json: JSON.stringify({ text: 'x'.repeat(answerBytes) }) })
  },
})
const small = query({
  summary: 'A small answer.',
  params: t.type({ accountId: AccountId }),
  reply: t.type({ ok: t.boolean }),
  run: async () => E.right({ body: { ok: true } }),
})
const answer = command({
  summary: 'Takes a form from anyone.',
  form: true,
  params: t.type({ accountId: AccountId }),
  body: t.type({ text: t.string }),
  reply: t.type({ length: t.number }),
  run: async ({ body }) => E.right({ body: { length: body.text.length } }),
})

const noteEnd: Middleware = (ctx, next) => {
  if (ctx.url.endsWith('late')) ctx.res.once('close', late.gone.resolve)
  return next()
}

type Context = { app: Awaited<ReturnType<typeof startApp>>; sockets: Socket[] }
const test = suite<Context>('admission of requests')
test.before.each(async context => {
  waiting = []
  files = []
  late = { asked: Promise.withResolvers<void>(), gone: Promise.withResolvers<void>() }
  context.sockets = []
  context.app = await startApp(
    [
      post('/v2/accounts/:accountId/keep', 'Campaigns_Create', { keep }),
      post('/v2/keep', 'Campaigns_Create', { keepElsewhere }),
      post('/v2/accounts/:accountId/upload', 'Campaigns_Create', { upload }),
      get('/v2/accounts/:accountId/large', 'Campaigns_Create', { large }),
      get('/v2/accounts/:accountId/late', 'Campaigns_Create', { lateAnswer }),
      get('/v2/accounts/:accountId/medium', 'Campaigns_Create', { medium }),
      get('/v2/accounts/:accountId/file', 'Campaigns_Create', { file }),
      get('/v2/accounts/:accountId/small', 'Campaigns_Create', { small }),
      post('/pages/:accountId', 'public', { answer }),
    ],
    { inFlightBytes, uploadBytes, trustProxy: 1, middleware: [noteEnd] },
  )
})
test.after.each(async ({ app, sockets }) => {
  for (const socket of sockets) socket.destroy()
  for (const go of waiting) go()
  await app.stop()
})

const held = async ({ app }: Context): Promise<number> => {
  const { text } = await app.send('GET', '/metrics', { key: undefined })
  return Number(/^endcap_in_flight_bytes (\d+)$/m.exec(text)?.[1])
}
const overloads = async ({ app }: Context): Promise<number> => {
  const { text } = await app.send('GET', '/metrics', { key: undefined })
  return Number(/^endcap_overloaded_total (\d+)$/m.exec(text)?.[1])
}
const body = JSON.stringify({ text: 'x'.repeat(bodyBytes - 11) })
const send = ({ app }: Context, account = 'acme', headers: Record<string, string> = {}) =>
  app.send('POST', `/v2/accounts/${account}/keep`, { body, headers, key: account === 'acme' ? acmeKey : adminApiKey })
/** Sends bodies that stay in flight. */
const inFlight = async (context: Context, count: number, account = 'acme') => {
  const before = waiting.length
  const answers = Array.from({ length: count }, () => send(context, account))
  await until(
    async () => waiting.length,
    length => length === before + count,
  )
  return answers
}
const refused = (answer: Awaited<ReturnType<typeof send>>) => {
  assert.equal([answer.status, answer.json.code], [503, 'overloaded'], answer.text)
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/)
}
const letGo = () => {
  for (const go of waiting.splice(0)) go()
}

test('bodies beyond the bound are refused with Retry-After, and accepted when others are done', async context => {
  const first = [...(await inFlight(context, 2)), ...(await inFlight(context, 2, 'other'))]
  assert.is(await held(context), 4 * bodyBytes)
  refused(await send(context, 'third'))
  assert.is(await overloads(context), 1)
  letGo()
  for (const answer of first) assert.is((await answer).status, 200)
  assert.is(await held(context), 0)
  const [again] = await inFlight(context, 1, 'third')
  letGo()
  assert.is((await again)?.status, 200)
})

test('one account leaves room for others, with whatever key', async context => {
  await inFlight(context, 2)
  refused(await send(context))
  const asAdmin = await context.app.send('POST', '/v2/accounts/acme/keep', { body, key: adminApiKey })
  refused(asAdmin)
  await inFlight(context, 2, 'other')
})

test('a path that names no account holds the room of the key’s accounts, so a second key buys nothing', async context => {
  const { app } = context
  const first = app.keys.get('aaaaaaaa')!
  const hash = testSecrets.hashApiKey(keyText('f'))
  const caller = { ...first.caller, id: 'ffffffff', accounts: ['other', 'acme'] }
  app.keys.set('ffffffff', { ...first, hash, caller })
  await inFlight(context, 2)
  refused(await app.send('POST', '/v2/keep', { body }))
  refused(await app.send('POST', '/v2/keep', { body, key: keyText('f') }))
  const asAdmin = app.send('POST', '/v2/keep', { body, key: adminApiKey })
  await until(
    async () => waiting.length,
    length => length === 3,
  )
  letGo()
  assert.is((await asAdmin).status, 200)
})

test('a body without Content-Length counts as it arrives', async context => {
  const { app } = context
  await inFlight(context, 1)
  const sent = request({
    port: app.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v2/accounts/acme/keep',
    headers: { svc_apikey: acmeKey, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write(body.slice(0, bodyBytes / 2))
  await until(
    () => held(context),
    bytes => bytes === 1.5 * bodyBytes,
  )
  sent.end(body.slice(bodyBytes / 2) + ' '.repeat(bodyBytes))
  const [answer] = await answered
  assert.equal([answer.statusCode, ((await json(answer)) as { code: string }).code], [503, 'overloaded'])
  await until(
    () => held(context),
    bytes => bytes === bodyBytes,
  )
})

const opened = async ({ app, sockets }: Context): Promise<Socket> => {
  const socket = connect(app.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

test('a client that hangs up gives back what it held', async context => {
  const socket = await opened(context)
  socket.write(
    `POST /v2/accounts/acme/keep HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\nContent-Type: application/json\r\nContent-Length: ${slowBytes}\r\n\r\n{"te`,
  )
  await until(
    () => held(context),
    bytes => bytes === slowBytes,
  )
  socket.destroy()
  await until(
    () => held(context),
    bytes => bytes === 0,
  )
})

const askLarge = async (context: Context) => {
  const socket = await opened(context)
  socket.pause()
  socket.write(`GET /v2/accounts/acme/large HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\nConnection: close\r\n\r\n`)
  return socket
}

test('large answers that nobody reads count until they are sent; small ones are never refused', async context => {
  const { app } = context
  const unread = await askLarge(context)
  await until(
    () => held(context),
    bytes => bytes > answerBytes,
  )
  refused(await app.send('GET', '/v2/accounts/acme/large'))
  refused(await send(context))
  assert.is((await app.send('GET', '/v2/accounts/acme/small')).status, 200)
  unread.resume()
  await until(
    () => held(context),
    bytes => bytes === 0,
  )
  // whatever its size, if it is the only one
  assert.is((await app.send('GET', '/v2/accounts/acme/large')).status, 200)
})

test('an answer that its client has stopped reading is given back when the client hangs up', async context => {
  const unread = await askLarge(context)
  await until(
    () => held(context),
    bytes => bytes > answerBytes,
  )
  unread.destroy()
  await until(
    () => held(context),
    bytes => bytes === 0,
  )
})

for (const [path, admitted, bytes] of [
  ['medium', 2, 2 * bodyBytes],
  ['file', 1, 131_072],
] as const)
  test(`answers (${path}) that wait behind another one of their connection count, so that nobody heaps them up`, async context => {
    const socket = await opened(context)
    const head = `Host: a\r\nsvc_apikey: ${acmeKey}\r\n`
    const first = `GET /v2/accounts/acme/late HTTP/1.1\r\n${head}\r\n`
    socket.write(first + `GET /v2/accounts/acme/${path} HTTP/1.1\r\n${head}\r\n`.repeat(4))
    await until(
      async () => [await held(context), await overloads(context)].join(),
      counts => counts === [bytes, 4 - admitted].join(),
    )
    socket.resetAndDestroy()
    await until(
      () => held(context),
      left => left === 0,
    )
  })

test('a file whose answer is refused is closed', async context => {
  const socket = await opened(context)
  const get = (path: string) => `GET /v2/accounts/acme/${path} HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\n\r\n`
  socket.write(get('late') + get('file').repeat(4))
  await until(
    () => overloads(context),
    refusals => refusals === 3,
  )
  const closed = files.filter(({ destroyed }) => destroyed)
  assert.is(closed.length, 3)
  socket.resetAndDestroy()
  await until(
    async () => files.filter(({ destroyed }) => !destroyed).length,
    open => open === 0,
  )
})

/** A form of which only the beginning arrives. */
const beginForm = async (context: Context, address: string) => {
  const socket = await opened(context)
  socket.write(
    `POST /pages/acme HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${slowBytes}\r\n\r\nte`,
  )
}
const sendForm = ({ app }: Context, address: string) =>
  app.send('POST', '/pages/acme', {
    key: undefined,
    body: 'text=yes',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  })

test('what strangers hold takes no room of an account, and of one address no room of another', async context => {
  // all that one address may hold
  for (let n = 0; n < 2; n++) await beginForm(context, '192.0.2.1')
  await until(
    () => held(context),
    bytes => bytes === bodyBytes,
  )
  refused(await sendForm(context, '192.0.2.1'))
  assert.is((await sendForm(context, '192.0.2.2')).status, 200)
  await inFlight(context, 2)
})

test('an answer that nobody waits for any more holds nothing', async context => {
  const socket = await opened(context)
  socket.write(`GET /v2/accounts/acme/late HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\n\r\n`)
  await late.asked.promise
  socket.resetAndDestroy()
  await late.gone.promise
  assert.is((await context.app.send('GET', '/v2/accounts/acme/large')).status, 200)
  await until(
    () => held(context),
    bytes => bytes === 0,
  )
})

for (const [what, path, type] of [
  ['a body', 'keep', 'application/json'],
  ['an upload', 'upload', 'multipart/form-data; boundary=b'],
] as const)
  test(`${what} whose client hangs up while its key is checked holds nothing`, async context => {
    const socket = await opened(context)
    const { gone } = late
    const found = Promise.withResolvers<void>()
    context.app.onFindKey(() => {
      socket.resetAndDestroy()
      return gone.promise.then(found.resolve)
    })
    socket.write(
      `POST /v2/accounts/acme/${path}?late HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\nContent-Type: ${type}\r\nContent-Length: 50000\r\n\r\n{`,
    )
    await found.promise
    await until(
      () => held(context),
      bytes => bytes === 0,
    )
    await until(
      async () => context.app.lines.filter(line => line.includes(`/${path}`)).length,
      lines => lines === 1,
    )
  })

/** Uploads a file whose operation runs until the test lets it go. */
const uploaded = ({ app }: Context, bytes: number, account = 'acme') => {
  const form = new FormData()
  form.append('file', new Blob(['x'.repeat(bytes)]), 'a.txt')
  const key = account === 'acme' ? acmeKey : adminApiKey
  const headers = { svc_apikey: key }
  return fetch(`http://127.0.0.1:${app.port}/v2/accounts/${account}/upload`, { method: 'POST', body: form, headers })
}

test('uploads of one account at the same time cannot fill the disk, and leave room for others', async context => {
  const first = uploaded(context, 6_000_000)
  await until(
    async () => waiting.length,
    length => length === 1,
  )
  const second = await uploaded(context, 200_000)
  const { code } = (await second.json()) as { code: string }
  assert.equal([second.status, code, second.headers.get('retry-after')], [503, 'overloaded', '1'])
  const other = uploaded(context, 6_000_000, 'other')
  await until(
    async () => waiting.length,
    length => length === 2,
  )
  letGo()
  assert.equal([(await first).status, (await other).status], [200, 200])
  const again = uploaded(context, 6_000_000)
  await until(
    async () => waiting.length,
    length => length === 1,
  )
  letGo()
  assert.is((await again).status, 200)
})

test('a file on its way to the disk counts little', async context => {
  const answered = uploaded(context, 5_000_000)
  await until(
    async () => waiting.length,
    length => length === 1,
  )
  const bytes = await held(context)
  assert.ok(bytes > 0 && bytes <= 128 * kib, `${bytes}`)
  letGo()
  assert.is((await answered).status, 200)
  assert.is(await held(context), 0)
})

test.run()
