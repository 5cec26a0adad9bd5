import type { Clock } from '../../ports/clock.ts'
import type { Check } from '../context.ts'
import { statusOf } from '../response/http-response.ts'
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

/** Notes when a request began. */
export const begun =
  (clock: Clock): Check =>
  ({ state }) => {
    state.startedAt = clock.monotonic()
  }

/** Logs each request and counts it under its operation. */
export const observed =
  ({ clock, requestLog, accessLog, unmatched }: Observers): Check =>
  ctx => {
    const { route, startedAt } = ctx.state
    const milliseconds = clock.monotonic() - startedAt
    const measures = route?.measures ?? unmatched
    measures.answered(statusOf(ctx), milliseconds)
    requestLog(ctx, milliseconds)
    accessLog?.(ctx, startedAt)
  }
