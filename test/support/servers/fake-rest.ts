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
export type Said = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is, everything else as JSON. */
  readonly body?: unknown
}
/** What the server says to the n-th call (from 0); `cut`: the connection breaks in the middle of the answer. */
export type Says = (call: Call, n: number) => Said | 'cut'

/** A problem of the service, as a client gets it. */
export const problem = (status: number, code: string, more: object = {}, headers = {}): Said => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { status, code, detail: `the detail of ${code}`, ...more },
})

/** Something that answers like the REST operations, on a free port of loopback, and keeps what it was asked. */
export const withFakeRest = async (
  says: Says,
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
        const said = says(call, calls.push(call) - 1)
        if (said === 'cut') {
          res.writeHead(200, { 'content-length': '100' }).write('{"half":')
          res.socket?.end()
          return
        }
        const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {})
        res.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers }).end(text)
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
