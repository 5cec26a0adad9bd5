import { type Attributes, type Link, type Meter, SpanKind } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
  METRIC_HTTP_SERVER_REQUEST_DURATION,
} from '@opentelemetry/semantic-conventions'
import type { EndcapContext, EndcapMiddleware } from '../../http/context.ts'
import { requestSpanId } from './ids.ts'
import { failed, type Spans } from './spans.ts'

/** Probes come every second, and say nothing about the service's work. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
/** Seconds; the boundaries of the semantic conventions. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** A link to the span of the caller. It is no parent: anyone may choose it (HTTP-10). */
const callerOf = ({ traceparent }: EndcapContext['req']['headers']): readonly Link[] => {
  const context = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null
  return context ? [{ context: { ...context, isRemote: true } }] : []
}

/** The attributes of a request; the route is its template, because an address can hold names and tokens (ARCH-10). */
const attributesOf = ({ protocol, method, status, state }: EndcapContext): Attributes => ({
  [ATTR_HTTP_REQUEST_METHOD]: method,
  [ATTR_URL_SCHEME]: protocol,
  [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
  ...(state.route ? { [ATTR_HTTP_ROUTE]: state.route.template } : {}),
  ...(status >= 500 ? { [ATTR_ERROR_TYPE]: String(status) } : {}),
})

/** Makes a span of each request, whose trace id is the request's own `traceId`, and measures its duration. */
export const traceRequests = (spans: Spans, meter: Meter): EndcapMiddleware => {
  const durations = meter.createHistogram(METRIC_HTTP_SERVER_REQUEST_DURATION, {
    unit: 's',
    description: 'Duration of HTTP server requests.',
    advice: { explicitBucketBoundaries: boundaries },
  })
  return async function traceRequest(ctx, next) {
    if (probes.has(ctx.req.url ?? '')) return next()
    const { method, req, state } = ctx
    const { traceId } = state
    const begins = { traceId, spanId: requestSpanId(traceId) }
    const from = performance.now()
    await spans.during(method, { kind: SpanKind.SERVER, begins, links: callerOf(req.headers) }, async span => {
      await next()
      const attributes = attributesOf(ctx)
      if (state.route) {
        span.updateName(`${method} ${state.route.template}`)
        span.setAttribute('endcap.operation', state.route.row.operationId)
      }
      span.setAttributes(attributes)
      if (ctx.status >= 500) failed(span, String(ctx.status))
      durations.record((performance.now() - from) / 1000, attributes)
    })
  }
}
