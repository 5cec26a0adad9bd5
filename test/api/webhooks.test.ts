import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { retryPauses } from '../../src/domain/webhooks/webhooks.ts'
import { givenService } from '../support/given/http.ts'
import { answers, type Receiver, startReceiver } from '../support/servers/webhook-receiver.ts'
import { aheadClock } from '../support/service/ahead-clock.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('webhooks of an account')
const clock = aheadClock()
const hooks = `${account}/webhooks`
/** One for each test: a webhook that was deleted may send for another second. */
let receivers: readonly Receiver[]
let service: Service
test.before(async () => {
  receivers = await Promise.all(Array.from({ length: 11 }, startReceiver))
  service = await startService({ EGRESS_ALLOW: receivers.map(({ host }) => host).join(',') }, { clock })
  await provision(service)
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
})
test.after(async () => {
  await service.stop()
  await Promise.all(receivers.map(receiver => receiver.close()))
})

const created = (receiver: Receiver, types = ['AccountConfigured']) =>
  service.must('POST', hooks, { url: receiver.url, types })
const removed = (webhookId: number) => service.call('DELETE', `${hooks}/${webhookId}`)
const rename = (name: string) => service.must('PUT', account, { name, orgId: 'org1' })
const hook = async (webhookId: number) =>
  (await service.call('GET', hooks)).json.webhooks.find((one: { webhookId: number }) => one.webhookId === webhookId)
const deliveries = async (webhookId: number) =>
  (await service.call('GET', `${hooks}/${webhookId}/deliveries`)).json.deliveries
const namesIn = ({ received }: Receiver) => received.map(({ body }) => /"name":"([^"]*)"/.exec(body)?.[1] ?? '')
const arrived = (receiver: Receiver, count: number) =>
  until(
    async () => namesIn(receiver),
    names => names.length >= count,
  )
/** Lets the pause before the next attempt pass. */
const afterPause = async (webhookId: number, failures: number): Promise<void> => {
  await until(
    () => hook(webhookId),
    // the first pause of five seconds may have passed by itself
    one => one.failures >= failures,
  )
  clock.pass((retryPauses[failures - 1] ?? 0) * 1_000)
}

test('events of the account that happen from now on arrive signed, in order, once', async () => {
  const receiver = receivers[0]!
  const { webhook, key } = await created(receiver)
  await rename('One')
  await service.must('PUT', '/v2/accounts/other', { name: 'Not sent', orgId: 'org1' })
  await campaignWith(service, [])
  await rename('Two')
  assert.equal(await arrived(receiver, 2), ['One', 'Two'])
  for (const { body, headers } of receiver.received) new Webhook(key).verify(body, { ...headers })
  const log = await until(
    () => deliveries(webhook.webhookId),
    found => found.length === 2,
  )
  assert.equal(
    log.map((one: { outcome: string; status: number }) => [one.outcome, one.status]),
    [
      ['DELIVERED', 204],
      ['DELIVERED', 204],
    ],
  )
  assert.is(log[1].eventId, receiver.received[0]?.headers['webhook-id'])
  await removed(webhook.webhookId)
})

test('a rotated key and the one before sign together, and one that leaked signs no more', async () => {
  const receiver = receivers[6]!
  const { webhook, key: first } = await created(receiver)
  const rotate = (body: object) => service.must('POST', `${hooks}/${webhook.webhookId}/rotateKey`, body)
  // the node that sends learns of a rotation a moment later
  const signedBy = async (count: number) => {
    const { body, headers } = await until(
      async () => {
        await rename(`Renamed ${receiver.received.length}`)
        return receiver.received.at(-1)
      },
      last => last?.headers['webhook-signature']?.split(' ').length === count,
    ).then(last => last!)
    return (key: string) => new Webhook(key).verify(body, { ...headers })
  }
  const { key: second, oldKeyUntil } = await rotate({})
  assert.ok(Date.parse(oldKeyUntil) > clock.now().getTime())
  const both = await signedBy(2)
  for (const key of [first, second]) both(key)
  const { key: third } = await rotate({ keepOldKeyHours: 0 })
  const one = await signedBy(1)
  one(third)
  for (const key of [first, second]) assert.throws(() => one(key))
  assert.is((await service.call('GET', hooks)).text.includes(third), false)
  await removed(webhook.webhookId)
})

test('a paused webhook gets nothing, and what happened meanwhile when it is resumed', async () => {
  const receiver = receivers[7]!
  const { webhook } = await created(receiver)
  const change = (body: object) => service.must('PUT', `${hooks}/${webhook.webhookId}`, body)
  const types = ['AccountConfigured', 'RetailSettingsConfigured']
  assert.equal([(await change({ paused: true, types })).status, receiver.received.length], ['PAUSED', 0])
  // when another one sends, the node knows that this one is paused
  const other = receivers[9]!
  const { webhook: working } = await created(other)
  await until(
    async () => {
      await rename(`Renamed ${other.received.length}`)
      return other.received.length
    },
    count => count > 0,
  )
  const before = receiver.received.length
  await rename('Meanwhile')
  await until(
    async () => namesIn(other),
    names => names.includes('Meanwhile'),
  )
  assert.is(receiver.received.length, before)
  assert.is((await change({ paused: false })).status, 'ACTIVE')
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'cyd@example.com' }] })
  await until(
    async () => receiver.received.map(({ body }) => JSON.parse(body).type),
    sent => sent.includes('RetailSettingsConfigured'),
  )
  assert.equal(namesIn(receiver).slice(-2), ['Meanwhile', ''])
  await removed(webhook.webhookId)
  await removed(working.webhookId)
})

