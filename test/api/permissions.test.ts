import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { covers, type Permission, permissions } from '../../src/domain/keys/permissions.ts'
import { operations } from '../../src/operations/operations.ts'
import type { Row } from '../../src/operations/row.ts'
import { documented } from '../support/given/documented-operations.ts'
import { provision, type Service, startService } from '../support/service/service.ts'

/** Requests every operation of the table with keys that lack its permission (KEYS-11). */
const test = suite('permissions of every operation')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
  await service.must('PUT', '/v2/accounts/other', { name: 'Other', orgId: 'org1' })
})
test.after(() => service.stop())

const values: Readonly<Record<string, string>> = {
  ...{ accountId: 'acme', orgId: 'org1', keyId: 'abcdefgh', version: '1.0', majorVersion: '1' },
}
/** What the operations without an account in their path read from the query. */
const serverQuery = '?configId=1&svcCampaignId=1'
const isServer = ({ path }: Row): boolean => path.startsWith('/svc/serverApis/')
const pathOf = (row: Row): string =>
  row.path.replace(/[:*](\w+)/g, (_, name: string) => values[name] ?? (/(Idx|Id|part)$/.test(name) ? '1' : 'x')) +
  (isServer(row) && row.method === 'GET' ? serverQuery : '')
const needs = (row: Row): Permission | undefined =>
  row.permission === 'public' || row.permission === 'any' ? undefined : row.permission
const withKey = operations.filter(row => row.permission !== 'public')
const guarded = operations.flatMap(row => {
  const needed = needs(row)
  return needed === undefined ? [] : [{ row, needed }]
})

/** Webhooks send events, so what gives somebody a webhook's key, or its events again, needs the right to read them, too (WEBHOOK-1). */
const alsoNeeded: Readonly<Record<string, readonly Permission[]>> = {
  rotateWebhookKey: ['Audit_View'],
  updateWebhook: ['Audit_View'],
  listWebhookDeliveries: ['Audit_View'],
  replayWebhook: ['Audit_View'],
}

const issued = new Map<string, Promise<string>>()
/** A key for an account, and for organisation org1 or none. */
const keyWith = (granted: readonly Permission[], accountId = 'acme', organisations = ['org1']): Promise<string> => {
  const name = JSON.stringify([granted, accountId, organisations])
  const body = { owner: 'test', permissions: granted, organisations }
  const key =
    issued.get(name) ?? service.must('POST', `/v2/accounts/${accountId}/api-keys`, body).then(answer => answer.apiKey)
  issued.set(name, key)
  return key
}
const ask = (row: Row, key: string | undefined) =>
  service.call(row.method, pathOf(row), row.method === 'GET' ? undefined : {}, { key })

test('only the operations that the interface pages list without a permission are public, and the queues check their own', () => {
  const withoutKey = [...documented].filter(([, { permission }]) => permission === 'none').map(([id]) => id)
  for (const { operationId, permission } of operations)
    assert.is(permission === 'public', withoutKey.includes(operationId), operationId)
  assert.equal(
    operations.filter(row => row.permission === 'any').map(row => row.operationId),
    ['listQueues', 'getQueue'],
  )
  for (const { needed } of guarded) assert.ok(permissions.includes(needed), needed)
})

test('every other operation refuses a request without a key', async () => {
  for (const row of withKey) {
    const { status, json } = await ask(row, undefined)
    assert.equal([status, json.code], [401, 'key-missing'], row.operationId)
  }
})

test('all permissions except the required one are not enough', async () => {
  for (const { row, needed } of guarded) {
    const { status, json } = await ask(row, await keyWith(permissions.filter(p => !covers([p], needed))))
    assert.equal([status, json.code, json.permission], [403, 'permission-missing', needed], row.operationId)
  }
})

test('the required permission alone, or its X_All, is enough', async () => {
  for (const { row, needed } of guarded)
    for (const enough of permissions.filter(p => covers([p], needed))) {
      const { status, json } = await ask(row, await keyWith([enough, ...(alsoNeeded[row.operationId] ?? [])]))
      assert.is.not(status, 401, `${row.operationId} by ${enough}`)
      assert.is.not(json?.code, 'permission-missing', `${row.operationId} by ${enough}`)
      assert.is.not(status, 500, `${row.operationId} by ${enough}`)
    }
})

test('all permissions on another account or organisation are not enough', async () => {
  const stranger = await keyWith(permissions, 'other', [])
  // those check the account of the campaign themselves: see dsp-export.test.ts
  for (const row of withKey.filter(row => !isServer(row))) {
    const { status, json } = await ask(row, stranger)
    const code = row.path.includes(':orgId') ? 'organisation-not-on-key' : 'account-not-on-key'
    assert.equal([status, json.code], [403, code], row.operationId)
  }
})

test('requests without the right append nothing', async () => {
  const stranger = await keyWith(permissions, 'other', [])
  const before = await service.call('GET', '/v2/accounts/acme')
  for (const row of withKey.filter(row => row.method !== 'GET')) await ask(row, stranger)
  const after = await service.call('GET', '/v2/accounts/acme')
  assert.is(after.headers.get('endcap-position'), before.headers.get('endcap-position'))
})

test.run()
