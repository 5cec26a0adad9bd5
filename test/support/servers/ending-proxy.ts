import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventStreamMedia } from '../../../src/audit/feed/event-stream.ts'

/** Milliseconds for which a stream of events is passed on. */
const streamMs = 1_000

/** A proxy to a service that ends its streams of events soon, for clients that wait for the end of each answer. */
export const startEndingProxy = async (to: string): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const server = createServer((asked, reply) => {
    const sent = request(new URL(asked.url ?? '/', to), { method: asked.method, headers: asked.headers }, answer => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
      if (answer.headers['content-type'] !== eventStreamMedia) return
      const end = setTimeout(() => {
        answer.unpipe(reply)
        answer.destroy()
        reply.end()
      }, streamMs)
      reply.once('close', () => clearTimeout(end))
    })
    sent.on('error', () => reply.destroy())
    asked.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
