import type { DestinationStream } from 'pino'
import { pino } from 'pino'
import type { EndcapContext } from '../context.ts'

/** Writes one line a request. */
export type RequestLog = (ctx: EndcapContext, milliseconds: number) => void

/**
 * A line a request, by operation and route template, never by URL. It holds only fields that are safe by themselves, so it
 * has a logger of its own without redaction, which would cost more than the line. `destination` is pino's; stdout when absent.
 */
export const requestLog = (destination?: DestinationStream, level: 'info' | 'silent' = 'info'): RequestLog => {
  const logger = destination ? pino({ level, base: null }, destination) : pino({ level, base: null })
  if (level === 'silent') return () => undefined
  return ({ method, status, state }, milliseconds) => {
    const { route, caller, traceId } = state
    logger.info(
      {
        operationId: route?.row.operationId ?? null,
        method,
        route: route?.template ?? null,
        status,
        ms: Math.round(milliseconds * 100) / 100,
        key: caller.id,
        traceId,
      },
      'request',
    )
  }
}
