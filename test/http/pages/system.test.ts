import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('documentation, health, metrics')
let app: Awaited<ReturnType<typeof startApp>>
let ready = true
test.before(async () => {
  app = await startApp(thingRows, { readiness: async () => ({ ready, details: { creatives: 'behind' } }) })
})
test.after(() => app.stop())
const read = (path: string) => app.send('GET', path, { key: undefined })

test('the OpenAPI document describes everything that a call needs', async () => {
  const { json } = await read('/openapi.json')
  assert.is(json.openapi, '3.1.0')
  const path = json.paths['/v2/accounts/{accountId}/things']
  assert.is(path.post.operationId, 'createThing')
  assert.equal(
    path.post.parameters.map((p: { name: string }) => p.name),
    ['accountId', 'Idempotency-Key', 'traceparent'],
  )
  assert.equal(path.post.requestBody.content['application/json'].schema.required, ['name'])
  assert.equal(path.post.requestBody.content['application/json'].example, { name: 'a' })
  assert.equal(path.post.responses[200].content['application/json'].schema.required, ['thingId', 'name'])
  for (const status of [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503])
    assert.ok(path.post.responses[status], String(status))
  assert.match(path.post.description, 'Campaigns_Create')
  const one = json.paths['/v2/accounts/{accountId}/things/{thingId}']
  assert.ok(one.delete.responses[204])
  assert.ok(one.put.parameters.some((p: { name: string }) => p.name === 'If-Match'))
  assert.ok(one.get.responses[200].headers.ETag)
  assert.is(json.components.securitySchemes.svc_apikey.name, 'svc_apikey')
  assert.ok(json.paths['/healthz'])
})

test('every reference and operation id in the document is valid', async () => {
  const { json, text } = await read('/openapi.json')
  for (const [, name] of text.matchAll(/#\/components\/schemas\/([^"]+)/g))
    assert.ok(json.components.schemas[name!], name)
  const ids = Object.values(json.paths as Record<string, Record<string, { operationId: string }>>).flatMap(p =>
    Object.values(p).map(o => o.operationId),
  )
  assert.is(new Set(ids).size, ids.length)
})

test('the node itself serves the documentation page, under a strict policy', async () => {
  const { headers, text } = await read('/docs')
  assert.match(headers['content-security-policy']!, "default-src 'none'")
  assert.not.match(text, /https?:\/\//)
  for (const [, path] of text.matchAll(/(?:src|href)="([^"]+)"/g)) assert.is((await read(path!)).status, 200, path)
  assert.is((await read('/docs/ui/package.json')).status, 404)
  assert.is((await read('/docs/ui/..%2Fpackage.json')).status, 404)
})

test('health reports on the process, readiness on its read models', async () => {
  assert.equal((await read('/healthz')).json, { status: 'ok' })
  assert.is((await read('/readyz')).status, 200)
  ready = false
  const behind = await read('/readyz')
  assert.is(behind.status, 503)
  assert.equal(behind.json, { ready: false, details: { creatives: 'behind' } })
  ready = true
})

test('metrics count requests by operation and status', async () => {
  await app.send('GET', '/v2/accounts/acme/things/404')
  const { text } = await read('/metrics')
  assert.match(text, /endcap_requests_total\{operation="getThing",status="404"\} 1/)
  assert.match(text, /endcap_request_seconds_count\{operation="getThing"\} 1/)
})

test.run()