test('a webhook that was stopped goes on at another address, with the event that it did not take', async () => {
  const [broken, mended] = [receivers[8]!, receivers[10]!]
  const { webhook } = await created(broken)
  broken.willReact(answers(410))
  await rename('Not lost')
  await until(
    () => hook(webhook.webhookId),
    one => one.status === 'STOPPED',
  )
  const { status, host, reason } = await service.must('PUT', `${hooks}/${webhook.webhookId}`, { url: mended.url })
  assert.equal([status, host, reason], ['ACTIVE', mended.host, null])
  assert.is((await arrived(mended, 1))[0], 'Not lost')
  const { events } = await service.must('GET', `${account}/events?filters=type=WebhookChanged&limit=500`)
  const [changed] = events.slice(-1)
  assert.equal(
    [changed.data.host, changed.metadata.actor, changed.metadata.operation],
    [mended.host, 'admin', 'updateWebhook'],
  )
  assert.not.match(JSON.stringify(events), /s3cret/)
  await removed(webhook.webhookId)
})

test('what a receiver does not take is sent again after growing pauses, and later events wait', async () => {
  const receiver = receivers[1]!
  const { webhook } = await created(receiver)
  receiver.willReact(answers(503), socket => socket.destroy(), answers(302, 'Location: http://127.0.0.1:1/\r\n'))
  await rename('Late')
  await rename('Later')
  for (const failures of [1, 2, 3]) await afterPause(webhook.webhookId, failures)
  assert.equal(await arrived(receiver, 5), ['Late', 'Late', 'Late', 'Late', 'Later'])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.is(new Set(ids).size, 2, 'a receiver knows the repeats by their id')
  const log = await until(
    () => deliveries(webhook.webhookId),
    found => found.length === 5,
  )
  assert.equal(
    log.map((one: { reason?: string }) => one.reason),
    [undefined, undefined, 'too-many-redirects', 'unreachable', 'it answered 503'],
  )
  assert.is((await hook(webhook.webhookId)).status, 'ACTIVE')
  await removed(webhook.webhookId)
})

test('a receiver that is gone stops its webhook; a replay from a position sends everything after it', async () => {
  const receiver = receivers[2]!
  const { webhook } = await created(receiver)
  await rename('First')
  await arrived(receiver, 1)
  receiver.willReact(answers(410))
  await rename('Second')
  const stopped = await until(
    () => hook(webhook.webhookId),
    one => one.status === 'STOPPED',
  )
  assert.is(stopped.reason, 'it answered 410')
  await rename('Third')
  const replayed = await service.must('POST', `${hooks}/${webhook.webhookId}/replay`, { after: webhook.after })
  assert.equal([replayed.status, replayed.after, replayed.reason], ['ACTIVE', webhook.after, null])
  assert.equal(await arrived(receiver, 5), ['First', 'Second', 'First', 'Second', 'Third'])
  await removed(webhook.webhookId)
})

test('a webhook without types gets every event of the account but those about webhooks, and no mail address', async () => {
  const receiver = receivers[3]!
  const { webhook } = await created(receiver, [])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  await rename('Last')
  await until(
    async () => namesIn(receiver),
    names => names.includes('Last'),
  )
  const bodies = receiver.received.map(({ body }) => body)
  assert.equal(
    bodies.map(body => JSON.parse(body).type),
    ['RetailSettingsConfigured', 'AccountConfigured'],
  )
  assert.not.match(bodies.join(), /ann@example/)
  await removed(webhook.webhookId)
})

test('neither the address nor the key is in an answer, an event or a view', async () => {
  const receiver = receivers[4]!
  const { webhook, key } = await created(receiver)
  const { events } = await service.must('GET', `${account}/events?limit=500`)
  const shown = JSON.stringify([events, await service.must('GET', hooks)])
  assert.match(shown, new RegExp(receiver.host))
  assert.not.match(shown, /s3cret/)
  assert.not.ok(shown.includes(key))
  await removed(webhook.webhookId)
})

