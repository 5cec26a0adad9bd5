import { request } from 'node:http'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { query } from '../../src/engine/operation.ts'
import { get, type Placed, post, put } from '../../src/operations/row.ts'
import { startApp } from '../support/service/http.ts'

const test = suite('routes')

/** An operation that returns its name and its parameters. */
const named = (place: string, ...names: readonly string[]) =>
  query({
    summary: 'Returns its name and parameters.',
    params: t.type(Object.fromEntries(names.map(name => [name, t.string]))),
    reply: t.type({ place: t.string, params: t.UnknownRecord }),
    run: async ({ params }) => E.right({ body: { place, params } }),
  })
const rows: readonly Placed[] = [
  post('/sources/feed', 'public', { postFeed: named('postFeed') }),
  post('/sources/feed/process', 'public', { processFeed: named('processFeed') }),
  get('/sources/:id', 'public', { getSource: named('getSource', 'id') }),
  put('/sources/feed/:id', 'public', { putFeed: named('putFeed', 'id') }),
  get('/sources/:objId/labels', 'public', { getLabels: named('getLabels', 'objId') }),
  get('/files/:account/*rest', 'public', { getFile: named('getFile', 'account', 'rest') }),
  get('/v2/plans/:planId/trackers/:id', 'public', { getTrackers: named('getTrackers', 'planId', 'id') }),
]

let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(rows)
})
test.after(() => app.stop())

const find = async (method: string, path: string) => (await app.send(method, path, { key: undefined })).json
const placeOf = async (method: string, path: string) => (await find(method, path)).place
const allowedAt = async (path: string) => (await app.send('DELETE', path, { key: undefined })).headers.allow

test('a fixed word wins over a parameter if the method matches', async () => {
  assert.is(await placeOf('POST', '/sources/feed/process'), 'processFeed')
  assert.equal(await find('GET', '/sources/feed'), { place: 'getSource', params: { id: 'feed' } })
  assert.equal(await find('PUT', '/sources/feed/process'), { place: 'putFeed', params: { id: 'process' } })
  assert.equal(await find('GET', '/sources/feed/labels'), { place: 'getLabels', params: { objId: 'feed' } })
  assert.is(await allowedAt('/sources/feed'), 'GET, HEAD, POST')
})

test('a path that is nearly right is answered with the path that was probably meant', async () => {
  assert.match((await find('GET', '/Source/x/label')).detail, /Did you mean \/sources\/\{objId\}\/labels\?$/)
  assert.is(
    (await find('POST', '/sources/feeds/proces')).detail,
    'No operation has this path. Did you mean /sources/feed/process?',
  )
  assert.is((await find('GET', '/nowhere/x/labels')).detail, 'No operation has this path.')
  assert.is((await find('GET', `/${'sources'.repeat(1_000)}/x`)).detail, 'No operation has this path.')
})

test('a path without /v2, with one too many, or without its last parameter is answered with the right one', async () => {
  const detail = async (path: string) => (await find('GET', path)).detail
  assert.match(await detail('/plans/7/trackers/1'), /Did you mean \/v2\/plans\/\{planId\}\/trackers\/\{id\}\?$/)
  assert.match(await detail('/v2/sources/x/label'), /Did you mean \/sources\/\{objId\}\/labels\?$/)
  assert.match(await detail('/v2/plans/7/trackers'), /Did you mean \/v2\/plans\/\{planId\}\/trackers\/\{id\}\?$/)
  assert.is(await detail('/v2/nowhere/x'), 'No operation has this path.')
})

test('an empty segment does not match a parameter', async () => {
  assert.is(await placeOf('GET', '/sources//labels'), undefined)
  assert.is(await placeOf('GET', '/sources/'), undefined)
  assert.match(
    (await app.send('GET', '/', { key: undefined })).headers['content-type'] ?? '',
    'text/html',
    'the page of the service',
  )
})

test('the rest of a path needs at least one segment', async () => {
  assert.equal((await find('GET', '/files/acme/a/b')).params, { account: 'acme', rest: 'a/b' })
  assert.equal((await find('GET', '/files/acme/a/b/')).params, { account: 'acme', rest: 'a/b' })
  assert.is(await placeOf('GET', '/files/acme'), undefined)
  assert.is((await find('GET', '/files/acme/a/b/c/d/e/f')).params.rest, 'a/b/c/d/e/f')
})

test('a trailing slash does not change the path; one more segment does', async () => {
  assert.is(await placeOf('POST', '/sources/feed/process/?a=1'), 'processFeed')
  assert.is(await allowedAt('/sources/feed/'), 'GET, HEAD, POST')
  assert.is(await placeOf('POST', '/sources/feed/process/more'), undefined)
  assert.is(await allowedAt('/a/b/c/d/e/f/g'), undefined)
})

test('a parameter keeps any text unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async text => {
      // clients remove dot segments from a path
      if (text === '.' || text === '..') return
      assert.is((await find('GET', `/sources/${encodeURIComponent(text)}`)).params.id, text)
    }),
  )
})

test('paths are case-sensitive, and a wrongly encoded path is refused', async () => {
  assert.is(await placeOf('GET', '/Sources/x'), undefined)
  assert.is((await find('GET', '/sources/%zz')).code, 'invalid-request')
  assert.is(await placeOf('GET', '/sources/%2F'), 'getSource')
})

test('a whole URL in the request line is routed by its path; a malformed one is refused', async () => {
  const status = (path: string) =>
    new Promise(resolve => {
      request({ port: app.port, host: '127.0.0.1', path }, res => resolve(res.resume().statusCode)).end()
    })
  assert.is(await status('http://ads.test/sources/x'), 200)
  assert.is(await status('http://[::1/sources/x'), 400)
})

test('two operations with the same path are refused at startup', async () => {
  const twins = [get('/a/:x', 'public', { one: named('one', 'x') }), get('/a/:y', 'public', { two: named('two', 'y') })]
  const refused = await startApp(twins).catch((error: Error) => error.message)
  assert.match(String(refused), /two operations/)
})

test.run()
