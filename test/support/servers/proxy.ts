import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Stands between a client and a server of this machine, and does what networks do. */
export type CutProxy = {
  readonly port: number
  /** Ends all connections and refuses new ones. */
  cut(): Promise<void>
  /** Connections stay and are taken, and nothing comes through. */
  silence(): void
  /** Everything comes so much later, in milliseconds. */
  slow(ms: number): void
  /** All is well again; what waited comes through. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy of a port of this machine on another one. */
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
    // a connection that breaks closes next
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
