import type { DestinationStream } from 'pino'
import { pino } from 'pino'
import type { Exchange } from '../exchange.ts'

/** Writes one line a request. */
export type RequestLog = (x: Exchange, status: number, milliseconds: number) => void

/**
 * A line a request, by operation and route template, never by URL. It holds only fields that are safe by themselves, so it
 * has a logger of its own without redaction, which would cost more than the line. `destination` is pino's; stdout when absent.
 */
export const requestLog = (destination?: DestinationStream, level: 'info' | 'silent' = 'info'): RequestLog => {
  const logger = destination ? pino({ level, base: null }, destination) : pino({ level, base: null })
  if (level === 'silent') return () => undefined
  return (x, status, milliseconds) => {
    logger.info(
      {
        operationId: x.route?.row.operationId ?? null,
        method: x.method,
        route: x.route?.template ?? null,
        status,
        ms: Math.round(milliseconds * 100) / 100,
        key: x.caller.id,
        traceId: x.traceId,
      },
      'request',
    )
  }
}
