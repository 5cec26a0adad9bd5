import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { permissions } from '../../../src/domain/keys/permissions.ts'
import { problems } from '../../../src/http/response/problems.ts'
import { operations } from '../../../src/operations/operations.ts'
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

test('/ leads to documentation, console and health, and the documentation to its guides; every link works', async () => {
  const linksOf = (text: string) => Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, path]) => path!)
  const seen = new Set(['/'])
  for (const path of seen) {
    const { status, text, headers } = await read(path)
    assert.is(status, 200, path)
    if (!/^text\/html/.test(headers['content-type']!) || path === '/console') continue
    assert.not.match(text, /(?:src|href)="(?:https?:|\/\/)/)
    for (const link of linksOf(text)) seen.add(link)
  }
  for (const path of ['/docs', '/console', '/healthz', '/readyz', '/docs/problems']) assert.ok(seen.has(path), path)
  const guides = [...seen].filter(path => path.startsWith('/docs/guides/'))
  assert.is(guides.length, 8)
  assert.is((await read('/docs/guides/unknown')).status, 404)
})

test('guides name only paths, permissions, headers and problem codes that exist', async () => {
  const { text: docs } = await read('/docs')
  const guides = await Promise.all(
    Array.from(docs.matchAll(/"(\/docs\/guides\/[a-z-]+)"/g), async ([, path]) => (await read(path!)).text),
  )
  const all = guides.join('\n')
  const own = Object.keys((await read('/openapi.json')).json.paths)
  const known = [...operations.map(({ path }) => path), ...own]
  const patterns = known.map(path => new RegExp(`^${path.replace(/:\w+|\{\w+\}/g, '[^/]+')}$`))
  const paths = Array.from(all.matchAll(/\$URL([\w$/-]+)/g), ([, path]) => path!)
  assert.ok(paths.length >= 7)
  for (const path of paths)
    assert.ok(
      patterns.some(pattern => pattern.test(path)),
      path,
    )
  for (const [, code] of all.matchAll(/<code>([a-z]+(?:-[a-z]+)+)<\/code>/g))
    assert.ok(Object.hasOwn(problems, code!), code)
  for (const [, name] of all.matchAll(/"([A-Z]\w+_All)"/g))
    assert.ok((permissions as readonly string[]).includes(name!), name)
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
