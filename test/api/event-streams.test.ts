import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { givenService } from '../support/given/http.ts'
import { followEvents, type Seen } from '../support/service/event-stream.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('streams of events')
let service: Service
let campaign: string
test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
  campaign = await campaignWith(service, ['one'])
  await service.must('PUT', `${account}/retail-settings`, { approvers: [{ userEmail: 'ann@example.com' }] })
  await service.must('POST', `${campaign}/approvalRequest`, { userName: 'Rob', userEmail: 'rob@example.com' })
  await until(
    () => events('filters=type=ApprovalMailFinished'),
    found => found.length === 1,
  )
})
test.after(() => service.stop())

const events = async (query = 'limit=500') => (await service.call('GET', `${account}/events?${query}`)).json.events
const stream = (query = '', options = {}) => followEvents(`${service.url}${account}/events/stream${query}`, options)
const rename = (name: string) => service.must('PUT', account, { name, orgId: 'org1' })
const has = (count: number) => (seen: readonly Seen[]) => seen.length >= count
const keyFor = async (permissions: readonly string[]) => {
  const { apiKey, keyId } = await service.must('POST', `${account}/api-keys`, { owner: 'x', permissions })
  return { apiKey, keyId }
}

test('a client gets the events of its account from the beginning, then those that happen, as the list has them', async () => {
  const client = await stream('?after=0')
  await rename('Streamed')
  await service.must('PUT', '/v2/accounts/other', { name: 'Not seen', orgId: 'org1' })
  await rename('Streamed again')
  const listed = await events()
  await until(async () => client.seen, has(listed.length))
  assert.equal(
    client.seen.map(({ event }) => event),
    listed.map(({ people: _, ...event }: { people: unknown }) => event),
  )
  assert.equal(
    client.seen.map(({ id }) => id),
    listed.map((event: { position: string }) => event.position),
  )
  assert.not.match(JSON.stringify(client.seen), /ann@example|rob@example|Not seen/)
  assert.match(client.headers['content-type'] ?? '', /^text\/event-stream/)
  assert.is(client.headers['cache-control'], 'no-store')
  await client.close()
})

test('a client that comes back with Last-Event-ID misses nothing and gets nothing twice', async () => {
  const first = await stream()
  await until(
    async () => first.lastEventId(),
    id => id !== '',
  )
  await first.close()
  await rename('While away')
  const second = await stream('?after=0', { lastEventId: first.lastEventId() })
  await rename('When back')
  await until(async () => second.seen, has(2))
  assert.equal(
    second.seen.map(({ event }) => /While away|When back/.exec(JSON.stringify(event.data))?.[0]),
    ['While away', 'When back'],
  )
  await second.close()
})

test('only the types that a client names are sent, and a type that does not exist is refused', async () => {
  const client = await stream('?after=0&types=RetailCampaignCreated,ApprovalRequested')
  await until(async () => client.seen, has(2))
  assert.equal(
    client.seen.map(({ event }) => event.type),
    ['RetailCampaignCreated', 'ApprovalRequested'],
  )
  await client.close()
  const given = givenService(service)(async () => `${account}/events/stream`)
  await given.when(path => ['GET', `${path}?types=NeverHappens`]).thenRefused(400, 'invalid-request', '/query/types')
})

test('a position that is no number, or beyond the log, is refused', async () => {
  const given = givenService(service)(async () => `${account}/events/stream`)
  await given.when(path => ['GET', `${path}?after=x`]).thenRefused(400, 'invalid-request', '/query/after')
  await given.when(path => ['GET', `${path}?after=999999999`]).thenRefused(400, 'invalid-position')
  const headers = { 'last-event-id': 'abc' }
  const { json } = await service.call('GET', `${account}/events/stream`, undefined, { headers })
  assert.is(json.code, 'invalid-position')
})

test('the stream of all accounts needs a key of all accounts, and shows no hash of a key', async () => {
  const { apiKey, keyId } = await keyFor(['Audit_View'])
  const refused = await service.call('GET', '/v2/events', undefined, { key: apiKey })
  assert.equal([refused.status, refused.json.code], [403, 'account-not-on-key'])
  const client = await followEvents(`${service.url}/v2/events?after=0`)
  await until(
    async () => client.seen.map(({ event }) => event.stream),
    streams => streams.includes(`api-key-${keyId}`),
  )
  const streams = client.seen.map(({ event }) => event.stream)
  for (const stream of ['organisation-org1', 'account-acme', 'account-other'])
    assert.ok(streams.includes(stream), stream)
  assert.not.ok(streams.some(stream => /^(idempotency|sequence)/.test(stream)))
  assert.not.match(JSON.stringify(client.seen), /"hash":|(ann|rob)@example/)
  await client.close()
})

test('a stream ends when its key is revoked, and the key opens no other', async () => {
  const { apiKey, keyId } = await keyFor(['Audit_View'])
  const client = await stream('', { key: apiKey })
  await service.call('DELETE', `${account}/api-keys/${keyId}`)
  await until(
    async () => client.hasEnded(),
    ended => ended,
  )
  const again = await stream('', { key: apiKey }).catch(error => error)
  if (!(again instanceof Error))
    await until(
      async () => again.hasEnded(),
      (ended: boolean) => ended,
    )
})

test('an account has 20 streams at most, and room again when one is closed', async () => {
  const path = '/v2/accounts/other/events/stream'
  const open = () => followEvents(`${service.url}${path}`)
  const clients = await Promise.all(Array.from({ length: 20 }, open))
  const refused = await service.call('GET', path)
  assert.equal([refused.status, refused.json.code], [429, 'too-many-streams'])
  await clients.pop()?.close()
  const more = await until(
    () => open().catch(() => undefined),
    client => client !== undefined,
  )
  await Promise.all([more, ...clients].map(client => client?.close()))
})

test('a node that stops ends its streams at once', async () => {
  const own = await startService()
  await own.must('PUT', '/v2/org/org1', { name: 'Org', retailer: true })
  const client = await followEvents(`${own.url}/v2/events`)
  await own.stop()
  await until(
    async () => client.hasEnded(),
    ended => ended,
  )
})

test.run()
