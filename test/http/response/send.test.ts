import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type Koa from 'koa'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { query, type RawReply } from '../../../src/engine/operation.ts'
import { get } from '../../../src/operations/row.ts'
import { type Answered, startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('responses sent at once, and by Koa')

const answering = (reply: RawReply) =>
  query({
    summary: 'Answers.',
    params: t.type({}),
    reply: { media: 'text/plain' },
    run: async () => E.right(reply),
  })
const text = { contentType: 'text/plain; charset=utf-8' }
const rows = [
  ...thingRows,
  get('/words', 'public', { words: answering({ ...text, raw: 'Grüße' }) }),
  get('/bytes', 'public', { bytes: answering({ ...text, raw: Buffer.from('Grüße') }) }),
  get('/nothing', 'public', { nothing: answering({ ...text, raw: '' }) }),
  get('/elsewhere', 'public', {
    elsewhere: answering({ raw: '', contentType: '', status: 302, headers: { Location: '/words' } }),
  }),
  get('/long', 'public', { long: answering({ ...text, raw: 'ü'.repeat(100_000) }) }),
  get('/wrong', 'public', { wrong: answering({ ...text, raw: 'never', headers: { 'X-Wrong': 'two\nlines' } }) }),
]
const thing = '/v2/accounts/acme/things/7'
const differs = new Set(['date', 'endcap-trace'])

/** What a client sees, without what differs from request to request. */
const seen = ({ status, headers, text }: Answered) => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !differs.has(name))
      .sort(),
  ),
  text: text.replace(/"traceId":"[0-9a-f]{32}"/, ''),
})

/** Middleware in front of the app may change a response, so Koa sends it then. */
const stranger: Koa.Middleware = (_, next) => next()

let [atOnce, byKoa]: Awaited<ReturnType<typeof startApp>>[] = []
test.before(async () => {
  atOnce = await startApp(rows)
  byKoa = await startApp(rows, { middleware: [stranger] })
})
test.after(async () => {
  await atOnce?.stop()
  await byKoa?.stop()
})

for (const [method, path, sent] of [
  ['GET', thing],
  ['HEAD', thing],
  ['GET', thing, { headers: { 'if-none-match': '"7"' } }],
  ['HEAD', thing, { headers: { 'if-none-match': '*' } }],
  ['GET', '/v2/accounts/acme/things/404'],
  ['HEAD', '/v2/accounts/acme/things/404'],
  ['GET', `${thing}/break`],
  ['DELETE', thing],
  ['PUT', thing],
  ['POST', '/v2/accounts/acme/things', { json: { name: 'ü', colour: 'red' } }],
  ['PATCH', thing],
  ['GET', '/v2/none'],
  ['GET', '/words'],
  ['HEAD', '/words'],
  ['GET', '/bytes'],
  ['GET', '/nothing'],
  ['GET', '/elsewhere'],
  ['GET', '/long'],
  ['HEAD', '/long'],
  ['GET', '/wrong'],
] as const)
  test(`${method} ${path} is the same${sent ? ` with ${JSON.stringify(sent)}` : ''}`, async () => {
    const [one, other] = [await atOnce?.send(method, path, sent ?? {}), await byKoa?.send(method, path, sent ?? {})]
    assert.ok(one && other)
    assert.equal(seen(one), seen(other))
  })

test('the length of a text is that of its bytes', async () => {
  for (const path of ['/words', '/bytes']) {
    const answer = await atOnce?.send('GET', path)
    assert.is(answer?.text, 'Grüße')
    assert.is(answer?.headers['content-length'], '7')
  }
})

test('a header that cannot be sent makes the answer a problem', async () => {
  const answer = await atOnce?.send('GET', '/wrong')
  assert.is(answer?.status, 500)
  assert.is(answer?.json.code, 'internal-error')
  assert.is(answer?.headers['x-wrong'], undefined)
})

test.run()
