import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpApp } from './app.ts'

export type Listening = {
  readonly port: number
  /** Stops accepting requests, waits at most `graceMs` for running ones, then closes their connections. */
  stop(graceMs: number): Promise<void>
}

/** Time limits for the headers and for a whole request, in milliseconds, so that a slow client cannot hold a socket. */
const headersTimeout = 15_000
const requestTimeout = 300_000

/** A readable reason why listening failed. */
export const whyNotListening = (error: NodeJS.ErrnoException): string => {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'the address is in use; is another node running?'
    case 'EACCES':
      return 'this user is not permitted to listen on that address'
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'this machine does not have that address'
    default:
      return error.message
  }
}

/** Serves an app on a port (0: any free port). */
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
