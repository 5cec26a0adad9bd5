import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { operations } from '../../src/operations/operations.ts'
import { requiresAccount } from '../../src/operations/row.ts'
import { provision, type Service, startService } from '../support/service/service.ts'

const test = suite('accounts that do not exist')
let service: Service
let key: string
test.before(async () => {
  service = await startService()
  await provision(service)
  key = (await service.must('POST', '/v2/accounts/acme/api-keys', { owner: 'test', permissions: ['Dsp_All'] })).apiKey
})
test.after(() => service.stop())

const guarded = operations.filter(requiresAccount)
const values: Readonly<Record<string, string>> = {
  accountId: 'nowhere',
  version: '1.0',
  majorVersion: '1',
  keyId: 'abcdefgh',
}
const pathOf = (path: string): string =>
  path.replace(/[:*](\w+)/g, (_, name: string) => values[name] ?? (/I(dx|d)$/.test(name) ? '1' : 'x'))

test('nothing is read or written under an account that does not exist', async () => {
  assert.ok(guarded.length > 100, 'the table was read')
  for (const { method, path, operationId } of guarded) {
    const { status, json } = await service.call(method, pathOf(path), method === 'GET' ? undefined : {})
    assert.equal([status, json?.code, json?.detail], [404, 'not-found', 'There is no such account.'], operationId)
  }
})

test('a key that does not cover the account does not learn whether it exists', async () => {
  for (const { method, path, operationId, permission } of guarded) {
    if (permission !== 'Dsp_All') continue
    const { status, json } = await service.call(method, pathOf(path), method === 'GET' ? undefined : {}, { key })
    assert.equal([status, json?.code], [403, 'account-not-on-key'], operationId)
  }
})

test('an account that was asked for in vain is found as soon as it exists', async () => {
  const sources = '/v2/accounts/later/asset-sources/'
  assert.is((await service.call('GET', sources)).status, 404)
  await service.must('PUT', '/v2/accounts/later', { name: 'Later', orgId: 'org1' })
  assert.is((await service.call('GET', sources)).status, 200)
})

test.run()
