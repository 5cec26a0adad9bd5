import type { Clock } from '../../ports/clock.ts'
import type { EndcapMiddleware } from '../context.ts'
import type { OperationMeasures } from './metrics.ts'
import type { RequestLog } from './request-log.ts'

/** Writes a line for each request. */
export const logRequests =
  (clock: Clock, requestLog: RequestLog): EndcapMiddleware =>
  async (ctx, next) => {
    const startedAt = clock.monotonic()
    await next()
    requestLog(ctx, clock.monotonic() - startedAt)
  }

/** Counts each request to its operation; `unmatched` counts what no route took. */
export const countRequests =
  (clock: Clock, unmatched: OperationMeasures): EndcapMiddleware =>
  async (ctx, next) => {
    const startedAt = clock.monotonic()
    await next()
    const measures = ctx.state.route?.measures ?? unmatched
    measures.answered(ctx.status, clock.monotonic() - startedAt)
  }
