import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startApp } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('trace ids')
let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(thingRows)
})
test.after(() => app.stop())

const things = '/v2/accounts/acme/things'
const callers = '4bf92f3577b34da6a3ce929d0e0e4736'
const traced = (traceparent: string) => ({ headers: { traceparent } })
const sent = traced(`00-${callers}-00f067aa0ba902b7-01`)
const lastLine = () => JSON.parse(app.lines.at(-1)!)

test('requests of one trace of a caller have different trace ids of our own', async () => {
  const first = (await app.send('GET', `${things}/404`, sent)).json.traceId
  const second = (await app.send('GET', `${things}/404`, sent)).json.traceId
  for (const traceId of [first, second]) assert.match(traceId, /^[0-9a-f]{32}$/)
  assert.is(new Set([first, second, callers]).size, 3)
})

test('events of two callers with one traceparent are not mixed, and each keeps the trace id of its caller', async () => {
  const names = ['one', 'two']
  for (const name of names) await app.send('POST', things, { ...sent, json: { name } })
  const [one, two] = app.log.events.slice(-2).map(event => event.metadata)
  assert.is.not(one?.correlationId, two?.correlationId)
  assert.equal([one?.callerTraceId, two?.callerTraceId], [callers, callers])
  assert.not.ok([one?.correlationId, two?.correlationId].includes(callers))
})

test('an event under an Idempotency-Key keeps the trace id of the caller too', async () => {
  const headers = { ...sent.headers, 'idempotency-key': 'traced' }
  await app.send('POST', things, { headers, json: { name: 'three' } })
  const traces = app.log.events.slice(-3).map(event => event.metadata.callerTraceId)
  assert.equal(traces, [callers, callers, callers])
})

test('the line of a request has both trace ids', async () => {
  const { json } = await app.send('GET', `${things}/404`, sent)
  assert.equal([lastLine().traceId, lastLine().callerTraceId], [json.traceId, callers])
})

test('a traceparent that is missing or malformed leaves no trace', async () => {
  for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${callers.toUpperCase()}-1-01`]) {
    await app.send('POST', things, { ...traced(traceparent), json: { name: 'four' } })
    assert.not.ok('callerTraceId' in lastLine(), traceparent)
    assert.not.ok('callerTraceId' in app.log.events.at(-1)!.metadata, traceparent)
  }
})

test.run()
