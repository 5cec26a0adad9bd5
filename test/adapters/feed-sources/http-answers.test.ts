import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FeedAddress, FeedCredentials } from '../../../src/ports/feed-sources.ts'
import { loopback } from '../../support/servers/loopback.ts'
import { fetchedOnce } from './fetched-once.ts'

const test = suite('what servers answer over HTTP')

const rows = 'id,title\n1,pot\n2,pan\n'
const login = { username: 'ann', password: 's3cret-password' }
const address = (url: string): FeedAddress => ({ urlType: 'http', url })

const fetched = async (
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  credentials: FeedCredentials = {},
) => {
  const server = await loopback((request, response) => void handle(request, response))
  try {
    const feed = await fetchedOnce(address(`${server.origin}/feed.csv`), credentials, { egressAllow: [server.host] })
    return { ...feed, seen: server.seen }
  } finally {
    await server.stop()
  }
}

/** What is fetched from a server that answers with these bytes, and then closes the connection. */
const fetchedRaw = async (answer: string | Buffer) => {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await fetchedOnce(address(`http://${host}/feed.csv`), {}, { egressAllow: [host] })
  } finally {
    server.close()
  }
}

test('a protection against bots is not told as a refused password', async () => {
  const { text } = await fetched((_, response) => response.writeHead(403).end('<html>Are you human?</html>'))
  assert.match(text, /^refused: .*status 403.*bots/)
  assert.not.match(text, /username|password/i)
})

test('a server that asks for a login is told apart from one that refuses it', async () => {
  const { text } = await fetched((_, response) => response.writeHead(401).end())
  assert.match(text, /^refused: .*status 401.*asks for a login/)
  assert.not.match(text, /username|password/i)
  const refused = await fetched((_, response) => response.writeHead(401).end(), login)
  assert.is(refused.text, 'login-refused: The server refuses the username or the password (status 401).')
})

test('a login that a redirect to another server leaves behind is not told as refused', async () => {
  const other = await loopback((_, response) => void response.writeHead(401).end())
  const server = await loopback((_, response) => void response.writeHead(302, { location: `${other.origin}/a` }).end())
  try {
    const egressAllow = [server.host, other.host]
    const { text } = await fetchedOnce(address(`${server.origin}/feed.csv`), login, { egressAllow })
    assert.is(
      text,
      `refused: The address redirects to ${other.origin}, where no login is sent, and which answered with status 401. Use the address there.`,
    )
  } finally {
    await server.stop()
    await other.stop()
  }
})

test('a server that redirects to itself until it gets its cookie is read', async () => {
  const { text } = await fetched(({ headers }, response) => {
    if (/visit=1/.test(headers.cookie ?? '')) return response.end(rows)
    return response.writeHead(302, { location: '/feed.csv', 'set-cookie': ['visit=1; Path=/', 'other=2'] }).end()
  })
  assert.is(text, rows)
})

test('a cookie goes to no other host, and into no other fetch', async () => {
  const other = await loopback((_, response) => void response.end(rows))
  try {
    const location = `http://localhost:${other.port}/`
    const server = await loopback(
      (_, response) => void response.writeHead(302, { location, 'set-cookie': 'visit=1' }).end(),
    )
    const egressAllow = [server.host, `localhost:${other.port}`]
    for (const _ of [1, 2])
      assert.is((await fetchedOnce(address(`${server.origin}/feed.csv`), {}, { egressAllow })).text, rows)
    await server.stop()
    assert.equal(
      [...other.seen, ...server.seen].map(({ headers }) => headers.cookie),
      [undefined, undefined, undefined, undefined],
    )
  } finally {
    await other.stop()
  }
})

test('a server that sets cookies without end gets back a bounded number', async () => {
  let [visits, most] = [0, 0]
  const { text } = await fetched(({ headers }, response) => {
    most = Math.max(most, headers.cookie?.split(';').length ?? 0)
    visits++
    const cookies = Array.from({ length: 40 }, (_, index) => `c${visits}-${index}=1`)
    response.writeHead(302, { location: '/feed.csv', 'set-cookie': [...cookies, `long=${'x'.repeat(5_000)}`] }).end()
  })
  assert.is(text, 'too-many-redirects: The feed cannot be fetched: more than 5 redirects.')
  assert.is(most, 50)
})

test('a feed whose server marks its end is whole', async () => {
  const ends = [
    (_: IncomingMessage, response: ServerResponse) =>
      response.writeHead(200, { 'content-length': rows.length }).end(rows),
    (_: IncomingMessage, response: ServerResponse) => response.write('id,title\n') && response.end(rows.slice(9)),
    (_: IncomingMessage, response: ServerResponse) => {
      const packed = gzipSync(rows)
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
    },
  ]
  for (const end of ends) {
    const { text, isWhole, warnings } = await fetched(end)
    assert.equal([text, isWhole, warnings], [rows, true, []])
  }
})

test('a feed that ends with its connection is read, and marked', async () => {
  for (const head of ['HTTP/1.0 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n']) {
    const { text, isWhole } = await fetchedRaw(head + rows)
    assert.equal([text, isWhole], [rows, false])
  }
})

test('a feed of which only a part arrives fails with both numbers', async () => {
  const cut = { text: 'unreachable: The transfer of the feed was interrupted: the server sent 9 of 23 bytes.' }
  const plain = await fetchedRaw('HTTP/1.1 200 OK\r\ncontent-length: 23\r\n\r\nid,title\n')
  assert.is(plain.text, cut.text)
  const packed = gzipSync(rows)
  const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\n\r\n`
  const { text } = await fetchedRaw(Buffer.concat([Buffer.from(head), packed.subarray(0, 12)]))
  assert.is(
    text,
    `unreachable: The transfer of the feed was interrupted: the server sent 12 of ${packed.length} bytes.`,
  )
})

test('chunks that break off are no feed', async () => {
  const { text } = await fetchedRaw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nid,title\n\r\n')
  assert.match(text, /^unreachable: The transfer of the feed was interrupted/)
})

test.run()
