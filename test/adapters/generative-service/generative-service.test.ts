import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openFetcher } from '../../../src/adapters/fetcher/guarded.ts'
import { openGenerativeService } from '../../../src/adapters/generative-service/open-generative-service.ts'
import { isServiceFailure } from '../../../src/ports/generative-service.ts'
import { loopback } from '../../support/servers/loopback.ts'
import { going } from '../../support/templates/generators.ts'
import { inTime } from '../../support/waiting/in-time.ts'

type Given = { readonly undo: (() => Promise<unknown>)[] }
const test = suite<Given>('a generative service', { undo: [] })
test.after.each(async ({ undo }) => {
  for (const end of undo.splice(0).reverse()) await end()
})

type Handle = (request: IncomingMessage, response: ServerResponse) => void
/** `timeoutMs`: long enough for a busy machine, unless a test waits for it. */
const serviceOver = async ({ undo }: Given, handle: Handle, timeoutMs = 60_000) => {
  const server = await loopback(handle)
  const fetcher = openFetcher({ egressAllow: [server.host] })
  undo.push(server.stop, fetcher.close)
  return { server, service: openGenerativeService({ url: `${server.origin}/api/`, fetcher, timeoutMs }) }
}
const body = { requestId: 'r-1', brandUrl: 'https://brand.test/', retailer: { id: '1', name: 'Ä' } }

test('the JSON of a start operation is passed on, and that of the answer comes back', async given => {
  const { server, service } = await serviceOver(given, (request, response) => {
    buffer(request).then(
      sent => response.writeHead(202).end(JSON.stringify({ requestId: 'r-1', sent: JSON.parse(sent.toString()) })),
      error => response.destroy(error),
    )
  })
  const answer = await service.start('sync-flow', body, going())
  assert.equal(answer, { status: 202, body: { requestId: 'r-1', sent: body } })
  assert.is(server.seen[0]?.url, '/api/sync-flow')
  assert.is(server.seen[0]?.method, 'POST')
})

test('a refusal of the service is an answer', async given => {
  const { service } = await serviceOver(given, (_, response) => void response.writeHead(409).end('{"code":"reused"}'))
  assert.equal(await service.start('regenerate', body, going()), { status: 409, body: { code: 'reused' } })
})

const broken: readonly (readonly [Handle, string])[] = [
  [(_, response) => void response.writeHead(500).end('{}'), 'unavailable'],
  [(_, response) => void response.writeHead(429).end('{}'), 'unavailable'],
  [(_, response) => void response.socket?.destroy(), 'unavailable'],
  [(_, response) => void response.end('<html>'), 'unreadable'],
  [(_, response) => void response.end(`"${'x'.repeat(2_000_000)}"`), 'unreadable'],
  [(_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(), 'unreadable'],
  [() => undefined, 'timeout'],
]
test('what is no answer is a failure', async given => {
  for (const [handle, code] of broken) {
    const { service } = await serviceOver(given, handle, code === 'timeout' ? 1_000 : undefined)
    const result = await inTime('a failure', service.start('design-brief', body, going()))
    assert.ok(isServiceFailure(result))
    assert.is(result.code, code)
  }
})

test('an aborted request ends', async given => {
  const control = new AbortController()
  const { service } = await serviceOver(given, () => control.abort())
  const result = await inTime('the end', service.start('sync-flow', body, control.signal))
  assert.ok(isServiceFailure(result) && result.code === 'ended')
})

test.run()
