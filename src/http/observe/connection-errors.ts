import { Readable } from 'node:stream'
import type { Logger } from '../../ports/logger.ts'
import type { EndcapContext } from '../context.ts'

/** The error of a request that Node could not parse; it holds the bytes of the request, and with them its key or token. */
const isUnreadable = (error: Error): error is Error & { readonly code: string } => 'rawPacket' in error

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Whether the client has gone, or the way to it is broken. What a response is read from may break with the same codes. */
const isOfClient = (error: Error, { req, state }: EndcapContext): boolean => {
  const body = state.response?.body
  if (body instanceof Readable && body.errored === error) return codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE'
  return error === req.socket.errored || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Streams of events have no end: each of their clients leaves in the middle. */
const isEndless = ({ state }: EndcapContext): boolean => state.response?.contentType === 'text/event-stream'

/** Logs what goes wrong with a connection once its request has begun. A client that leaves is not a fault, and is logged once. */
export const connectionErrors = (logger: Pick<Logger, 'info' | 'warn'>) => {
  const named = new WeakSet<EndcapContext>()
  return (error: Error, ctx: EndcapContext): void => {
    if (isUnreadable(error)) logger.info({ code: error.code, reason: error.message }, 'a request could not be read')
    else if (!isOfClient(error, ctx)) logger.warn({ err: error }, 'a response could not be sent completely')
    else if (!named.has(ctx) && !isEndless(ctx)) {
      named.add(ctx)
      const { route } = ctx.state
      const fields = { operationId: route?.row.operationId, code: codeOf(error) }
      logger.info(fields, 'a client left before its response was complete')
    }
  }
}
