import type { SpanContext } from '@opentelemetry/api'
import { TraceFlags } from '@opentelemetry/api'
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace'

const none = '0'.repeat(16)

/** The span of the request with this trace id: 16 hex digits that follow from it, so that every node knows them (ADR 0081). */
export const requestSpanId = (traceId: string): string => {
  const half = traceId.slice(16)
  return half === none ? `${none.slice(1)}1` : half
}

/** The span of a request, as its later work names it: on another node, or after a restart. */
export const requestSpan = (traceId: string): SpanContext => ({
  traceId,
  spanId: requestSpanId(traceId),
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
})

/** The trace that a correlation id names; undefined if it names none. Those of requests are trace ids, others are UUIDs. */
export const traceIdOf = (correlationId: string): string | undefined => {
  const id = correlationId.replaceAll('-', '')
  return /^[0-9a-f]{32}$/.test(id) && id !== none + none ? id : undefined
}

export type GivenIds = { readonly traceId: string; readonly spanId?: string }

/** Random ids, except for the span that `work` starts: it has the given ones. */
export const idsOfSpans = (): IdGenerator & { giving<A>(ids: GivenIds, work: () => A): A } => {
  const random = new RandomIdGenerator()
  let given: GivenIds | undefined
  return {
    generateTraceId: () => given?.traceId ?? random.generateTraceId(),
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    giving(ids, work) {
      given = ids
      try {
        return work()
      } finally {
        given = undefined
      }
    },
  }
}
