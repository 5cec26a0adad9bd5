import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filtered, filteredByEachField } from '../support/service/filtered-lists.ts'
import { account, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('API keys')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const keys = `${account}/api-keys`
type Issued = {
  keyId: string
  apiKey: string
  owner: string
  permissions: string[]
  createdAt: string
  expiresAt: null
}
/** Issues a key. The read waits for a database that is so busy that the answer came before the node knew the key (HTTP-24). */
const issue = async (body: object = {}): Promise<Issued> => {
  const issued = await service.must('POST', keys, { owner: 'Test', permissions: ['Campaigns_View'], ...body })
  await service.must('GET', keys)
  return issued
}
const campaigns = (key: string, of = 'acme') =>
  service.call('GET', `/v2/accounts/${of}/retail-campaigns`, undefined, { key })
const listed = async (keyId: string) =>
  (await service.call('GET', `${keys}?limit=500`)).json.apiKeys.find((k: Issued) => k.keyId === keyId)

test('a key is shown once, has the documented form, and works immediately', async () => {
  const { keyId, apiKey, owner, permissions, expiresAt } = await issue({ owner: 'Feed importer' })
  assert.match(apiKey, /^svc_[A-Za-z0-9]{8}_[A-Za-z0-9]{43}_[A-Za-z0-9]{6}$/)
  assert.is(apiKey.slice(4, 12), keyId)
  assert.equal([owner, permissions, expiresAt], ['Feed importer', ['Campaigns_View'], null])
  assert.is((await campaigns(apiKey)).status, 200)
})

test('several keys work at the same time, so that one can be replaced without downtime', async () => {
  const [one, two] = [await issue(), await issue()]
  assert.is.not(one.apiKey, two.apiKey)
  for (const { apiKey } of [one, two]) assert.is((await campaigns(apiKey)).status, 200)
})

test('a key with a wrong checksum, a foreign secret or another form is refused', async () => {
  const { apiKey, keyId } = await issue()
  const other = (await issue()).apiKey
  const last = apiKey.endsWith('a') ? 'b' : 'a'
  const bad = [apiKey.slice(0, -1) + last, other.replace(/^svc_.{8}/, `svc_${keyId}`), apiKey.slice(4), `${apiKey} x`]
  for (const key of bad) {
    const { status, json } = await campaigns(key)
    assert.equal([status, json.code], [401, 'key-invalid'], key)
  }
})

test('the list shows the owners of keys and when they were used, and never a key', async () => {
  const { keyId, apiKey } = await issue({ owner: 'Night job' })
  const { lastUsedAt, ...shown } = await listed(keyId)
  assert.is(lastUsedAt, null)
  assert.equal(
    [shown.owner, shown.accounts, shown.organisations, shown.revokedAt, shown.expiresAt],
    ['Night job', ['acme'], [], null, null],
  )
  await campaigns(apiKey)
  const used = await until(
    () => listed(keyId),
    key => key.lastUsedAt !== null,
  )
  assert.match(used.lastUsedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(used.lastUsedAt >= used.createdAt)
  const since = await filtered(service, keys, `keyId=${keyId}`, `lastUsedAt>=${used.lastUsedAt}`)
  assert.equal([since.count, since.apiKeys[0].keyId], [1, keyId])
  const { text } = await service.call('GET', `${keys}?limit=500`)
  assert.not.match(text, /svc_|hash|apiKey"/)
})

test('the owner of a key is shown by name and masked address, and neither is in the log', async () => {
  const { keyId, owner } = await issue({ owner: 'Dora Dale', ownerEmail: 'dora@example.com' })
  const { keyId: byAddress, owner: answered } = await issue({ owner: 'dora@example.com' })
  assert.equal([owner, answered], ['Dora Dale', 'd•••@example.com'])
  const shown = async (id: string) => Object.values(await listed(id)).slice(1, 3)
  assert.equal(await shown(keyId), ['Dora Dale', 'd•••@example.com'])
  assert.equal(await shown(byAddress), ['d•••@example.com', 'd•••@example.com'])
  const found = async (filter: string): Promise<string[]> =>
    (await filtered(service, keys, filter)).apiKeys.map((key: { keyId: string }) => key.keyId)
  assert.equal((await found('ownerEmail=dora@example.com')).sort(), [keyId, byAddress].sort())
  assert.equal(await found('owner=dora@example.com'), [byAddress])
  assert.equal(await found('ownerEmail=dan@example.com'), [])
  const db = new Database(join(service.dataDir, 'log.db'), { readonly: true })
  const written = db.prepare<[], string>('SELECT data FROM event').pluck().all().join('\n')
  db.close()
  assert.match(written, /sealedOwnerEmail/)
  // a whole word: sealed text has every four letters now and then
  assert.not.match(written, /\bDora\b|dora@/)
  const body = { owner: 'Dora', ownerEmail: 'dora', permissions: ['Campaigns_View'] }
  assert.is((await service.call('POST', keys, body)).json.errors[0].pointer, '/ownerEmail')
})

test('the list is filtered by owner and by times', async () => {
  const { keyId } = await issue({ owner: 'Filtered', expiresAt: '2099-05-01T00:00:00Z' })
  const found = async (...filters: readonly string[]) => {
    const query = filters.map(filter => `filters=${encodeURIComponent(filter)}`).join('&')
    return (await service.must('GET', `${keys}?${query}`)).apiKeys.map((key: { keyId: string }) => key.keyId)
  }
  assert.equal(await found('owner=Filtered', 'createdAt>=2026-01-01'), [keyId])
  assert.equal(await found('expiresAt>=2099-05-01', 'expiresAt<=2099-05-01T00:00Z'), [keyId])
  assert.equal(await found('owner=Filtered', 'revokedAt>2026-01-01'), [])
  assert.equal(await found('owner=Filtered', 'lastUsedAt>2026-01-01'), [])
  await filteredByEachField(service, keys, 'apiKeys', ['lastUsedAt', 'owner', 'ownerEmail'])
})

test('no file of the service contains the text of a key', async () => {
  const { apiKey } = await issue()
  await campaigns(apiKey)
  const secret = apiKey.slice(13, 56)
  // a running service renames files, and deletes some, that were just listed
  const contentOf = (path: string) =>
    readFile(path).catch(error => (error.code === 'ENOENT' ? Buffer.alloc(0) : Promise.reject(error)))
  for (const file of await readdir(service.dataDir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) assert.not.ok((await contentOf(join(file.parentPath, file.name))).includes(secret), file.name)
})

test('a revoked key stops working, also on the node that used it', async () => {
  const { keyId, apiKey } = await issue()
  assert.is((await campaigns(apiKey)).status, 200)
  assert.match((await service.must('DELETE', `${keys}/${keyId}`)).message, 'was revoked.')
  const refused = await until(
    () => campaigns(apiKey),
    ({ status }) => status !== 200,
  )
  assert.equal([refused.status, refused.json.code], [401, 'key-invalid'])
  assert.match((await service.must('DELETE', `${keys}/${keyId}`)).message, 'already revoked')
  assert.type((await listed(keyId)).revokedAt, 'string')
})

test('a key expires at its time, and cannot be issued with an expiry in the past', async () => {
  const expiry = Date.now() + 3_600_000
  const at = new Date(expiry).toISOString()
  // the wall clock stands once it is set
  let set: number | undefined
  let passed = 0
  const clock = { now: () => new Date(set ?? Date.now()), monotonic: () => performance.now() + passed }
  const own = await startService({}, { clock })
  try {
    await provision(own)
    const { apiKey, keyId } = await own.must('POST', keys, {
      ...{ owner: 'Test', permissions: ['Campaigns_View'], expiresAt: at },
    })
    const listedThere = (await own.must('GET', keys)).apiKeys.find((k: Issued) => k.keyId === keyId)
    assert.is(listedThere.expiresAt, at)
    const ask = () => own.call('GET', `${account}/retail-campaigns`, undefined, { key: apiKey })
    set = expiry - 1
    assert.is((await ask()).status, 200, 'not before its expiry')
    set = expiry
    passed = 1
    const refused = await ask()
    assert.equal([refused.status, refused.json.code], [401, 'key-invalid'])
  } finally {
    await own.stop()
  }
  for (const expiresAt of [
    '2020-01-01T00:00:00Z',
    '2999-02-30T00:00:00Z',
    '2999-13-01T00:00:00Z',
    'tomorrow',
    '2999-01-01',
  ]) {
    const body = { owner: 'Test', permissions: ['Campaigns_View'], expiresAt }
    const { status, json } = await service.call('POST', keys, body)
    assert.equal([status, json.errors?.[0]?.pointer], [400, '/expiresAt'], expiresAt)
  }
})

test('a repeat under the same Idempotency-Key issues no second key and does not show the first one again', async () => {
  const body = { owner: 'Once', permissions: ['Campaigns_View'] }
  const sent = { headers: { 'idempotency-key': 'issue-once' } }
  const first = await service.call('POST', keys, body, sent)
  const again = await service.call('POST', keys, body, sent)
  assert.is(again.headers.get('idempotency-replayed'), 'true')
  assert.equal(again.json, { ...first.json, apiKey: null, owner: null })
  const { json } = await service.call('GET', `${keys}?limit=500`)
  assert.is(json.apiKeys.filter((k: Issued) => k.owner === 'Once').length, 1)
})

test.run()
