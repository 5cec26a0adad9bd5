import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type Call = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export type FakeResponse = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent unchanged, everything else as JSON. */
  readonly body?: unknown
}
/** The response to the n-th call (from 0); `cut`: the connection breaks in the middle of the response. */
export type Respond = (call: Call, n: number) => FakeResponse | 'cut'

/** A problem response of the service. */
export const problem = (status: number, code: string, more: object = {}, headers = {}): FakeResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { status, code, detail: `the detail of ${code}`, ...more },
})

/** A fake of the REST operations on a free loopback port, which records its requests. */
export const withFakeRest = async (
  respond: Respond,
  work: (fake: { readonly base: string; readonly calls: readonly Call[] }) => Promise<void>,
): Promise<void> => {
  const calls: Call[] = []
  const server = createServer((req, res) => {
    buffer(req).then(
      body => {
        const call = {
          method: req.method ?? '',
          path: req.url ?? '',
          headers: req.headers,
          body: body.toString('latin1'),
        }
        const response = respond(call, calls.push(call) - 1)
        if (response === 'cut') {
          res.writeHead(200, { 'content-length': '100' }).write('{"half":')
          res.socket?.end()
          return
        }
        const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body ?? {})
        res.writeHead(response.status ?? 200, { 'content-type': 'application/json', ...response.headers }).end(text)
      },
      error => res.destroy(error),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls })
  } finally {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
