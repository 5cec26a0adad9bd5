import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { AccountId } from '../../../src/codec/names.ts'
import { command, query } from '../../../src/engine/operation.ts'
import { get, post } from '../../../src/operations/row.ts'
import { acmeKey, startApp } from '../../support/service/http.ts'
import { inTime } from '../../support/waiting/in-time.ts'
import { until } from '../../support/waiting/until.ts'

/** More than the operating system takes for a client that does not read. */
const answerBytes = 32_000_000
const account = t.type({ accountId: AccountId })

type Context = {
  folder: string
  uploads: string[]
  app: Awaited<ReturnType<typeof startApp>>
  sockets: Socket[]
}
const test = suite<Context>('slow clients')

const json = query({
  summary: 'A long list.',
  params: account,
  reply: t.type({ text: t.string }),
  run: async () => E.right({ json: JSON.stringify({ text: 'x'.repeat(answerBytes) }) }),
})
const fileOf = (folder: () => string) =>
  query({
    summary: 'A large file, such as a ZIP or a video.',
    params: account,
    reply: { media: 'application/zip' },
    run: async () =>
      E.right({ raw: createReadStream(join(folder(), 'large')), length: answerBytes, contentType: 'application/zip' }),
  })
const keep = command({
  summary: 'Takes a body.',
  params: account,
  body: t.type({ text: t.string }),
  reply: t.type({ length: t.number }),
  run: async ({ body }) => E.right({ body: { length: body.text.length } }),
})
const upload = command({
  summary: 'Takes a file.',
  params: account,
  multipart: { file: { about: 'A file.' } },
  maxBytes: 10_000_000,
  reply: t.type({ size: t.number }),
  run: async ({ files }) => E.right({ body: { size: files.file?.size ?? 0 } }),
})

test.before.each(async context => {
  context.folder = await mkdtemp(join(tmpdir(), 'endcap-test-slow-'))
  await writeFile(join(context.folder, 'large'), Buffer.alloc(answerBytes))
  context.sockets = []
  const rows = [
    get('/v2/accounts/:accountId/json', 'Campaigns_Create', { json }),
    get('/v2/accounts/:accountId/file', 'Campaigns_Create', { file: fileOf(() => context.folder) }),
    post('/v2/accounts/:accountId/keep', 'Campaigns_Create', { keep }),
    post('/v2/accounts/:accountId/upload', 'Campaigns_Create', { upload }),
  ]
  context.app = await startApp(rows, {
    uploads: {
      make: () => mkdtemp(join(context.folder, 'upload-')),
      mustBeWhole: async () => undefined,
      failed: error => {
        throw error
      },
    },
  })
})
test.after.each(async ({ app, folder, sockets }) => {
  for (const socket of sockets) socket.destroy()
  await app.stop()
  await rm(folder, { recursive: true })
})

