import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { pause } from '../../../src/engine/pause.ts'
import { freePort } from './free-port.ts'

/** A proxy between a client and a local server that simulates network faults. */
export type CutProxy = {
  readonly port: number
  /** Connections accepted so far. */
  accepted(): number
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  /** Keeps and accepts connections, but transmits nothing. */
  silence(): void
  /** As `silence`, and the connections of before and meanwhile stay so for ever: a router has forgotten them. */
  forget(): void
  /** Delays all data, in milliseconds. */
  slow(ms: number): void
  /** Keeps and accepts connections, and loses what they transmit: neither end learns that the other is gone, even after `restore`. */
  lose(): void
  /** Restores normal operation; delayed data is transmitted. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy on a local port for a port of this machine or of another host. */
export const startProxy = async (target: number, host = '127.0.0.1'): Promise<CutProxy> => {
  const sockets = new Set<Socket>()
  const port = await freePort()
  let server: Server | undefined
  const lost = new WeakSet<Socket>()
  let isLosing = false
  let pauseMs = 0
  let quick = new AbortController()
  let silent = Promise.withResolvers<void>()
  silent.resolve()
  /** Connections so far; those before `forgotten` are forgotten. */
  let made = 0
  let forgotten = 0
  let forgets = false

  const held = async () => {
    await silent.promise
    if (pauseMs > 0) await pause(pauseMs, quick.signal)
  }
  const isGone = (from: Socket, number: number) => lost.has(from) || number < forgotten
  const pass = (from: Socket, to: Socket, number: number) => {
    let turn = Promise.resolve()
    from.on('data', chunk => {
      turn = turn.then(held).then(() => void (to.destroyed || isGone(from, number) || to.write(chunk)))
    })
    from.on('close', () => {
      sockets.delete(from)
      if (!isGone(from, number) || !server) to.destroy()
    })
    // after an error the connection closes
    from.on('error', () => from.destroy())
    sockets.add(from)
  }
  const listen = async () => {
    server = createServer(client => {
      const upstream = connect(target, host)
      if (isLosing) for (const end of [client, upstream]) lost.add(end)
      const number = made++
      pass(client, upstream, number)
      pass(upstream, client, number)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server = undefined
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await listen()
  return {
    port,
    accepted: () => made,
    cut,
    silence: () => {
      silent = Promise.withResolvers<void>()
    },
    forget: () => {
      forgets = true
      silent = Promise.withResolvers<void>()
    },
    slow: ms => {
      pauseMs = ms
      quick = new AbortController()
    },
    lose: () => {
      isLosing = true
      for (const socket of sockets) lost.add(socket)
    },
    restore: async () => {
      isLosing = false
      pauseMs = 0
      quick.abort()
      if (forgets) forgotten = made
      forgets = false
      silent.resolve()
      if (!server) await listen()
    },
    close: async () => {
      silent.resolve()
      await cut()
    },
  }
}
