import { buffer } from 'node:stream/consumers'
import { loopback } from './loopback.ts'

/** A span as the collector got it; ids are hex. */
export type CollectedSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty: the span is a root. */
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, string>>
  /** Trace ids of linked spans. */
  readonly links: readonly string[]
  /** The node that sent it. */
  readonly instance: string
  readonly isError: boolean
}
/** A metric and the values of its samples; a histogram has the counts of its samples. */
export type CollectedMetric = {
  readonly name: string
  readonly points: readonly { readonly attributes: Readonly<Record<string, string>>; readonly value: number }[]
}

type Field = { readonly number: number; readonly bytes: Buffer; readonly value: bigint }

/** The fields of a protobuf message (https://protobuf.dev/programming-guides/encoding). */
const fieldsOf = (message: Buffer): readonly Field[] => {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const tag = Number(varint())
    const wire = tag & 7
    const value = wire === 0 ? varint() : 0n
    const length = wire === 2 ? Number(varint()) : wire === 1 ? 8 : wire === 5 ? 4 : 0
    fields.push({ number: tag >> 3, bytes: message.subarray(at, at + length), value })
    at += length
  }
  return fields
}
const all = (message: Buffer, number: number) => fieldsOf(message).filter(field => field.number === number)
const inside = (message: Buffer, ...path: readonly number[]): readonly Buffer[] =>
  path.reduce((messages, number) => messages.flatMap(m => all(m, number).map(({ bytes }) => bytes)), [message])
const textAt = (message: Buffer, number: number) => inside(message, number)[0]?.toString() ?? ''
const hexAt = (message: Buffer, number: number) => inside(message, number)[0]?.toString('hex') ?? ''

/** AnyValue: text, bool, whole number, number, or a list of them. */
const textOf = (any: Buffer): string => {
  const [field] = fieldsOf(any)
  switch (field?.number) {
    case 1:
      return field.bytes.toString()
    case 4:
      return String(field.bytes.readDoubleLE())
    case 5:
      return inside(field.bytes, 1).map(textOf).join(',')
    default:
      return String(field?.value)
  }
}
const attributesIn = (message: Buffer, number: number): Record<string, string> =>
  Object.fromEntries(
    inside(message, number).map(pair => [textAt(pair, 1), textOf(inside(pair, 2)[0] ?? Buffer.alloc(0))]),
  )

const spansIn = (body: Buffer): readonly CollectedSpan[] =>
  inside(body, 1).flatMap(resource => {
    const instance = attributesIn(inside(resource, 1)[0] ?? Buffer.alloc(0), 1)['service.instance.id'] ?? ''
    return inside(resource, 2, 2).map(span => ({
      traceId: hexAt(span, 1),
      spanId: hexAt(span, 2),
      parentSpanId: hexAt(span, 4),
      name: textAt(span, 5),
      attributes: attributesIn(span, 9),
      links: inside(span, 13).map(link => hexAt(link, 1)),
      instance,
      isError: inside(span, 15).some(status => all(status, 3)[0]?.value === 2n),
    }))
  })

const metricsIn = (body: Buffer): readonly CollectedMetric[] =>
  inside(body, 1, 2, 2).map(metric => ({
    name: textAt(metric, 1),
    points: [
      // of a gauge or a sum: a number, as double (4) or as whole number (6)
      ...[5, 7].flatMap(kind =>
        inside(metric, kind, 1).map(point => ({
          attributes: attributesIn(point, 7),
          value: inside(point, 4)[0]?.readDoubleLE() ?? Number(inside(point, 6)[0]?.readBigInt64LE()),
        })),
      ),
      ...inside(metric, 9, 1).map(point => ({
        attributes: attributesIn(point, 9),
        value: Number(inside(point, 4)[0]?.readBigUInt64LE()),
      })),
    ],
  }))

/** A collector of OpenTelemetry (OTLP over HTTP, protobuf) on a free loopback port, which keeps what it gets. */
export const otlpCollector = async () => {
  const spans: CollectedSpan[] = []
  const metrics: CollectedMetric[] = []
  const { origin, seen, stop } = await loopback(async (request, response) => {
    // a node that is killed may cut its last request short
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return
    if (request.url === '/v1/traces') spans.push(...spansIn(body))
    if (request.url === '/v1/metrics') metrics.push(...metricsIn(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  return { origin, spans, metrics, requests: seen, stop }
}
