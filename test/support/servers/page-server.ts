import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inTime } from '../waiting/in-time.ts'

/** A recorded request. */
export type Hit = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}
export type Page = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A local server that responds with `respond`; unknown pages are 404. `hits` lists the requests. */
export const servePages = async (respond: (hit: Hit, base: string) => Page | undefined) => {
  const hits: Hit[] = []
  const waiting: (() => void)[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', base)
    // a browser that is closed may cut its last request short
    const body = await read(request).catch(() => undefined)
    if (body === undefined) return
    const hit = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body }
    hits.push(hit)
    for (const wake of waiting.splice(0)) wake()
    const page = respond(hit, base) ?? { status: 404 }
    response
      .writeHead(page.status ?? 200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers })
      .end(page.body ?? '')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A test that fails before closing the server must not keep the run from ending.
  server.unref()
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base,
    hits,
    /** Resolves when `enough` is true for the hits so far; rejects after three minutes. */
    async until(enough: (hits: readonly Hit[]) => boolean): Promise<void> {
      const next = () => new Promise<void>(resolve => waiting.push(resolve))
      const paths = () => hits.map(hit => hit.path).join(' ')
      while (!enough(hits)) await inTime('requests of pages', next(), paths)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
