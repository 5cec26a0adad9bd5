import type { LookupAddress } from 'node:dns'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { type Context, suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { type FetchRequest, isFetchFailure } from '../../../src/ports/fetcher.ts'
import { until } from '../../support/waiting/until.ts'

type Given = Context & { after: (() => Promise<unknown>)[] }
const test = suite<Given>('guarded fetcher')
test.before.each(given => {
  given.after = []
})
test.after.each(async given => {
  for (const end of given.after.reverse()) await end()
})

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location }).end()

/** A server on loopback; `seen` contains the requests that reached it. */
const serving = async (given: Given, answer: RequestListener) => {
  const seen: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string })[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: await text(request) })
    answer(request, response)
  })
  // nothing but the client ends a connection
  server.keepAliveTimeout = 0
  const closed: string[] = []
  server.on('connection', socket => socket.once('close', () => closed.push('closed')))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  given.after.push(() => {
    server.closeAllConnections()
    return new Promise(done => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return { port, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/`, seen, closed }
}
const fetcherFor = (given: Given, ...egressAllow: readonly string[]) => {
  const fetcher = openFetcher({ egressAllow })
  given.after.push(() => fetcher.close())
  return fetcher
}
const ask = (url: string, more: Partial<FetchRequest> = {}): FetchRequest => ({ url, maxBytes: 10_000, ...more })
const hello: RequestListener = (_, response) => void response.end('hello')

const codeOf = async (given: Given, request: FetchRequest, ...allow: readonly string[]) => {
  const answer = await fetcherFor(given, ...allow).fetchBytes(request)
  return isFetchFailure(answer) ? answer.code : `${answer.status} ${answer.body}`
}

test('never connects to a server in the local network, whatever the URL', async given => {
  const { port, seen } = await serving(given, hello)
  const forms = ['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '[::1]', '[::ffff:127.0.0.1]']
  const names = ['localhost', 'LOCALHOST', '127.0.0.1.', '①②⑦.0.0.1', '%31%32%37.0.0.1']
  for (const host of [...forms, ...names])
    assert.is(await codeOf(given, ask(`http://${host}:${port}/`)), 'address-refused', host)
  assert.is(seen.length, 0)
})

test('a name is refused if any of its addresses is private', async given => {
  const { port, seen } = await serving(given, hello)
  const addresses: LookupAddress[] = [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const fetcher = openFetcher({ egressAllow: [], lookup: (_name, _options, done) => done(null, addresses) })
  given.after.push(() => fetcher.close())
  const answer = await fetcher.fetchBytes(ask(`http://feeds.example:${port}/`))
  assert.is(isFetchFailure(answer) && answer.code, 'address-refused')
  assert.is(seen.length, 0)
})

test('EGRESS_ALLOW permits a private server by host and port', async given => {
  const { port, host, url } = await serving(given, hello)
  assert.is(await codeOf(given, ask(url), host), '200 hello')
  assert.is(await codeOf(given, ask(`http://localhost:${port}/`), `LocalHost:${port}`), '200 hello')
  assert.is(await codeOf(given, ask(url), `127.0.0.1:${port + 1}`), 'address-refused')
  assert.is(await codeOf(given, ask(`http://localhost:${port}/`), host), 'address-refused')
})

test('redirects are checked too', async given => {
  const inside = await serving(given, hello)
  for (const location of [inside.url, `http://localhost:${inside.port}/`, `//0x7f.1:${inside.port}/`]) {
    const outside = await serving(given, redirectTo(location))
    assert.is(await codeOf(given, ask(outside.url), outside.host), 'address-refused', location)
  }
  const toFile = await serving(given, redirectTo('file:///etc/passwd'))
  assert.is(await codeOf(given, ask(toFile.url), toFile.host), 'scheme-refused')
  assert.is(inside.seen.length, 0)
})

test('only http and https are fetched', async given => {
  for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:,x', 'no url'])
    assert.is(await codeOf(given, ask(url)), 'scheme-refused', url)
})

test('credentials are sent only to their own server', async given => {
  const other = await serving(given, hello)
  const first = await serving(given, redirectTo(`${other.url}file`))
  const headers = {
    authorization: 'Bearer secret-1',
    cookie: 'secret-2',
    'x-amz-security-token': 'secret-3',
    accept: 'text/csv',
  }
  const answer = await fetcherFor(given, first.host, other.host).fetchBytes(ask(first.url, { headers }))
  assert.is(first.seen[0]?.headers.authorization, 'Bearer secret-1')
  assert.not.match(JSON.stringify(other.seen), 'secret')
  assert.is(other.seen[0]?.headers.accept, 'text/csv')
  assert.is('url' in answer && answer.url, `${other.url}file`)
})

test('credentials in a URL are sent only to its own server and never returned', async given => {
  const other = await serving(given, hello)
  const first = await serving(given, (request, response) =>
    request.url === '/' ? redirectTo('/there')(request, response) : redirectTo(other.url)(request, response),
  )
  const url = first.url.replace('//', '//feed%40shop:p%25w@')
  const answer = await fetcherFor(given, first.host, other.host).fetchBytes(ask(url))
  const basic = `Basic ${Buffer.from('feed@shop:p%w').toString('base64')}`
  assert.equal(
    first.seen.map(r => r.headers.authorization),
    [basic, basic],
  )
  assert.is(other.seen[0]?.headers.authorization, undefined)
  assert.not.match(JSON.stringify(answer), 'p%w')
  const odd = await fetcherFor(given).fetchBytes(ask(`http://me:100%@127.0.0.1:${first.port}/`))
  assert.equal([isFetchFailure(odd) && odd.code, JSON.stringify(odd).includes('100%')], ['address-refused', false])
})

test('a POST is repeated or becomes a GET after a redirect, as browsers do', async given => {
  const body = '{"a":1}'
  for (const [status, method, sent] of [
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', body],
    [308, 'POST', body],
  ] as const) {
    const server = await serving(given, (request, response) =>
      request.url === '/' ? redirectTo('/next', status)(request, response) : hello(request, response),
    )
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
    assert.is(await codeOf(given, ask(server.url, { method: 'POST', headers, body }), server.host), '200 hello')
    assert.equal([server.seen[1]?.method, server.seen[1]?.body], [method, sent], `${status}`)
    assert.is(server.seen[1]?.headers['content-type'], method === 'POST' ? 'application/json' : undefined)
  }
})

test('the body of a POST, which may be a login, is sent only to its own server', async given => {
  const body = 'client_secret=secret-1'
  const other = await serving(given, hello)
  for (const [status, expected] of [
    [302, '200 hello'],
    [303, '200 hello'],
    [307, 'address-refused'],
    [308, 'address-refused'],
  ] as const) {
    const first = await serving(given, redirectTo(`${other.url}file`, status))
    assert.is(await codeOf(given, ask(first.url, { method: 'POST', body }), first.host, other.host), expected)
    assert.is(first.seen[0]?.body, body)
  }
  const empty = await serving(given, redirectTo(other.url, 307))
  assert.is(await codeOf(given, ask(empty.url, { method: 'POST', body: '' }), empty.host, other.host), '200 hello')
  assert.equal(
    other.seen.map(seen => [seen.method, seen.body]),
    [
      ['GET', ''],
      ['GET', ''],
      ['POST', ''],
    ],
  )
})

test('a redirect whose target is written in UTF-8, without encoding, leads there', async given => {
  const { host, url, seen } = await serving(given, (request, response) => {
    if (request.url !== '/') return response.end('hello')
    const location = Buffer.from('/frühling–€.csv').toString('latin1')
    return response.writeHead(302, { location }).end()
  })
  assert.is(await codeOf(given, ask(url), host), '200 hello')
  assert.is(seen.at(-1)?.url, '/fr%C3%BChling%E2%80%93%E2%82%AC.csv')
})

test('a server that answers something else than HTTP is unreachable, with the reason', async given => {
  const server = createTcpServer(socket => {
    socket.on('error', () => undefined).resume()
    socket.end('220 mail.example ESMTP\r\n')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  given.after.push(() => new Promise(done => server.close(done)))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.equal(await fetcherFor(given, host).fetchBytes(ask(`http://${host}/`)), {
    code: 'unreachable',
    detail: 'the server cannot be reached (it speaks no HTTP)',
  })
})

test('a redirect loop ends, and a long redirect page does no harm', async given => {
  const page = 'x'.repeat(3_000_000)
  const server = await serving(given, (request, response) => {
    response.writeHead(302, { location: request.url === '/once' ? '/end' : '/' })
    response.end(request.url === '/once' ? page : '')
  })
  assert.is(await codeOf(given, ask(server.url, { maxRedirects: 2 }), server.host), 'too-many-redirects')
  assert.is(server.seen.length, 3)
  assert.is(await codeOf(given, ask(`${server.url}once`, { maxRedirects: 1 }), server.host), 'too-many-redirects')
})

test('a server that is slow to start or to finish its response times out', async given => {
  const silent = await serving(given, () => undefined)
  assert.is(await codeOf(given, ask(silent.url, { timeoutMs: 100 }), silent.host), 'timeout')
  const stalling = await serving(given, (_, response) => void response.write('a'))
  assert.is(await codeOf(given, ask(stalling.url, { timeoutMs: 100 }), stalling.host), 'timeout')
  const trickling = await serving(given, (_, response) => {
    const drip = setInterval(() => response.write('a'), 10)
    response.on('close', () => clearInterval(drip))
  })
  assert.is(await codeOf(given, ask(trickling.url, { timeoutMs: 100 }), trickling.host), 'timeout')
})

test('a response over the limit is aborted', async given => {
  const endless = await serving(given, (_, response) => {
    const more = () => {
      while (response.writable && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  })
  assert.is(await codeOf(given, ask(endless.url), endless.host), 'too-large')
  const exact = await serving(given, (_, response) => void response.end('12345'))
  assert.is(await codeOf(given, ask(exact.url, { maxBytes: 5 }), exact.host), '200 12345')
  assert.is(await codeOf(given, ask(exact.url, { maxBytes: 4 }), exact.host), 'too-large')
})

test('a small file that decompresses to a huge one is aborted', async given => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  assert.ok(bomb.length < 100_000)
  const server = await serving(given, (_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  assert.is(await codeOf(given, ask(server.url, { maxBytes: 1_000_000 }), server.host), 'too-large')
})

test('a compressed response is decompressed, and its headers match', async given => {
  const server = await serving(given, (_, response) => {
    const packed = gzipSync('hello')
    response.writeHead(200, { 'content-encoding': 'GZIP', 'content-length': packed.length, etag: '"1"' }).end(packed)
  })
  const answer = await fetcherFor(given, server.host).fetchBytes(ask(server.url))
  assert.ok(!isFetchFailure(answer))
  assert.is(answer.body.toString(), 'hello')
  assert.equal(
    [answer.headers.etag, answer.headers['content-encoding'], answer.headers['content-length']],
    ['"1"', undefined, undefined],
  )
})

test('a response without a body is accepted, even with a content-encoding header', async given => {
  const server = await serving(given, (request, response) => {
    response.writeHead(request.url === '/none' ? 204 : 200, { 'content-encoding': 'gzip', 'x-size': '5' }).end()
  })
  assert.is(await codeOf(given, ask(server.url, { method: 'HEAD' }), server.host), '200 ')
  assert.is(await codeOf(given, ask(`${server.url}none`), server.host), '204 ')
})

test('an error status is a response, not a failure', async given => {
  const server = await serving(given, (_, response) => void response.writeHead(503).end('later'))
  assert.is(await codeOf(given, ask(server.url), server.host), '503 later')
})

test('streaming a body reports the same codes as reading it completely', async given => {
  const server = await serving(given, (request, response) => {
    // in parts, so the length is not announced
    response.write('a')
    if (request.url === '/long') response.end('x'.repeat(50_000))
  })
  const fetcher = fetcherFor(given, server.host)
  for (const [path, code] of [
    ['long', 'too-large'],
    ['stalled', 'timeout'],
  ]) {
    // the headers must arrive in this time, also on a busy machine
    const answer = await fetcher.fetch(ask(server.url + path, { timeoutMs: path === 'stalled' ? 4_000 : 60_000 }))
    assert.ok(!isFetchFailure(answer))
    const error = await text(answer.body).then(
      () => undefined,
      e => e,
    )
    assert.is(error?.code, code)
  }
})

test('a response that announces more than the limit is refused before it is read', async given => {
  const server = await serving(given, (_, response) => {
    response.writeHead(200, { 'content-length': 50_000 }).write('a')
  })
  const answer = await fetcherFor(given, server.host).fetch(ask(server.url, { maxBytes: 49_999 }))
  assert.equal(isFetchFailure(answer) && answer.code, 'too-large')
})

test('stopping halfway through a body frees the connection', async given => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const server = await serving(given, (_, response) => {
    response.on('close', resolve)
    response.write('a')
  })
  const answer = await fetcherFor(given, server.host).fetch(ask(server.url))
  assert.ok(!isFetchFailure(answer))
  answer.body.destroy()
  await closed
})

test('a server cannot have its connection kept: pages that name many hosts would leave one open for each', async given => {
  const { host, url, closed } = await serving(given, (_, response) => {
    response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=600' }).end('hello')
  })
  const answer = await fetcherFor(given, host).fetchBytes(ask(url))
  assert.is(isFetchFailure(answer), false)
  await until(
    async () => closed.length,
    count => count === 1,
  )
})

test('a server that is down or disconnects is unreachable; the message contains nothing of the request', async given => {
  const server = await serving(given, (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('a')
    response.destroy()
  })
  assert.is(await codeOf(given, ask(server.url), server.host), 'unreachable')
  const gone = await fetcherFor(given, '127.0.0.1:1').fetchBytes(ask('http://me:secret@127.0.0.1:1/?token=secret'))
  assert.is(isFetchFailure(gone) && gone.code, 'unreachable')
  assert.not.match(JSON.stringify(gone), 'secret')
})

test('a transfer without a deadline continues while bytes arrive and ends after idleMs without any', async given => {
  const server = await serving(given, (_, response) => void response.write('a'))
  const endless = { timeoutMs: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY, idleMs: 1_000 }
  assert.is(await codeOf(given, ask(server.url, endless), server.host), 'timeout')
})

test('aborting the signal ends an exchange, before and during the response', async given => {
  for (const begun of [false, true]) {
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const server = await serving(given, (_, response) => {
      response.on('close', closed.resolve)
      if (begun) response.write('a')
      arrived.resolve()
    })
    const stop = new AbortController()
    const asked = { timeoutMs: Number.POSITIVE_INFINITY, signal: stop.signal }
    const fetching = fetcherFor(given, server.host).fetchBytes(ask(server.url, asked))
    await arrived.promise
    stop.abort()
    await closed.promise
    assert.ok(isFetchFailure(await fetching))
  }
})

test('ignores proxies in the environment', async given => {
  const proxy = await serving(given, hello)
  const target = await serving(given, hello)
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY']
  const before = names.map(name => [name, process.env[name]] as const)
  for (const name of names) process.env[name] = proxy.url
  given.after.push(async () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })
  assert.is(await codeOf(given, ask(target.url), target.host), '200 hello')
  assert.is(await codeOf(given, ask(target.url)), 'address-refused')
  assert.is(proxy.seen.length, 0)
})

/** The numbers of the cipher suites that a TLS client offers in its first message (RFC 8446, 4.1.2). */
const offeredIn = (hello: Buffer): readonly number[] => {
  const random = 11
  const session = random + 32
  const suites = session + 1 + hello.readUInt8(session)
  return Array.from({ length: hello.readUInt16BE(suites) / 2 }, (_, i) => hello.readUInt16BE(suites + 2 + 2 * i))
}

test('lets no server choose a prime, with which it could keep the node busy', async given => {
  const hello = Promise.withResolvers<Buffer>()
  const server = createTcpServer(socket => {
    socket
      .on('error', () => undefined)
      .once('data', bytes => {
        hello.resolve(bytes)
        socket.destroy()
      })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  given.after.push(() => new Promise(done => server.close(done)))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.is(await codeOf(given, ask(`https://${host}/`), host), 'unreachable')
  const offered = offeredIn(await hello.promise)
  const [withDhe, withEcdhe] = [[0x33, 0x39, 0x67, 0x6b, 0x9e, 0x9f, 0xccaa], 0xc02f]
  assert.ok(offered.includes(withEcdhe))
  assert.equal(
    withDhe.filter(suite => offered.includes(suite)),
    [],
  )
})

test.run()
