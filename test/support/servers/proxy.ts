import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between a client and a local server that simulates network faults. */
export type CutProxy = {
  readonly port: number
  /** Closes all connections and refuses new ones. */
  cut(): Promise<void>
  /** Keeps and accepts connections, but transmits nothing. */
  silence(): void
  /** Delays all data, in milliseconds. */
  slow(ms: number): void
  /** Restores normal operation; delayed data is transmitted. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy for a local port on another port. */
export const startProxy = async (target: number): Promise<CutProxy> => {
  const sockets = new Set<Socket>()
  let port = 0
  let server: Server | undefined
  let pauseMs = 0
  let silent = Promise.withResolvers<void>()
  silent.resolve()

  const held = async () => {
    await silent.promise
    if (pauseMs > 0) await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
  const pass = (from: Socket, to: Socket) => {
    let turn = Promise.resolve()
    from.on('data', chunk => {
      turn = turn.then(held).then(() => void (to.destroyed || to.write(chunk)))
    })
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    // after an error the connection closes
    from.on('error', () => from.destroy())
    sockets.add(from)
  }
  const listen = async () => {
    server = createServer(client => {
      const upstream = connect(target, '127.0.0.1')
      pass(client, upstream)
      pass(upstream, client)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
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
    cut,
    silence: () => {
      silent = Promise.withResolvers<void>()
    },
    slow: ms => {
      pauseMs = ms
    },
    restore: async () => {
      pauseMs = 0
      silent.resolve()
      if (!server) await listen()
    },
    close: async () => {
      silent.resolve()
      await cut()
    },
  }
}
