import { type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Metrics, Samples } from '../../http/observe/metrics.ts'

type Sample = Samples['values'][number]
type Times = Pick<DataPoint<unknown>, 'startTime' | 'endTime'>

const attributesOf = ({ labels: { le: _, ...labels } }: Sample): Record<string, string | number> =>
  Object.fromEntries(Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const pointOf =
  (times: Times) =>
  (sample: Sample): DataPoint<number> => ({ ...times, attributes: attributesOf(sample), value: sample.value })

/** The value of a histogram; Prometheus counts what is below each bound, OpenTelemetry what is between two of them. */
const histogramOf = (samples: readonly Sample[]): Histogram => {
  const buckets = samples.filter(({ metricName = '' }) => metricName.endsWith('_bucket'))
  const valueAt = (end: string) => samples.find(({ metricName = '' }) => metricName.endsWith(end))?.value ?? 0
  return {
    buckets: {
      boundaries: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
      counts: buckets.map(({ value }, i) => value - (buckets[i - 1]?.value ?? 0)),
    },
    sum: valueAt('_sum'),
    count: valueAt('_count'),
  }
}

const histogramsOf = (values: readonly Sample[], times: Times): DataPoint<Histogram>[] =>
  Map.groupBy(values, sample => JSON.stringify(attributesOf(sample)))
    .values()
    .map(samples => ({ ...times, attributes: attributesOf(samples[0]!), value: histogramOf(samples) }))
    .toArray()

const metricOf = ({ name, help, type, values }: Samples, times: Times): readonly MetricData[] => {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE }
  const base = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const numbers = () => values.filter(({ value }) => Number.isFinite(value)).map(pointOf(times))
  switch (type) {
    case 'counter':
      return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers() }]
    case 'gauge':
      return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: numbers() }]
    case 'histogram':
      return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(values, times) }]
    // OpenTelemetry has no summaries, and the service none either
    default:
      return []
  }
}

/** The metrics of /metrics under their own names, read when they are exported. */
export const metricSamples = (metrics: Pick<Metrics, 'samples'>, now: () => number): MetricProducer => {
  const startTime: HrTime = millisToHrTime(now())
  return {
    async collect(): Promise<CollectionResult> {
      const times = { startTime, endTime: millisToHrTime(now()) }
      const data = (await metrics.samples()).flatMap(samples => metricOf(samples, times))
      const scopeMetrics = [{ scope: { name: 'endcap' }, metrics: data }]
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
    },
  }
}
