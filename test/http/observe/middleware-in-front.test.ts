import { createRequire } from 'node:module'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { KoaInstrumentation } from '@opentelemetry/instrumentation-koa'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type Koa from 'koa'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('middleware in front of the app')
const thing = '/v2/accounts/acme/things/7'
const pathOfThing = '/v2/accounts/:accountId/things/:thingId'

test('outer middleware sees the route and the response, and can add to it', async () => {
  const seen: unknown[] = []
  const stranger: Koa.Middleware = async (ctx, next) => {
    await next()
    seen.push([ctx._matchedRoute, ctx._matchedRouteName, ctx.routerPath, ctx.params, ctx.status, ctx.type])
    ctx.set('X-Stranger', String(ctx.length))
  }
  const app = await startApp(thingRows, { middleware: [stranger] })
  const { headers } = await app.send('GET', thing)
  await app.send('GET', '/v2/nothing')
  await app.stop()
  const params = { accountId: 'acme', thingId: '7' }
  assert.equal(seen, [
    [pathOfThing, 'getThing', pathOfThing, params, 200, 'application/json'],
    [undefined, undefined, undefined, undefined, 404, 'application/problem+json'],
  ])
  assert.is(headers['x-stranger'], headers['content-length'])
})

/** Tracing, set up in a file that `node --import` loads before the service. */
const startTracing = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const instrumentations = [new HttpInstrumentation(), new KoaInstrumentation()]
  for (const one of instrumentations) one.setTracerProvider(provider)
  // imported modules share their exports with required ones, so no loader is needed
  const require = createRequire(import.meta.url)
  for (const name of ['http', 'koa']) require(name)
  return {
    spans: () => exporter.getFinishedSpans(),
    stop() {
      for (const one of instrumentations) one.disable()
      context.disable()
      trace.disable()
    },
  }
}

test('OpenTelemetry names the span of a request after its route, and the span of the route after its operation', async () => {
  const tracing = startTracing()
  const app = await startApp(thingRows)
  try {
    await app.send('GET', thing)
    await app.send('GET', '/v2/nothing')
    const named = (name: string) => tracing.spans().filter(span => span.name === name)
    const [ofRequest] = named(`GET ${pathOfThing}`)
    const [ofRoute] = named('getThing')
    assert.is(ofRequest?.attributes['http.route'], pathOfThing)
    assert.is(ofRoute?.attributes['http.route'], pathOfThing)
    assert.is(ofRoute?.spanContext().traceId, ofRequest?.spanContext().traceId)
    assert.is(named('middleware - answering').length, 2)
    assert.equal(named('middleware - anonymous'), [])
    assert.is(named('GET').length, 1, 'a request that no route took has no route in its name')
  } finally {
    await app.stop()
    tracing.stop()
  }
})

test.run()
