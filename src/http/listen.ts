import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../ports/clock.ts'
import type { HttpApp } from './app.ts'
import { type Slowness, watchSlowClients } from './connections/slow-clients.ts'

export type ListenOptions = {
  /** 0: any free port. */
  readonly port: number
  readonly host?: string
  readonly clock: Pick<Clock, 'monotonic'>
  /** Whether connections are those of a proxy, which keeps them for its next requests. */
  readonly isBehindProxy: boolean
  /** Milliseconds in which a client must take something of its answer. */
  readonly sendTimeoutMs: number
  /** A client was too slow, and its connection was ended. */
  readonly onSlowClient: (why: Slowness, bytes: number) => void
  /** For tests: shorter time limits of the server. */
  readonly limits?: Partial<typeof defaultLimits>
}

export type Listening = {
  readonly port: number
  /** Ends the connections of slow clients; also runs every five seconds by itself. */
  checkClients(): void
  /** Stops accepting requests, waits at most `graceMs` for running ones, then closes their connections. */
  stop(graceMs: number): Promise<void>
}

/** Milliseconds for the headers (also of a connection that sends nothing), for a whole request, and between two requests. */
const defaultLimits = {
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
}
/** Milliseconds between two requests of a proxy: longer than any proxy waits, as the one that ends a connection must be the proxy (ADR 0182). */
const proxyKeepAliveTimeout = 620_000
/** Options of every server of the app: a request without a body has no stream that would have to end (ADR 0094). */
export const serverOptions = { optimizeEmptyRequests: true }
/** Milliseconds without a byte of a request whose headers have arrived. */
const bodyStallMs = 30_000
/** The least average of a slow client, in both directions. */
const bytesPerSecond = 4_096

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

/** Serves an app on a port. */
export const listen = async (app: HttpApp, options: ListenOptions): Promise<Listening> => {
  const { port, host, clock, sendTimeoutMs, onSlowClient, isBehindProxy } = options
  const answer = app.koa.callback()
  const limits = {
    ...defaultLimits,
    ...(isBehindProxy ? { keepAliveTimeout: proxyKeepAliveTimeout } : {}),
    ...options.limits,
  }
  const server = createServer({ ...serverOptions, ...limits }, (req, res) => {
    clients.requested(req)
    answer(req, res)
  })
  const clients = watchSlowClients(server, {
    taking: { stallMs: sendTimeoutMs, bytesPerSecond },
    sending: { stallMs: bodyStallMs, bytesPerSecond },
    clock,
    onCut: onSlowClient,
  })
  const stopTimers = () => {
    clients.stop()
    app.stop()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch(error => {
    stopTimers()
    throw error
  })
  return {
    port: (server.address() as AddressInfo).port,
    checkClients: clients.check,
    async stop(graceMs) {
      app.drain()
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
      stopTimers()
    },
  }
}