const opened = async ({ app, sockets }: Context): Promise<Socket> => {
  const socket = connect(app.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
/** A client that asks, and does not read. */
const asked = async (context: Context, path: string, times = 1): Promise<Socket> => {
  const socket = await opened(context)
  socket.pause()
  socket.write(`GET /v2/accounts/acme/${path} HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\n\r\n`.repeat(times))
  return socket
}
const closed = (socket: Socket) => {
  const seen = inTime('the end of the connection', new Promise(resolve => socket.once('close', resolve)))
  // a reset shows only to one who reads
  socket.resume()
  return seen
}
const held = async ({ app }: Context): Promise<number> => {
  const { text } = await app.send('GET', '/metrics', { key: undefined })
  return Number(/^endcap_in_flight_bytes (\d+)$/m.exec(text)?.[1])
}
/** Open files of the test's folder in this process. */
const openFiles = async ({ folder }: Context): Promise<number> => {
  const handles = await readdir('/proc/self/fd')
  const links = await Promise.all(handles.map(fd => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return links.filter(link => link.startsWith(folder)).length
}
/** Lets time pass as the node counts it. */
const pass = ({ app }: Context, seconds: number) => {
  for (let at = 0; at < seconds; at += 5) {
    app.clock.pass(5_000)
    app.server.checkClients()
  }
}
/** Waits until the node sent what the operating system takes, and the rest waits. */
const isFull = async (context: Context, done: () => Promise<boolean>) => {
  await until(done, yes => yes)
  context.app.server.checkClients()
}

for (const times of [1, 3])
  test(`a JSON answer that nobody reads is given up, asked ${times} times on a connection`, async context => {
    const socket = await asked(context, 'json', times)
    await isFull(context, async () => (await held(context)) > answerBytes)
    pass(context, 115)
    assert.equal(context.app.cut, [])
    pass(context, 10)
    assert.is(context.app.cut[0]?.why, 'taking')
    await closed(socket)
    await until(
      () => held(context),
      bytes => bytes === 0,
    )
  })

for (const times of [1, 3])
  test(`a file that nobody reads is closed, asked ${times} times on a connection`, async context => {
    const socket = await asked(context, 'file', times)
    await isFull(context, async () => (await openFiles(context)) === times)
    // until the operating system takes no more
    await until(
      async () => pass(context, 5),
      () => context.app.cut.length === 1,
    )
    await closed(socket)
    await until(
      () => openFiles(context),
      files => files === 0,
    )
  })

for (const path of ['json', 'file'])
  test(`a slow client that reads on gets all of its answer (${path})`, async context => {
    const socket = await asked(context, path)
    let got = 0
    let text = ''
    // half a megabyte in five seconds: the operating system takes more only when a third of its buffer is free
    let passed = 0
    const ended = new Promise<void>(resolve =>
      socket.on('data', chunk => {
        got += chunk.length
        // by what arrives, as on a busy machine nothing may arrive for a while
        for (; got - passed >= 500_000; passed += 500_000) pass(context, 5)
        if (text.length < 4_000) text += chunk.toString('latin1')
        if (got < answerBytes) socket.pause()
        else resolve()
      }),
    )
    const reading = setInterval(() => socket.resume(), 1)
    try {
      await inTime('the answer', ended, () => `${got} bytes`)
    } finally {
      clearInterval(reading)
    }
    assert.equal(context.app.cut, [])
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
    const head = text.indexOf('\r\n\r\n') + 4
    await until(
      async () => got,
      bytes => bytes === length + head,
    )
  })

test('a client that reads a little now and then is given up', async context => {
  const socket = await asked(context, 'file')
  await isFull(context, async () => (await openFiles(context)) === 1)
  let got = 0
  await until(
    async () => {
      // a few bytes in two minutes
      got += socket.read(1)?.length ?? 0
      pass(context, 60)
    },
    () => context.app.cut.length === 1,
  )
  assert.ok(got < answerBytes / 100, `${got}`)
  await closed(socket)
})

const head = (path: string, length: number, type: string) =>
  `POST /v2/accounts/acme/${path} HTTP/1.1\r\nHost: a\r\nsvc_apikey: ${acmeKey}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`

test('a body that stops arriving is given up', async context => {
  const socket = await opened(context)
  // a small one, as a large one gives back its room after five seconds of the machine
  socket.write(`${head('keep', 60_000, 'application/json')}{"te`)
  await isFull(context, async () => (await held(context)) === 60_000)
  pass(context, 25)
  assert.equal(context.app.cut, [])
  pass(context, 10)
  assert.is(context.app.cut[0]?.why, 'sending')
  await closed(socket)
  await until(
    () => held(context),
    bytes => bytes === 0,
  )
})

test('an upload that stops arriving leaves no file', async context => {
  const socket = await opened(context)
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  socket.write(`${head('upload', 1_000_000, 'multipart/form-data; boundary=b')}${part}${'x'.repeat(100_000)}`)
  const folders = async () => (await readdir(context.folder)).filter(name => name.startsWith('upload-')).length
  await isFull(context, async () => (await folders()) === 1)
  await until(
    async () => pass(context, 5),
    () => context.app.cut.length === 1,
  )
  await closed(socket)
  await until(folders, count => count === 0)
  // its bytes are given back when the request has ended, which may be after its folder
  await until(
    () => held(context),
    bytes => bytes === 0,
  )
})

test('a connection between two requests is not given up', async context => {
  const socket = await opened(context)
  socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`)
  await once(socket, 'data')
  pass(context, 600)
  assert.equal(context.app.cut, [])
  socket.write(`${head('keep', 12, 'application/json')}{"text":"x"}`)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 200/)
})

test.run()
