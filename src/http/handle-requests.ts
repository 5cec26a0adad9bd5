import type { Socket } from 'node:net'
import type Koa from 'koa'
import type { EndcapContext } from './context.ts'

type Run = (ctx: EndcapContext) => Promise<void>
/** The method by which Koa handles a request; not in its public types. */
type Handling = { handleRequest(ctx: EndcapContext, run: Run): Promise<void> }

/** A connection: the requests of it that run, and whether Koa sends its last response. */
type Connection = { running: number; isKoas: boolean }

/**
 * Handles requests as Koa does, but without its listeners for the end of each response, which with all that they hold cost a fifth of the
 * time of a command (ADR 0124). Responses that Koa itself sends get them still. A connection that breaks while a request of it runs, or
 * before its response is sent, is an `error` of the app as with Koa.
 */
export const handleRequests = <S, C>(koa: Koa<S, C>): void => {
  const koas = koa as unknown as Handling
  const byKoa = koas.handleRequest.bind(koa)
  const connections = new WeakMap<Socket, Connection>()
  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = { running: 0, isKoas: false }
    connections.set(socket, connection)
    socket.on('error', error => {
      const isAnswered = connection.running === 0 && socket.writableLength === 0
      if (!isAnswered && !connection.isKoas) koa.emit('error', error)
    })
    return connection
  }
  const answer = async (ctx: EndcapContext, run: Run, connection: Connection): Promise<void> => {
    await run(ctx)
    if (ctx.respond === false) return
    connection.isKoas = true
    const { status } = ctx
    await byKoa(ctx, async () => {
      ctx.res.statusCode = status
    })
  }
  koas.handleRequest = async (ctx, run) => {
    const connection = connectionOf(ctx.req.socket)
    connection.running++
    connection.isKoas = false
    // until something sets it, as with Koa
    ctx.res.statusCode = 404
    try {
      await answer(ctx, run, connection)
    } catch (error) {
      ctx.onerror(error as Error)
    } finally {
      connection.running--
    }
  }
}
