import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobState } from '../../engine/react/backlog.ts'
import type { ViewState } from '../../ports/service-state.ts'
import { backlogGauges } from './backlog-gauges.ts'
import { type StoredBytes, sizeGauge } from './size-gauge.ts'
import { viewGauges } from './view-gauges.ts'

/** The counters of one operation. */
export type OperationMeasures = { answered(status: number, milliseconds: number): void }

/** The metrics that /metrics shows. The executor, the projector and the process runner report theirs here. */
export type Metrics = {
  forOperation(operationId: string): OperationMeasures
  /** Seconds until an append was on disk. */
  readonly appendSeconds: { observe(seconds: number): void }
  /** Whether /readyz answers 200. */
  ready(is: boolean): void
  /** The position of the last event; NaN while it cannot be read. */
  logHead(position: number): void
  /** The views of this node; undefined while their store cannot be read. */
  views(views: readonly ViewState[] | undefined): void
  /** The items of a process by state, and how many seconds ago the oldest one that waits became due (0: none waits). */
  processBacklog(process: string, items: Readonly<Record<JobState, number>>, oldestSeconds: number): void
  /** Bytes that are stored, read at each scrape. */
  stored(read: () => Promise<StoredBytes>): void
  /** Bytes of request bodies and unsent answers, read at each scrape. */
  inFlight(bytes: () => number): void
  /** A request was refused because there was no room for its bytes. */
  overloaded(): void
  /** A connection was ended because its client was too slow. */
  slowClient(why: string): void
  /** An operation was sent to MongoDB. `on`: the view, or the collection of another kind. */
  mongoOperation(command: string, on: string): void
  readonly contentType: string
  text(): Promise<string>
  /** All samples as values, for other formats. */
  samples(): Promise<readonly Samples[]>
}

/** A metric and its samples; those of a histogram carry the names `…_bucket`, `…_sum` and `…_count`. */
export type Samples = {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number | undefined>>
    readonly metricName?: string
  }[]
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Uses a separate registry, so that two apps in one process (in tests) do not share metrics. */
export const createMetrics = (version = 'unknown'): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'endcap_build_info',
    help: 'Always 1: the release of the node, and the Node that runs it.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1)
  const counts = new Map<string, Map<number, number>>()
  // filled from plain maps at each scrape: incrementing a labelled counter costs half a microsecond per request
  new Counter({
    name: 'endcap_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset()
      for (const [operation, statuses] of counts) for (const [status, n] of statuses) this.inc({ operation, status }, n)
    },
  })
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, labelNames: ['operation'], buckets: seconds, registers })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers })
  const durations = histogram('endcap_request_seconds', 'Seconds from the request to its answer, by operation.')
  const appends = new Histogram({
    name: 'endcap_append_seconds',
    help: 'Seconds of an append until it is on disk.',
    buckets: seconds,
    registers,
  })
  const readyGauge = gauge('endcap_ready', '1 while /readyz answers 200, else 0.')
  const head = new Gauge({
    name: 'endcap_log_head_position',
    help: 'Position of the last event of the log.',
    registers,
  })

  let bytesInFlight = () => 0
  new Gauge({
    name: 'endcap_in_flight_bytes',
    help: 'Bytes of request bodies and unsent answers that the node holds.',
    registers,
    collect() {
      this.set(bytesInFlight())
    },
  })
  const overloads = new Counter({
    name: 'endcap_overloaded_total',
    help: 'Requests refused because there was no room for their bytes.',
    registers,
  })
  const slowClients = new Counter({
    name: 'endcap_slow_clients_total',
    help: 'Connections ended because the client took its answer, or sent its request, too slowly.',
    labelNames: ['while'],
    registers,
  })

  const mongoOperations = new Counter({
    name: 'endcap_mongodb_operations_total',
    help: 'Operations sent to MongoDB, by command and view or collection.',
    labelNames: ['command', 'on'],
    registers,
  })

  const forOperation = (operationId: string): OperationMeasures => {
    const statuses = counts.get(operationId) ?? new Map<number, number>()
    counts.set(operationId, statuses)
    const duration = durations.labels({ operation: operationId })
    return {
      answered(status, milliseconds) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        duration.observe(milliseconds / 1000)
      },
    }
  }
  return {
    forOperation,
    appendSeconds: appends,
    ready: is => readyGauge.set(is ? 1 : 0),
    logHead: position => head.set(position),
    views: viewGauges(gauge),
    processBacklog: backlogGauges(gauge),
    stored: sizeGauge(registry),
    inFlight: bytes => {
      bytesInFlight = bytes
    },
    overloaded: () => overloads.inc(),
    slowClient: why => slowClients.inc({ while: why }),
    mongoOperation: (command, on) => mongoOperations.inc({ command, on }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    // the types of prom-client write `type` as a number, but it is a word
    samples: async () => (await registry.getMetricsAsJSON()).map(metric => ({ ...metric, type: String(metric.type) })),
  }
}
