import { SpanKind } from '@opentelemetry/api'
import type { AnyProcess } from '../../engine/react/process.ts'
import type { Spans } from './spans.ts'

/** Makes a span of each action of a process, in the trace of the request that made its item due. */
export const traceProcess =
  (spans: Spans) =>
  (process: AnyProcess): AnyProcess => ({
    ...process,
    perform: (action, step) => {
      const { claim, item, work } = step
      const attributes = {
        'endcap.process': process.name,
        'endcap.attempt': claim.attempt,
        'endcap.worker': claim.worker,
        ...(item.cause ? { 'endcap.cause': item.cause.eventId } : {}),
      }
      const { correlationId } = work
      const name = typeof action.do === 'string' ? `${process.name} ${action.do}` : process.name
      return spans.during(name, { kind: SpanKind.CONSUMER, attributes, correlationId }, () =>
        process.perform(action, step),
      )
    },
  })
