import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpApp } from './app.ts'

export type Listening = {
  readonly port: number
  /** Stops accepting, lets requests finish for at most `graceMs`, then cuts what is left. */
  stop(graceMs: number): Promise<void>
}

/** Milliseconds for the headers, and for a whole request; a slow client holds a socket no longer. */
const headersTimeout = 15_000
const requestTimeout = 300_000

/** Why no address could be listened on, in a person's words. */
export const whyNotListening = (error: NodeJS.ErrnoException): string => {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'the address is in use; is another node running?'
    case 'EACCES':
      return 'this user may not listen there'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'that is no address of this machine'
    default:
      return error.message
  }
}

/** Serves an app on a port (0: a free one). */
export const listen = async (app: HttpApp, port: number, host?: string): Promise<Listening> => {
  const server = createServer(
    { headersTimeout, requestTimeout, connectionsCheckingInterval: 5_000, keepAliveTimeout: 65_000 },
    app.koa.callback(),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch(error => {
    app.stop()
    throw error
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop(graceMs) {
      app.drain()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
      app.stop()
    },
  }
}
