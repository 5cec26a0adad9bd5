import { randomFillSync } from 'node:crypto'
import { anonymous, type EndcapMiddleware } from '../context.ts'

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/
const none = '0'.repeat(32)

// drawn in blocks: a call for random bytes costs more than the 16 bytes of a trace
const random = Buffer.alloc(8_192)
let used = random.length

const newTraceId = (): string => {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  used += 16
  return random.toString('hex', used - 16, used)
}

/** The trace id of a request (32 hex digits): from its W3C `traceparent` if that is well formed, else a new one. */
const traceIdOf = (header: string | undefined): string => {
  const sent = header === undefined ? undefined : traceparent.exec(header)?.[1]
  return sent === undefined || sent === none ? newTraceId() : sent
}

/** Initialises the state of a request, with its trace id. */
export const trace: EndcapMiddleware = (ctx, next) => {
  const { state } = ctx
  state.traceId = traceIdOf(ctx.req.headers.traceparent as string | undefined)
  state.caller = anonymous
  return next()
}
