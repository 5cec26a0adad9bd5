import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { comesTrue } from '../memory/node.ts'

/**
 * The token endpoint of a DSP that gives another refresh token each time. `asked` lists what it was asked; while it is silent, it answers
 * nothing.
 */
export const startTokenServer = async () => {
  const asked: URLSearchParams[] = []
  let isSilent = false
  const server = createServer(async (request, response) => {
    // a node that is killed may cut its last request short
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    asked.push(new URLSearchParams(body))
    if (isSilent) return
    const number = asked.length
    const tokens = { access_token: `access-hidden-${number}`, refresh_token: `refresh-hidden-${number}`, expires_in: 1 }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    asked,
    beSilent: (silent: boolean) => {
      isSilent = silent
    },
    /** Resolves when it was asked so often. */
    untilAsked: (times: number) => comesTrue(() => asked.length >= times, `${times} requests for tokens`),
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
export type TokenServer = Awaited<ReturnType<typeof startTokenServer>>
