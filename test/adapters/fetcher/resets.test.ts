import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { type Fetcher, isFetchFailure } from '../../../src/ports/fetcher.ts'
import { type Receiver, startReceiver } from '../../support/servers/webhook-receiver.ts'

type Given = { server: Receiver; fetcher: Fetcher }
const test = suite<Given>('connections that are reset')
test.before(async given => {
  given.server = await startReceiver()
  given.fetcher = openFetcher({ egressAllow: [given.server.host] })
})
test.after(async ({ server, fetcher }) => {
  await fetcher.close()
  await server.close()
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/csv\r\n'
/** A body whose end is that of its connection. */
const part = `${head}\r\nsku,name\n1,Pot\n2,Sa`

/** What a client gets of a response when its connection ends as the test says, once the client has begun to read. */
const answerOf = async ({ server, fetcher }: Given, text: string, ends: 'end' | 'resetAndDestroy') => {
  const begun = Promise.withResolvers<void>()
  server.willReact(socket => {
    socket.write(text)
    void begun.promise.then(() => socket[ends]())
  })
  const answer = await fetcher.fetch({ url: server.url, maxBytes: 1_000 })
  if (isFetchFailure(answer)) return answer.code
  let body = ''
  try {
    for await (const chunk of answer.body) {
      body += chunk
      begun.resolve()
    }
    return body
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

test('leave a body incomplete that has no length, and one that has', async given => {
  assert.is(await answerOf(given, part, 'resetAndDestroy'), 'unreachable')
  assert.is(await answerOf(given, `${head}Content-Length: 99\r\n\r\nsku`, 'resetAndDestroy'), 'unreachable')
})

test('are named as systems name them', async ({ server, fetcher }) => {
  server.willReact(socket => socket.resetAndDestroy())
  const answer = await fetcher.fetch({ url: server.url, maxBytes: 1_000 })
  assert.equal(answer, { code: 'unreachable', detail: 'the server cannot be reached (ECONNRESET)' })
})

test('are told from an end, which completes a body without length', async given => {
  assert.is(await answerOf(given, part, 'end'), 'sku,name\n1,Pot\n2,Sa')
})

test('do not reach a body that is complete already', async given => {
  assert.is(await answerOf(given, `${head}Content-Length: 3\r\n\r\nsku`, 'resetAndDestroy'), 'sku')
})

test.run()
