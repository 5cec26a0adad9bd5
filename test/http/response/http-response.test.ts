import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { query, type RawReply } from '../../../src/engine/operation.ts'
import { get } from '../../../src/operations/row.ts'
import { startApp } from '../../support/service/http.ts'
import { inTime } from '../../support/waiting/in-time.ts'

const test = suite('responses that are streams')

let stream: Readable | undefined
const closed = async (): Promise<void> => {
  if (stream && !stream.closed) await inTime('the end of the stream', once(stream, 'close'))
}
/** A stream that never ends by itself. */
const endless = (headers: Record<string, string> = {}) =>
  query({
    summary: 'Sends without end.',
    params: t.type({}),
    reply: { media: 'text/plain' },
    async run() {
      stream = new Readable({ read: size => void stream?.push(Buffer.alloc(size)) })
      return E.right<never, RawReply>({ raw: stream, contentType: 'text/plain', headers })
    },
  })

let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp([
    get('/endless', 'public', { endless: endless() }),
    get('/tagged', 'public', { tagged: endless({ ETag: '"1"' }) }),
  ])
})
test.after(() => app.stop())

test('a stream is closed when its reader disconnects', async () => {
  const req = request({ port: app.port, host: '127.0.0.1', path: '/endless' }).end()
  const [res] = await once(req, 'response')
  await once(res, 'data')
  assert.not.ok(stream?.destroyed)
  res.destroy()
  await closed()
})

test('a stream is closed if its content is not sent: HEAD or 304', async () => {
  assert.is((await app.send('HEAD', '/endless')).status, 200)
  await closed()
  assert.is((await app.send('GET', '/tagged', { headers: { 'if-none-match': '"1"' } })).status, 304)
  await closed()
})

test.run()
