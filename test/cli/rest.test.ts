import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { RestProblem, restClient } from '../../src/cli/rest.ts'
import { problem, withFakeRest } from '../support/servers/fake-rest.ts'
import { freePort } from '../support/servers/free-port.ts'
import { asking, failing, key } from '../support/waiting/asking.ts'

const test = suite('REST client')

test('sends JSON with the key and returns the JSON response; an empty response is undefined', () =>
  asking(
    (_call, n) => (n === 0 ? { body: { made: 7 } } : { status: 204, body: '' }),
    async ({ rest, calls }) => {
      assert.equal(await rest.json('PUT', '/v2/org/o', { name: 'Ö' }), { made: 7 })
      assert.is(await rest.json('DELETE', '/v2/org/o'), undefined)
      const [put, del] = calls
      assert.equal([put?.method, put?.path, put?.headers.svc_apikey], ['PUT', '/v2/org/o', key])
      assert.is(Buffer.from(put?.body ?? '', 'latin1').toString(), '{"name":"Ö"}')
      assert.equal([del?.headers['content-type'], del?.body], [undefined, ''])
    },
  ))

test('reads reflect previous writes, whichever node responds', () =>
  asking(
    ({ method }) => ({ body: {}, headers: { 'endcap-position': method === 'PUT' ? '41' : '40' } }),
    async ({ rest, calls }) => {
      await rest.json('GET', '/a')
      await rest.json('PUT', '/a', {})
      await rest.json('GET', '/a')
      assert.equal(
        calls.map(({ headers }) => headers['endcap-after-position']),
        [undefined, undefined, '41'],
      )
    },
  ))

test('reports a refusal without retrying, with the place of each fault', () =>
  asking(
    () => problem(400, 'invalid-request', { errors: [{ pointer: '/name', detail: 'must not be empty' }] }),
    async ({ rest, calls }) => {
      const error = await failing(rest.json('PUT', '/a', { name: '' }))
      assert.is(error.message, 'PUT /a: 400 the detail of invalid-request\n  /name must not be empty')
      assert.instance(error, RestProblem)
      assert.is((error as RestProblem).problem.code, 'invalid-request')
      assert.is(calls.length, 1)
    },
  ))

test('the key goes to no other host that a server leads to', () =>
  withFakeRest(
    () => ({ body: {} }),
    ({ base, calls }) =>
      asking(
        () => ({ status: 307, headers: { location: `${base}/v2/org/o` }, body: '' }),
        async ({ rest }) => {
          const { message } = await failing(rest.json('PUT', '/v2/org/o', {}))
          assert.is(
            message,
            'PUT /v2/org/o: the server leads elsewhere (307), where the key is not sent. Is --url correct?',
          )
          assert.equal(calls, [])
        },
      ),
  ))

test('reports an unreachable address, another server, or an invalid URL in one line', async () => {
  await asking(
    () => ({ body: '<!doctype html>\n<title>Router login</title>', headers: { 'content-type': 'text/html' } }),
    async ({ rest, calls }) => {
      const { message, name } = await failing(rest.json('PUT', '/a', {}))
      assert.match(
        message,
        /^PUT \/a: the response is not JSON\. Is --url correct\? The response begins: .*Router login/,
      )
      assert.is(name, 'UserError')
      assert.is(calls.length, 1)
      assert.not.match(message, '\n')
    },
  )
  // a port that a server had would be given to the next one of any test
  const gone = `http://127.0.0.1:${await freePort()}`
  const rest = restClient({ base: gone, key, sleep: async () => undefined })
  assert.is((await failing(rest.json('PUT', '/a', {}))).message, `PUT /a: ${gone} cannot be reached (ECONNREFUSED)`)
  for (const base of ['nonsense', '', 'ftp://a.example', 'http://'])
    assert.throws(() => restClient({ base, key }), /is not an http or https URL/)
})

test('shows the beginning of an error response that is not problem+json', () =>
  asking(
    () => ({ status: 502, body: '<h1>Bad\r\n\r\ngateway</h1>' }),
    async ({ rest }) =>
      assert.is((await failing(rest.json('PUT', '/a', {}))).message, 'PUT /a: 502 <h1>Bad gateway</h1>'),
  ))

test.run()
