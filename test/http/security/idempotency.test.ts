import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fields } from '../../../src/codec/fields.ts'
import { AccountId } from '../../../src/codec/names.ts'
import { rejection } from '../../../src/domain/shared/decider.ts'
import { digestOf, sha256 } from '../../../src/domain/shared/digest.ts'
import { command } from '../../../src/engine/operation.ts'
import { post } from '../../../src/operations/row.ts'
import type { Secrets } from '../../../src/ports/secrets.ts'
import { memoryLeaseRows } from '../../support/memory/lease-rows.ts'
import { type MemoryLog, memoryLog } from '../../support/memory/log.ts'
import { adminApiKey, startApp, stillClock, testSecrets } from '../../support/service/http.ts'
import { thingRows } from '../../support/service/rows.ts'

const test = suite('Idempotency-Key')
const things = '/v2/accounts/acme/things'
let app: Awaited<ReturnType<typeof startApp>>
test.before(async () => {
  app = await startApp(thingRows)
})
test.after(() => app.stop())

const create = (key: string, name = 'one', more = {}) =>
  app.send('POST', things, { json: { name }, headers: { 'idempotency-key': key }, ...more })
/** The data of the last event of a type. */
const recorded = ({ events }: MemoryLog, type: string) =>
  events.findLast(e => e.type === type)!.data as { readonly bodyHash: string }
const named = () => app.log.events.filter(e => e.type === 'ThingNamed').length

test('a repeated POST gets the first response again and creates nothing twice', async () => {
  const first = await create('k1')
  const before = named()
  const second = await create('k1')
  assert.is(second.status, 200)
  assert.is(second.headers['idempotency-replayed'], 'true')
  assert.is(second.headers.etag, first.headers.etag)
  assert.is(second.json.thingId, first.json.thingId)
  assert.is(named(), before)
  // it leads to the events of the request that ran
  const { correlationId } = app.log.events.findLast(e => e.type === 'ThingNamed')!.metadata
  assert.equal([first.headers['endcap-trace'], second.headers['endcap-trace']], [correlationId, correlationId])
})

test('a value that is shown once is neither shown again nor logged', async () => {
  const first = await create('k2')
  assert.is(first.json.apiKey, 'once')
  const second = await create('k2')
  assert.is(second.json.apiKey, null)
  assert.not.match(
    JSON.stringify(app.log.events, (_, v) => (typeof v === 'bigint' ? String(v) : v)),
    '"once"',
  )
})

test('another body or query under the same key is refused', async () => {
  await create('k3')
  const other = await create('k3', 'two')
  assert.is(other.status, 422)
  assert.is(other.json.code, 'idempotency-key-reused')
})

test('the same key from another caller or for another path is a different key', async () => {
  const first = await create('k4')
  const admin = await create('k4', 'one', { key: adminApiKey })
  assert.is.not(admin.json.thingId, first.json.thingId)
  const elsewhere = await app.send('POST', '/v2/accounts/acme/things/7/start', { headers: { 'idempotency-key': 'k4' } })
  assert.is(elsewhere.headers['idempotency-replayed'], undefined)
})

test('a refusal is replayed too', async () => {
  const first = await create('k5', 'taken')
  const second = await create('k5', 'taken')
  assert.is(first.status, 409)
  assert.is(second.status, 409)
  assert.is(second.headers['idempotency-replayed'], 'true')
  assert.is(second.text, first.text)
})

test('a record keeps nothing by which whoever reads the log can try what a body was', async () => {
  const key = 'c9a1f3c2-6c1d-4b2e-9f0a-2f7b6f6f1d10'
  await create(key, 'ann@example.com')
  const { bodyHash } = recorded(app.log, 'CommandAccepted')
  const request = { body: { name: 'ann@example.com' }, query: {}, files: {} }
  for (const guess of [digestOf(request), digestOf(request.body), sha256(JSON.stringify(request.body))])
    assert.is.not(bodyHash, guess)
  // the signing key alone is not enough either: the same body under another Idempotency-Key has another mark
  await create('another-key', 'ann@example.com')
  assert.is.not(recorded(app.log, 'CommandAccepted').bodyHash, bodyHash)
})

test('a request is known again after the signing key has changed', async () => {
  const [log, clock] = [memoryLog(), stillClock()]
  const signing = (accepted: readonly string[]): Secrets => {
    const sign = (purpose: string, text: string, by = accepted[0]!) => testSecrets.sign(`${by}:${purpose}`, text)
    return {
      ...testSecrets,
      sign,
      verify: (...[purpose, text, mark]) => accepted.some(by => sign(purpose, text, by) === mark),
    }
  }
  const sendTo = async (accepted: readonly string[], name = 'pot') => {
    const node = await startApp(thingRows, { log, clock, secrets: signing(accepted) })
    const answered = await node.send('POST', things, { json: { name }, headers: { 'idempotency-key': 'k' } })
    await node.stop()
    return answered
  }
  assert.is((await sendTo(['old'])).status, 200)
  const repeated = await sendTo(['new', 'old'])
  assert.equal([repeated.status, repeated.headers['idempotency-replayed']], [200, 'true'])
  assert.is((await sendTo(['new', 'old'], 'pan')).json.code, 'idempotency-key-reused')
})

