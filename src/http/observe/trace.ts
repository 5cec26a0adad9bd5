import { randomFillSync } from 'node:crypto'
import { anonymous, type EndcapMiddleware } from '../context.ts'

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
const none = '0'.repeat(32)

/** Draws trace ids in blocks: a call for random bytes costs more than the 16 bytes of a trace. */
const traceIds = () => {
  const random = Buffer.alloc(8_192)
  let used = random.length
  return (): string => {
    if (used === random.length) {
      randomFillSync(random)
      used = 0
    }
    used += 16
    return random.toString('hex', used - 16, used)
  }
}

/** The trace id in a W3C `traceparent`; undefined if it is malformed. */
const traceIdIn = (header: string): string | undefined => {
  const sent = traceparent.exec(header)?.[1]
  return sent === none ? undefined : sent
}

/**
 * Initialises the state of a request. Its trace id is always our own: with one that a caller may choose, requests of
 * different callers could share a correlation id. The caller's is kept beside it.
 */
export const trace = (): EndcapMiddleware => {
  const newTraceId = traceIds()
  // named, so that its span has a name
  return function trace(ctx, next) {
    const { state } = ctx
    const { traceparent: sent } = ctx.req.headers
    state.traceId = newTraceId()
    state.headers = {}
    if (typeof sent === 'string') state.callerTraceId = traceIdIn(sent)
    state.caller = anonymous
    return next()
  }
}
