import type { DestinationStream } from 'pino'
import { pino } from 'pino'
import type { EndcapContext } from '../context.ts'
import { statusOf } from '../response/http-response.ts'

/** Writes one line per request. */
export type RequestLog = (ctx: EndcapContext, milliseconds: number) => void

/**
 * Logs one line per request, with operation and route template, never the URL. All its fields are safe to log, so it uses a
 * separate logger without redaction, which would cost more than the line. `destination` is pino's; default: stdout. `mixin`:
 * fields of the moment, added to each line.
 */
export const requestLog = (
  destination?: DestinationStream,
  level: 'info' | 'silent' = 'info',
  mixin?: () => object,
): RequestLog => {
  const options = { level, base: null, ...(mixin ? { mixin } : {}) }
  const logger = destination ? pino(options, destination) : pino(options)
  if (level === 'silent') return () => undefined
  return (ctx, milliseconds) => {
    const { method, state } = ctx
    const { route, caller, traceId, callerTraceId } = state
    logger.info(
      {
        operationId: route?.row.operationId ?? null,
        method,
        route: route?.template ?? null,
        status: statusOf(ctx),
        ms: Math.round(milliseconds * 100) / 100,
        key: caller.id,
        traceId,
        // pino leaves out what is undefined
        callerTraceId,
      },
      'request',
    )
  }
}
