import { randomUUID } from 'node:crypto'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_INSTANCE_ID, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import packageJson from '../../../package.json' with { type: 'json' }
import { withoutLastSlash } from '../../domain/shared/trimmed.ts'
import type { Metrics } from '../../http/observe/metrics.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Config } from '../config/read-config.ts'
import { idsOfSpans } from './ids.ts'
import { metricSamples } from './metric-samples.ts'
import { reportFaults } from './report-faults.ts'
import { spansOf } from './spans.ts'
import { traceLog } from './trace-log.ts'
import { tracePorts } from './trace-ports.ts'
import { traceProcess } from './trace-processes.ts'
import { traceRequests } from './trace-requests.ts'
import { traceWork } from './trace-work.ts'

/** How long the end of a node waits for the collector, in milliseconds. */
const lastExportMs = 2_000

type Options = Pick<Config, 'otlpShare' | 'eventStoreUrl'> & {
  /** Base of the collector. */
  readonly endpoint: string
  readonly metrics: Metrics
}

/** Whether all work has succeeded within `ms`. */
const allWithin = (ms: number, work: readonly Promise<unknown>[]): Promise<boolean> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms, false)
    void Promise.allSettled(work).then(ends => {
      clearTimeout(timer)
      resolve(ends.every(({ status }) => status === 'fulfilled'))
    })
  })

/**
 * Opens the SDK of OpenTelemetry for one node: spans and metrics go to the collector in batches, and are dropped when it is not
 * there. Nothing of it is global, and no library is patched (ADR 0081). The SDK reads `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` by itself.
 */
export const openTelemetry = ({ endpoint, otlpShare, eventStoreUrl, metrics }: Options) => {
  const base = withoutLastSlash(endpoint)
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        [ATTR_SERVICE_NAME]: 'endcap',
        [ATTR_SERVICE_VERSION]: packageJson.version,
        [ATTR_SERVICE_INSTANCE_ID]: randomUUID(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const faults = reportFaults()
  const ids = idsOfSpans()
  const tracing = new TracerProvider({
    resource,
    idGenerator: ids,
    // by trace id only: all nodes keep the same traces
    sampler: new TraceIdRatioBasedSampler(otlpShare),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/v1/traces` }) })],
  })
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${base}/v1/metrics` }),
    metricProducers: [metricSamples(metrics, Date.now)],
  })
  const measuring = new MeterProvider({ resource, readers: [reader] })
  const contexts = new AsyncLocalStorageContextManager().enable()
  const spans = spansOf(tracing.getTracer('endcap', packageJson.version), ids, contexts)
  return {
    /** The middleware that makes a span of each request. */
    requests: traceRequests(spans, measuring.getMeter('endcap', packageJson.version)),
    log: traceLog(spans, eventStoreUrl === undefined ? 'sqlite' : 'eventstoredb'),
    work: traceWork(spans),
    process: traceProcess(spans),
    ports: tracePorts(spans),
    /** The fields that connect a log line with the span in which it was written. */
    logFields: (): object => {
      const active = spans.active()
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
    },
    reportTo: (logger: Pick<Logger, 'warn'>) => faults.to(logger),
    /** Exports what is left, for at most two seconds. */
    async close(): Promise<void> {
      if (!(await allWithin(lastExportMs, [tracing.shutdown(), measuring.shutdown()]))) faults.report()
      contexts.disable()
    },
  }
}
export type Telemetry = ReturnType<typeof openTelemetry>
