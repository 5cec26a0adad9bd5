import type { Clock } from '../../ports/clock.ts'
import type { EndcapMiddleware } from '../context.ts'
import type { AccessLog } from './access-log.ts'
import type { OperationMeasures } from './metrics.ts'
import type { RequestLog } from './request-log.ts'

export type Observers = {
  readonly clock: Clock
  readonly requestLog: RequestLog
  /** Undefined: requests are not noted for auditors. */
  readonly accessLog: AccessLog | undefined
  /** Counts requests that match no route. */
  readonly unmatched: OperationMeasures
}

/** Logs each request and counts it under its operation. */
export const observe = ({ clock, requestLog, accessLog, unmatched }: Observers): EndcapMiddleware =>
  async function observe(ctx, next) {
    const startedAt = clock.monotonic()
    await next()
    const milliseconds = clock.monotonic() - startedAt
    const measures = ctx.state.route?.measures ?? unmatched
    measures.answered(ctx.status, milliseconds)
    requestLog(ctx, milliseconds)
    accessLog?.(ctx, startedAt)
  }