test('after a day the key counts as new', async () => {
  const first = await create('k6')
  app.clock.pass(24 * 3_600_000)
  const second = await create('k6')
  assert.is(second.headers['idempotency-replayed'], undefined)
  assert.is.not(second.json.thingId, first.json.thingId)
})

test('an unreadable key is refused', async () => {
  for (const key of ['', 'a b', 'x'.repeat(256)]) assert.is((await create(key)).status, 400, key)
})

test('the record is appended first, so no command runs twice after a crash before its response', async () => {
  const [log, clock] = [memoryLog(), stillClock()]
  const dead = await startApp(thingRows, { log, clock })
  await dead.send('POST', things, { json: { name: 'survivor' }, headers: { 'idempotency-key': 'crash' } })
  await dead.stop()
  assert.equal(
    log.events.map(e => e.type),
    ['CommandAccepted', 'ThingNamed', 'CommandAnswered'],
  )
  const { data } = log.events[0]! as { data: { newIds: { thingId: number } } }

  // the state after a crash before the response: the record, and the command's event
  const crashed = memoryLog()
  for (const event of log.events.slice(0, 2)) await crashed.append(event.stream, [event], -1)
  const leases = memoryLeaseRows()
  const workId = `request-${log.events[0]!.stream.slice('idempotency-'.length)}`
  await leases.swap(workId, undefined, { holder: 'dead', token: 'dead', renewals: 0 })
  const node = await startApp(thingRows, { log: crashed, clock, leases })
  const send = () => node.send('POST', things, { json: { name: 'survivor' }, headers: { 'idempotency-key': 'crash' } })
  const whileAlive = await send()
  assert.is(whileAlive.status, 409)
  assert.is(whileAlive.json.code, 'idempotency-key-in-use')
  assert.is(whileAlive.headers['retry-after'], '1')

  clock.pass(5_000)
  const taken = await send()
  assert.is(taken.status, 200)
  assert.is(taken.json.thingId, data.newIds.thingId)
  assert.is(crashed.events.filter(e => e.type === 'ThingNamed').length, 1)
  assert.is((await send()).headers['idempotency-replayed'], 'true')
  await node.stop()
})

test('a repeat does not run while the first request is still running', async () => {
  let finish = (): void => undefined
  let began = (): void => undefined
  const running = new Promise<void>(resolve => {
    began = resolve
  })
  const slow = command({
    summary: 'Waits.',
    params: t.type({ accountId: AccountId }),
    body: fields({}, { name: t.string }),
    reply: t.type({ done: t.boolean }),
    async run() {
      began()
      await new Promise<void>(resolve => {
        finish = resolve
      })
      return E.right({ body: { done: true } })
    },
  })
  const node = await startApp([post('/v2/accounts/:accountId/slow', 'Campaigns_Create', { slow })])
  const send = (name: string) =>
    node.send('POST', '/v2/accounts/acme/slow', { json: { name }, headers: { 'idempotency-key': 'slow' } })
  const first = send('a')
  await running
  assert.is((await send('a')).json.code, 'idempotency-key-in-use')
  assert.is((await send('b')).json.code, 'idempotency-key-reused')
  finish()
  assert.is((await first).status, 200)
  await node.stop()
})

test('a response of 500 or 503 is not stored', async () => {
  const [log, clock] = [memoryLog(), stillClock()]
  const node = await startApp(thingRows, { log, clock })
  log.away(true)
  const send = () => node.send('POST', things, { json: { name: 'later' }, headers: { 'idempotency-key': 'away' } })
  const refused = await send()
  assert.is(refused.status, 503)
  assert.is(refused.headers['retry-after'], '1')
  log.away(false)
  assert.is((await send()).status, 200)
  await node.stop()
})

test('what a command cannot do for now is not the answer to repeats', async () => {
  const refusal = rejection('read-models-behind', 'Try again in a moment.')
  let isBehind = true
  const later = command({
    summary: 'Waits for views.',
    params: t.type({ accountId: AccountId }),
    body: fields({}, {}),
    reply: t.type({ done: t.boolean }),
    run: async () => (isBehind ? E.left(refusal) : E.right({ body: { done: true } })),
  })
  const node = await startApp([post('/v2/accounts/:accountId/later', 'Campaigns_Create', { later })])
  const send = () => node.send('POST', '/v2/accounts/acme/later', { json: {}, headers: { 'idempotency-key': 'later' } })
  assert.is((await send()).status, 503)
  isBehind = false
  const done = await send()
  assert.equal([done.status, done.headers['idempotency-replayed']], [200, undefined])
  await node.stop()
})

test('a store that fails under the command is 503, as without a key, and a repeat runs later', async () => {
  const [log, clock] = [memoryLog(), stillClock()]
  let isAway = true
  const append: MemoryLog['append'] = async (stream, ...rest) =>
    isAway && stream.startsWith('thing-')
      ? E.left({ kind: 'unavailable', reason: 'away' })
      : log.append(stream, ...rest)
  const node = await startApp(thingRows, { log: { ...log, append }, clock })
  const send = () => node.send('POST', things, { json: { name: 'later' }, headers: { 'idempotency-key': 'under' } })
  const refused = await send()
  assert.equal([refused.status, refused.json.code], [503, 'store-unavailable'])
  isAway = false
  clock.pass(5_000)
  assert.is((await send()).status, 200)
  assert.is(log.events.filter(e => e.type === 'ThingNamed').length, 1)
  await node.stop()
})

test.run()
