import { join } from 'node:path'
import Database from 'better-sqlite3'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { provision, type Service, startService } from '../support/service/service.ts'

const test = suite('keys of ad servers')
let service: Service
test.before(async () => {
  service = await startService({ MONGODB_URL: '' })
  await provision(service)
})
test.after(() => service.stop())

const server = { name: 'Own', type: 'On-site', apiEndpoint: 'https://ads.example.com/api' }
const put = (id: string, more: object = {}, headers = {}) =>
  service.call('PUT', `/v2/org/org1/ad-servers/${id}`, { ...server, ...more }, { headers })
const keyOf = async (id: string) => (await service.must('GET', `/v2/org/org1/retail-media-channel/${id}`)).apiKey
/** Ids of the credentials in the store. */
const stored = (): readonly unknown[] => {
  const db = new Database(join(service.dataDir, 'log.db'), { readonly: true })
  try {
    return db.prepare("SELECT id FROM secrets WHERE id LIKE 'secret:%'").pluck().all()
  } finally {
    db.close()
  }
}

test('a new key stays, whatever is saved without one at the same time (PROVISION-4)', async () => {
  await put('own', { apiKey: 'key-0' })
  for (let i = 1; i <= 5; i++) {
    const answers = await Promise.all([put('own', { apiKey: `key-${i}` }), put('own', { name: `Own ${i}` })])
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.is(await keyOf('own'), `key-${i}`)
  }
})

test('of keys that are sent at the same time one stays, also if it was the one before', async () => {
  await put('busy', { apiKey: 'key-0' })
  const keys = ['key-0', 'key-1', 'key-2', 'key-0', 'key-3']
  for (const { status } of await Promise.all(keys.map(apiKey => put('busy', { apiKey })))) assert.is(status, 200)
  assert.ok(keys.includes(await keyOf('busy')))
})

test('keys that are not used any more are destroyed: those that were replaced, and those of refused requests', async () => {
  const before = stored().length
  await put('tidy', { apiKey: 'key-0' })
  assert.is(stored().length, before + 1)
  assert.is((await put('tidy', { apiKey: 'key-1' }, { 'if-match': '"9"' })).status, 412)
  await put('tidy', { apiKey: 'key-2' })
  await Promise.all(['key-3', 'key-4', 'key-5'].map(apiKey => put('tidy', { apiKey })))
  await put('tidy', { name: 'Tidy' })
  assert.is(stored().length, before + 1)
  assert.match(await keyOf('tidy'), /^key-[345]$/)
})

test('an ad server that is no longer on-site keeps its key and does not show it (CHANNEL-11)', async () => {
  await put('moved', { apiKey: 'key-0' })
  assert.is((await put('moved', { type: 'Off-site' })).status, 200)
  assert.equal(await service.must('GET', '/v2/org/org1/retail-media-channel/moved'), {})
  assert.is((await put('moved')).status, 200)
  assert.is(await keyOf('moved'), 'key-0')
})

test.run()
