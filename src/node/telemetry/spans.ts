import {
  type Attributes,
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions'
import { ClaimLost } from '../../engine/react/process.ts'
import { type GivenIds, type idsOfSpans, requestSpan, traceIdOf } from './ids.ts'

export type SpanOptions = {
  /** Default: internal. */
  readonly kind?: SpanKind
  readonly attributes?: Attributes
  readonly links?: readonly Link[]
  /** The span belongs to the trace of this correlation id; default: to that of the work around it. */
  readonly correlationId?: string
  /** The span begins a trace, under these ids. */
  readonly begins?: GivenIds
}

/** Starts spans. The active span is that of the work around a call, over every await. */
export type Spans = {
  /** Starts a span, which the caller ends. */
  begin(name: string, options: SpanOptions): Span
  /** Runs work in a new span, and ends it. An error is named by its type only: its message may hold what is secret. */
  during<A>(name: string, options: SpanOptions, work: (span: Span) => Promise<A>): Promise<A>
  active(): SpanContext | undefined
}

/** Marks a span as failed. */
export const failed = (span: Span, type: string): void => {
  span.setAttribute(ATTR_ERROR_TYPE, type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The parent of a span, or the trace that it begins. */
const placeOf = (active: Context, { correlationId, begins }: SpanOptions): { parent: Context; begins?: GivenIds } => {
  if (begins) return { parent: ROOT_CONTEXT, begins }
  const traceId = correlationId === undefined ? undefined : traceIdOf(correlationId)
  if (traceId === undefined || trace.getSpanContext(active)?.traceId === traceId) return { parent: active }
  return traceId === correlationId
    ? { parent: trace.setSpanContext(ROOT_CONTEXT, requestSpan(traceId)) }
    : { parent: ROOT_CONTEXT, begins: { traceId } }
}

/** Spans of a tracer, whose ids come from `ids`. */
export const spansOf = (
  tracer: Tracer,
  ids: ReturnType<typeof idsOfSpans>,
  contexts: AsyncLocalStorageContextManager,
): Spans => {
  const begin = (name: string, options: SpanOptions): Span => {
    const { parent, begins } = placeOf(contexts.active(), options)
    const { kind = SpanKind.INTERNAL, attributes = {}, links = [] } = options
    const start = () => tracer.startSpan(name, { kind, attributes, links: [...links] }, parent)
    return begins ? ids.giving(begins, start) : start()
  }
  return {
    begin,
    async during(name, options, work) {
      const span = begin(name, options)
      try {
        return await contexts.with(trace.setSpan(contexts.active(), span), () => work(span))
      } catch (error) {
        if (!(error instanceof ClaimLost)) failed(span, error instanceof Error ? error.name : 'unknown')
        throw error
      } finally {
        span.end()
      }
    },
    active: () => trace.getSpanContext(contexts.active()),
  }
}