test('another node goes on when the first one stops, with the events that came meanwhile', async () => {
  const other = await startReceiver()
  const folder = await mkdtemp(join(tmpdir(), 'endcap-webhooks-'))
  const env = { EGRESS_ALLOW: other.host, DATA_DIR: folder }
  const first = await startService(env)
  await provision(first)
  await first.must('POST', hooks, { url: other.url, types: ['AccountConfigured'] })
  await first.must('PUT', account, { name: 'Before', orgId: 'org1' })
  await until(
    async () => other.received.length,
    count => count === 1,
  )
  const second = await startService({ ...env, ...first.stores })
  await first.stop()
  await second.must('PUT', account, { name: 'After', orgId: 'org1' })
  // an event that was sent but not recorded may come again before it
  await until(
    async () => namesIn(other),
    names => names.includes('After'),
  )
  assert.equal([...new Set(namesIn(other))], ['Before', 'After'])
  await second.stop()
  await other.close()
  await rm(folder, { recursive: true })
})

test('wrong addresses, types, positions and keys are refused', async () => {
  const receiver = receivers[5]!
  const given = givenService(service)(async () => (await created(receiver)).webhook.webhookId as number)
  const sent = (body: object) => given.when(() => ['POST', hooks, body])
  await sent({ url: 'ftp://example.com/' }).thenRefused(400, 'invalid-request', '/url')
  await sent({ url: 'hook' }).thenRefused(400, 'invalid-request', '/url')
  await sent({ url: receiver.url, types: ['NeverHappens'] }).thenRefused(400, 'invalid-request', '/types/0')
  await given.when(id => ['POST', `${hooks}/${id}/replay`, { after: '999999999' }]).thenRefused(400, 'invalid-position')
  await given.when(id => ['POST', `${hooks}/${id + 99}/replay`, { after: '0' }]).thenRefused(404, 'not-found')
  await given.when(id => ['GET', `${hooks}/${id + 99}/deliveries`]).thenRefused(404, 'not-found')
  await given.when(id => ['PUT', `${hooks}/${id}`, { url: 'hook' }]).thenRefused(400, 'invalid-request', '/url')
  await given.when(id => ['PUT', `${hooks}/${id + 99}`, { paused: true }]).thenRefused(404, 'not-found')
  await given.when(id => ['PUT', `/v2/accounts/other/webhooks/${id}`, { paused: true }]).thenRefused(404, 'not-found')
  const wrongHours = { keepOldKeyHours: 169 }
  await given
    .when(id => ['POST', `${hooks}/${id}/rotateKey`, wrongHours])
    .thenRefused(400, 'invalid-request', '/keepOldKeyHours')
  await given.when(id => ['POST', `/v2/accounts/other/webhooks/${id}/rotateKey`, {}]).thenRefused(404, 'not-found')
  await given.when(id => ['DELETE', `/v2/accounts/other/webhooks/${id}`]).thenRefused(404, 'not-found')
  const { apiKey } = await service.must('POST', `${account}/api-keys`, { owner: 'x', permissions: ['Account_Admin'] })
  const { status, json } = await service.call('POST', hooks, { url: receiver.url }, { key: apiKey })
  assert.equal([status, json.permission], [403, 'Audit_View'])
  const { webhook } = await created(receiver)
  const put = (body: object) => service.call('PUT', `${hooks}/${webhook.webhookId}`, body, { key: apiKey })
  assert.equal([(await put({ url: receiver.url })).status, (await put({ types: [] })).status], [403, 403])
  assert.is((await put({ paused: true })).status, 200)
})

test('a key that may not read events sees none by its webhooks, and has none sent: it only pauses and deletes them', async () => {
  const { webhook } = await created(receivers[5]!)
  const at = `${hooks}/${webhook.webhookId}`
  const { apiKey } = await service.must('POST', `${account}/api-keys`, { owner: 'x', permissions: ['Account_Admin'] })
  const before = (await service.must('GET', hooks)).webhooks
  for (const [method, path, body] of [
    ['POST', `${at}/rotateKey`, {}],
    ['POST', `${at}/replay`, { after: '0' }],
    ['PUT', at, { paused: false }],
    ['PUT', at, {}],
    ['GET', `${at}/deliveries`, undefined],
  ] as const) {
    const { status, json } = await service.call(method, path, body, { key: apiKey })
    assert.equal([status, json.code, json.permission], [403, 'permission-missing', 'Audit_View'], path)
  }
  assert.equal((await service.must('GET', hooks)).webhooks, before)
  assert.is((await service.call('PUT', at, { paused: true }, { key: apiKey })).status, 200)
  assert.is((await service.call('DELETE', at, undefined, { key: apiKey })).status, 204)
})

test('a replay counts as a start, because each delivery is recorded (HTTP-19)', async () => {
  const limitedClock = aheadClock()
  const limited = await startService({ RATE_LIMIT: '600,150,2' }, { clock: limitedClock })
  try {
    await provision(limited)
    // to the begin of a minute, for which starts are counted
    limitedClock.pass(60_000 - (limitedClock.now().getTime() % 60_000))
    const replay = async () => (await limited.call('POST', `${hooks}/1/replay`, { after: '0' })).status
    assert.equal([await replay(), await replay(), await replay()], [404, 404, 429])
  } finally {
    await limited.stop()
  }
})

test.run()
