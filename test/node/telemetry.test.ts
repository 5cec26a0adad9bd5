import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startNodeProcess } from '../support/programs/node-process.ts'
import { type Treatment, withHostileServer } from '../support/servers/hostile-mail-server.ts'
import { loopback } from '../support/servers/loopback.ts'
import { type CollectedSpan, otlpCollector } from '../support/servers/otlp-collector.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { approvalOf, approvers, rob } from '../support/service/flow.ts'
import { account, campaignWith, provision, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('telemetry')
const callers = '4bf92f3577b34da6a3ce929d0e0e4736'
const ann = 'ann@example.com'

const inFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-telemetry-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Requests an approval from a node whose mails wait, then has another node send them; returns what both traced. */
const tracedApproval = async (folder: string) => {
  const collector = await otlpCollector()
  const treatments: Record<string, Treatment> = { [ann]: 'defers' }
  await withHostileServer(
    address => treatments[address] ?? 'accepts',
    async ({ port }) => {
      const env = {
        DATA_DIR: folder,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      }
      const delivered = (service: Awaited<ReturnType<typeof startService>>, campaign: string, status: string) =>
        until(
          // views that are behind have no approval yet
          async () => (await approvalOf(service, campaign)).approverDetails?.[0]?.delivery?.status,
          now => now === status,
        )
      const first = await startService(env)
      await provision(first)
      await approvers(first, true, ann)
      const campaign = await campaignWith(first, ['one'])
      const traceparent = `00-${callers}-00f067aa0ba902b7-01`
      const { status } = await first.call('POST', `${campaign}/approvalRequest`, rob, { headers: { traceparent } })
      assert.is(status, 200)
      await delivered(first, campaign, 'Deferred')
      await first.stop()
      treatments[ann] = 'accepts'
      const clock = aheadClock()
      clock.pass(60_000)
      const second = await startService(env, { clock })
      await delivered(second, campaign, 'Sent')
      await second.stop()
    },
  )
  // a stop waits for its last export for two seconds, in which a busy machine does not get to it
  const ofMails = (name: string) => collector.spans.filter(span => span.name === name).map(({ instance }) => instance)
  await until(
    async () => [ofMails('send mail'), ofMails('approval-mail write-to-approvers')],
    all => all.every(instances => new Set(instances).size === 2),
  )
  await until(
    async () => collector.metrics.flatMap(({ points }) => points.map(({ attributes }) => attributes.operation)),
    counted => counted.includes('submitApprovalRequest'),
  )
  await collector.stop()
  return collector
}

test('a request, its append, its projections, and the work of another node after a restart are one trace', () =>
  inFolder(async folder => {
    const { spans, metrics, requests } = await tracedApproval(folder)
    const request = spans.find(span => span.name.endsWith('/approvalRequest'))!
    const trace = spans.filter(span => span.traceId === request.traceId)
    const named = (name: string) => trace.filter(span => span.name === name)
    const byId = new Map(spans.map(span => [span.spanId, span]))
    const pathOf = (span: CollectedSpan | undefined): readonly string[] =>
      span ? [...pathOf(byId.get(span.parentSpanId)), span.name] : []

    const route = '/v2/accounts/{accountId}/retail-campaigns/{retailCampaignIdx}/approvalRequest'
    assert.is(request.name, `POST ${route}`)
    const { 'http.route': shown, 'http.response.status_code': status, 'endcap.operation': by } = request.attributes
    assert.equal([shown, status, by], [route, '200', 'submitApprovalRequest'])
    assert.equal([request.parentSpanId, request.links], ['', [callers]], 'the trace of the caller is only linked')
    assert.equal(pathOf(named('append')[0]), [request.name, 'execute approval', 'append'])
    assert.equal(pathOf(named('project')[0]), [request.name, 'execute approval', 'project'])
    assert.is(named('append')[0]?.attributes['db.operation.name'], 'append')

    const writes = named('approval-mail write-to-approvers')
    const nodes = [...new Set(writes.map(({ instance }) => instance))]
    assert.is(nodes.length, 2, 'both nodes worked on the mails')
    assert.ok(writes.every(({ parentSpanId }) => parentSpanId === request.spanId))
    assert.equal(pathOf(named('render')[0]), [request.name, 'approval-mail write-to-approvers', 'render'])
    const mails = named('send mail')
    assert.equal(
      mails.map(({ instance, isError }) => [nodes.indexOf(instance), isError]),
      [
        [0, true],
        [1, false],
      ],
    )
    const text = JSON.stringify([spans, metrics])
    assert.not.match(text, ann)
    assert.not.match(text, folder)
    assert.ok(requests.every(({ headers }) => headers['content-type'] === 'application/x-protobuf'))

    const pointsOf = (name: string) => metrics.filter(metric => metric.name === name).flatMap(({ points }) => points)
    const durations = pointsOf('http.server.request.duration').filter(p => p.attributes['http.route'] === route)
    const own = pointsOf('endcap_requests_total').filter(p => p.attributes.operation === 'submitApprovalRequest')
    assert.equal([durations[0]?.value, own[0]?.value], [1, 1])
    assert.ok(pointsOf('endcap_append_seconds').some(({ value }) => value > 0))
  }))

test('log lines carry the ids of their trace; without a collector its SDK is not loaded', () =>
  inFolder(async folder => {
    const NODE_OPTIONS = `--import ${new URL('../support/programs/prints-telemetry.ts', import.meta.url).href}`
    const collector = await otlpCollector()
    const spanOf = (id: string) => collector.spans.find(({ traceId }) => traceId === id)
    const run = async (env: Record<string, string>) => {
      const node = await startNodeProcess({ DATA_DIR: folder, NODE_OPTIONS, ...env })
      const { traceId } = (await node.call('GET', `${account}/retail-campaigns/1`)).json
      // a stop waits for its last export for two seconds, in which a busy machine does not get to it
      if (env.OTEL_EXPORTER_OTLP_ENDPOINT)
        await until(
          async () => spanOf(traceId),
          span => span !== undefined,
        )
      await node.stop()
      const lines = node
        .printed()
        .split('\n')
        .map(line => JSON.parse(line))
      return {
        loaded: lines.filter(({ msg }) => msg === 'telemetry was loaded').length,
        request: lines.find(line => line.traceId === traceId),
      }
    }
    const without = await run({})
    assert.is(without.loaded, 0)
    assert.not.ok('trace_id' in without.request)
    const traced = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin })
    assert.ok(traced.loaded > 0)
    assert.is(traced.request.trace_id, traced.request.traceId)
    assert.is(traced.request.span_id, spanOf(traced.request.traceId)?.spanId)
    await collector.stop()
  }))

test('a collector that refuses, or never answers, holds up no request and no end of a node, and is reported once', () =>
  inFolder(async folder => {
    const broken = await loopback(({ url }, response) => {
      if (url === '/v1/traces') response.writeHead(400).end()
    })
    const node = await startNodeProcess({ DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: broken.origin })
    for (let i = 0; i < 3; i++) assert.is((await node.call('GET', `${account}/retail-campaigns/1`)).status, 404)
    await node.stop()
    const reports = node.logged().filter(({ msg }) => msg === 'traces or metrics could not be sent to the collector')
    assert.is(reports.length, 1)
    assert.not.match(node.printed(), broken.host)
    assert.equal(
      node.logged().filter(({ level }) => level > 40),
      [],
    )
    await broken.stop()
  }))

test.run()
