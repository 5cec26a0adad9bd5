import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  readonly method: string
  readonly body: string
  /** `user:password` of basic authentication; empty without. */
  readonly login: string
  readonly search: string
}
type Answer = { readonly status?: number; readonly body: Buffer | string }
type Answering = (asked: Asked) => Answer | Promise<Answer>

/** An HTTP server whose files are set by the tests. */
export const startFeedServer = async () => {
  const answers = new Map<string, Answering>()
  const dripping = new Set<string>()
  let drips = 0
  const server = createServer((req, res) => {
    const { pathname, search } = new URL(req.url ?? '/', 'http://localhost')
    if (dripping.has(pathname)) {
      const timer = setInterval(() => res.write('x'), 5)
      drips++
      res.once('close', () => {
        clearInterval(timer)
        drips--
      })
      return
    }
    let body = ''
    req.on('data', chunk => {
      body += chunk
    })
    req.on('end', async () => {
      const login = Buffer.from((req.headers.authorization ?? '').slice(6), 'base64').toString()
      const answer = await answers.get(pathname)?.({ method: req.method ?? '', body, login, search })
      res.writeHead(answer?.status ?? (answer ? 200 : 404)).end(answer?.body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const answer = (name: string, to: Answering): string => {
    answers.set(`/${name}`, to)
    return `http://${host}/${name}`
  }
  return {
    host,
    url: `http://${host}`,
    answer,
    /** Serves a file, and gives its URL. */
    serve: (name: string, body: Buffer | string): string => answer(name, () => ({ body })),
    /** An address that sends a byte every 5 ms, and never ends. */
    drip(name: string): string {
      dripping.add(`/${name}`)
      return `http://${host}/${name}`
    },
    /** Connections to such addresses that are open. */
    drips: () => drips,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>
