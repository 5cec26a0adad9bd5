import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { problems } from '../../../src/http/response/problems.ts'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('problems over HTTP')
let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(thingRows)
})
test.after(() => app.stop())

/** Without the marks of code and of escaped characters. */
const unescaped = (html: string): string =>
  html
    .replace(/<\/?code>/g, '')
    .replace(/&#39;/g, "'")
    .replaceAll('&amp;', '&')

const things = '/v2/accounts/acme/things'

test('a client can read every member of an error body', async () => {
  const { status, headers, json } = await app.send('GET', `${things}/404`)
  assert.is(status, 404)
  assert.is(headers['content-type'], 'application/problem+json')
  const { traceId } = json
  assert.match(traceId, /^[0-9a-f]{32}$/)
  assert.equal(json, {
    type: 'http://ads.test/docs/problems/not-found',
    title: 'There is no such object',
    status: 404,
    detail: 'There is no such thing.',
    instance: '/v2/accounts/{accountId}/things/{thingId}',
    code: 'not-found',
    traceId,
    errors: [],
    message: 'There is no such thing.',
  })
})

test('the type of an error links to a page that explains it', async () => {
  const answer = await app.send('GET', '/docs/problems/stale', { key: undefined })
  assert.is(answer.status, 200)
  assert.match(answer.text, 'The object has changed')
  assert.match((await app.send('GET', '/docs/problems', { key: undefined })).text, '/docs/problems/rate-limited')
})

test('each code has a page that says what it means and what to do', async () => {
  for (const [code, { docs, remedy }] of Object.entries(problems)) {
    assert.match(docs, /^\S.*\.$/, code)
    assert.match(remedy, /^[A-Z].*\.$/, code)
    assert.not.ok(docs.includes(remedy), code)
    const { status, text } = await app.send('GET', `/docs/problems/${code}`, { key: undefined })
    assert.is(status, 200)
    const [, whatToDo = ''] = text.split('<h2>What to do</h2>')
    assert.ok(unescaped(whatToDo).startsWith(`<p>${remedy.replaceAll('`', '')}</p>`), code)
  }
})

test('one response reports every error of a request, by pointer', async () => {
  const sent = { json: { name: '', tags: [{ label: 'a' }, { label: 3 }] } }
  const { status, json } = await app.send('POST', things, sent)
  assert.is(status, 400)
  assert.is(json.code, 'invalid-request')
  assert.equal(json.errors, [
    { pointer: '/name', code: 'invalid', detail: 'must not be empty' },
    { pointer: '/tags/1/label', code: 'invalid', detail: 'must be a string' },
  ])
})

test('a value that must be an object is reported in plain words, not those of the codec', async () => {
  const whole = await app.send('POST', things, { json: ['name'] })
  assert.equal(whole.json.errors, [{ pointer: '', code: 'invalid', detail: 'must be an object' }])
  assert.is(whole.json.detail, 'the body must be an object')
  const inside = await app.send('POST', things, { json: { name: 'a', tags: ['label'] } })
  assert.equal(inside.json.errors, [{ pointer: '/tags/0', code: 'invalid', detail: 'must be an object' }])
})

test('errors in query and path contain their place', async () => {
  const inQuery = await app.send('GET', `${things}/1?limit=x&depth=1&depth=2`)
  assert.equal(
    inQuery.json.errors.map((e: { pointer: string }) => e.pointer),
    ['/query/limit', '/query/depth'],
  )
  for (const id of ['x', '-1', '1.5', '9007199254740993', '1'.repeat(19)]) {
    const inPath = await app.send('GET', `${things}/${id}`)
    assert.is(inPath.status, 400, id)
    assert.equal(
      inPath.json.errors.map((e: { pointer: string }) => e.pointer),
      ['/path/thingId'],
    )
  }
  assert.is(
    (await app.send('GET', '/v2/accounts/a%20b/things/1', { key: 'admin-key-of-the-tests-0123456789abcdef' })).status,
    400,
  )
  const { status, json } = await app.send('GET', `${things}/%zz`)
  assert.equal([status, json.errors.map((e: { pointer: string }) => e.pointer)], [400, ['/path']])
})

test('unknown fields are ignored, and internal fields are not sent', async () => {
  const { status, json } = await app.send('POST', things, { json: { name: 'new', thingId: 99, requesterHostUrl: 'x' } })
  assert.is(status, 200)
  assert.type(json.thingId, 'number')
  assert.is.not(json.thingId, 99)
  assert.is(json.secret, undefined)
})

test('additional members of a refusal reach the client', async () => {
  const { status, json } = await app.send('POST', things, { json: { name: 'taken' } })
  assert.is(status, 409)
  assert.is(json.thingId, 7)
})

test('an unknown path is 404, a known one with another method 405 with Allow', async () => {
  const unknown = await app.send('GET', '/v2/nothing', { key: undefined })
  assert.is(unknown.status, 404)
  assert.is(unknown.json.code, 'route-not-found')
  const method = await app.send('POST', `${things}/7`, { key: undefined })
  assert.is(method.status, 405)
  assert.is(method.headers.allow, 'DELETE, GET, HEAD, PUT')
  assert.is(method.json.instance, '/v2/accounts/{accountId}/things/{thingId}')
})

test('a path is served with and without a trailing slash', async () => {
  assert.is((await app.send('GET', `${things}/7/`)).status, 200)
  assert.is((await app.send('POST', `${things}/`, { json: { name: 'slash' } })).status, 200)
})

test('HEAD responds like GET, without the body', async () => {
  const { status, headers, text } = await app.send('HEAD', `${things}/7`)
  assert.is(status, 200)
  assert.is(headers['content-length'], '16')
  assert.is(text, '')
})

test('a response without content has no body', async () => {
  const { status, headers, text } = await app.send('DELETE', `${things}/7`)
  assert.is(status, 204)
  assert.is(headers['content-type'], undefined)
  assert.is(text, '')
})

test('an internal error shows the client only the trace id, and the log the cause', async () => {
  const { status, json, text } = await app.send('GET', `${things}/7/break`)
  assert.is(status, 500)
  assert.not.match(text, 'hunter2')
  const logged = app.problems.find(p => p.fields.traceId === json.traceId)
  assert.is(logged?.fields.operationId, 'breakThing')
})

test('every response forbids sniffing and sets Cache-Control', async () => {
  for (const path of [`${things}/7`, `${things}/404`, '/nowhere', '/docs', '/healthz']) {
    const { headers } = await app.send('GET', path)
    assert.is(headers['x-content-type-options'], 'nosniff', path)
    assert.ok(headers['cache-control'], path)
    assert.is(headers['endcap-position'], String(app.log.events.length), path)
  }
})

test('every response has a trace id of its own, which a problem repeats', async () => {
  const refused = await app.send('GET', `${things}/404`)
  assert.is(refused.headers['endcap-trace'], refused.json.traceId)
  const [one, other] = [await app.send('GET', `${things}/7`), await app.send('GET', `${things}/7`)]
  assert.match(String(one.headers['endcap-trace']), /^[0-9a-f]{32}$/)
  assert.is.not(one.headers['endcap-trace'], other.headers['endcap-trace'])
})

test('the log contains operation and route, never the URL or the key', async () => {
  app.lines.length = 0
  await app.send('GET', `${things}/7?limit=12345`)
  const line = JSON.parse(app.lines[0]!)
  assert.is(line.operationId, 'getThing')
  assert.is(line.route, '/v2/accounts/{accountId}/things/{thingId}')
  assert.is(line.status, 200)
  assert.is(line.key, 'aaaaaaaa')
  assert.not.match(app.lines[0]!, '12345')
  assert.not.match(app.lines[0]!, 'svc_')
})

test('the rest of a path may contain slashes', async () => {
  assert.is((await app.send('GET', '/files/acme/a/b%20c.png')).text, 'a/b c.png')
})

test.run()
