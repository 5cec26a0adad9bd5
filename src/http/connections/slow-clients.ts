import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../../ports/clock.ts'
import { isTooSlow, type Pace, type Wait, waitedUntil } from './pace.ts'

/** Milliseconds between two checks. */
const everyMs = 5_000

/** `taking`: the client reads its answer too slowly; `sending`: its request arrives too slowly. */
export type Slowness = 'taking' | 'sending'

export type SlowClientOptions = {
  /** How slowly a client may take its answer. */
  readonly taking: Pace
  /** How slowly the body of a request may arrive. */
  readonly sending: Pace
  readonly clock: Pick<Clock, 'monotonic'>
  readonly onCut: (why: Slowness, bytes: number) => void
}

export type SlowClients = {
  /** A request of a connection began; its body is watched. */
  requested(req: IncomingMessage): void
  /** Ends the connections of slow clients; also runs by itself. */
  check(): void
  stop(): void
}

type Watched = { req?: IncomingMessage; taking?: Wait | undefined; sending?: Wait | undefined }

/** Bytes that the operating system took of what was written; undefined: nothing waits to be taken. */
const taken = (socket: Socket): number | undefined =>
  socket.writableLength === 0 ? undefined : socket.bytesWritten - socket.writableLength

/** Bytes that have arrived; undefined: no request is arriving, or the node is not reading it. */
const arrived = (socket: Socket, req: IncomingMessage | undefined): number | undefined =>
  req === undefined || req.complete || req.isPaused() ? undefined : socket.bytesRead

/**
 * Ends connections whose client takes its answer, or sends its request, too slowly (HTTP-27). Whatever an answer or a body
 * holds is given back when its connection closes. Answers must be written in pieces, as a piece counts when all of it was taken.
 */
export const watchSlowClients = (server: Server, options: SlowClientOptions): SlowClients => {
  const { clock, onCut } = options
  const watched = new Map<Socket, Watched>()
  const cut = (socket: Socket, why: Slowness, bytes: number): void => {
    watched.delete(socket)
    // an end would keep what is unsent in the operating system
    socket.resetAndDestroy()
    onCut(why, bytes)
  }
  const waitOf = (now: number, bytes: number | undefined, before: Wait | undefined): Wait | undefined =>
    bytes === undefined ? undefined : waitedUntil(now, bytes, before)
  const check = (): void => {
    const now = clock.monotonic()
    for (const [socket, connection] of watched) {
      const taking = waitOf(now, taken(socket), connection.taking)
      const sending = waitOf(now, arrived(socket, connection.req), connection.sending)
      connection.taking = taking
      connection.sending = sending
      if (taking && isTooSlow(taking, now, options.taking)) cut(socket, 'taking', taking.bytes)
      else if (sending && isTooSlow(sending, now, options.sending)) cut(socket, 'sending', sending.bytes)
    }
  }
  server.on('connection', (socket: Socket) => {
    watched.set(socket, {})
    socket.once('close', () => watched.delete(socket))
  })
  const timer = setInterval(check, everyMs)
  timer.unref()
  return {
    requested: req => {
      const connection = watched.get(req.socket)
      if (connection === undefined) return
      connection.req = req
      connection.sending = undefined
    },
    check,
    stop: () => clearInterval(timer),
  }
}
