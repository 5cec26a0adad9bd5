import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { endcap } from '../support/programs/endcap.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('what API keys reach')
let service: Service
test.before(async () => {
  service = await startService({ MONGODB_URL: '' })
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
const issue = (body: object = {}): Promise<Issued> =>
  service.must('POST', keys, { owner: 'Test', permissions: ['Campaigns_View'], ...body })
const campaigns = (key: string, of = 'acme') =>
  service.call('GET', `/v2/accounts/${of}/retail-campaigns`, undefined, { key })
const codeOf = async (answer: ReturnType<typeof service.call>) => (await answer).json.code

test('a key grants only rights that it has itself', async () => {
  const permissions = ['Account_Admin', 'Campaigns_View', 'AssetSource_All']
  const { apiKey } = await issue({ permissions, organisations: ['org1'] })
  const grant = (body: object, path = keys) =>
    service.call('POST', path, { owner: 'Test', permissions: ['Campaigns_View'], ...body }, { key: apiKey })
  const within = await grant({ permissions: ['Campaigns_View', 'AssetSource_View'], organisations: ['org1'] })
  assert.is(within.status, 200)
  assert.is((await campaigns(within.json.apiKey)).status, 200)
  for (const beyond of [
    { permissions: ['Campaigns_Create'] },
    { permissions: ['Campaigns_All'] },
    { permissions: ['Campaigns_View', 'Dsp_All'] },
    { organisations: ['org2'] },
  ])
    assert.is(await codeOf(grant(beyond)), 'grant-exceeds-key', JSON.stringify(beyond))
  assert.is(await codeOf(grant({}, '/v2/accounts/other/api-keys')), 'account-not-on-key')
  assert.is(await codeOf(grant({ permissions: [] })), 'invalid-request')
  assert.is(await codeOf(grant({ permissions: ['Everything'] })), 'invalid-request')
})

test("another account's keys can be neither listed nor revoked", async () => {
  await service.must('PUT', '/v2/accounts/a-b_c', { name: 'Other', orgId: 'org1' })
  const { apiKey } = await service.must('POST', '/v2/accounts/a-b_c/api-keys', {
    owner: 'Other',
    permissions: ['Account_Admin', 'Campaigns_View'],
  })
  const own = await issue()
  const path = '/v2/accounts/a-b_c/api-keys'
  const { json } = await service.call('GET', path, undefined, { key: apiKey })
  assert.equal(
    json.apiKeys.map((k: Issued) => k.owner),
    ['Other'],
  )
  assert.is(await codeOf(service.call('DELETE', `${path}/${own.keyId}`, undefined, { key: apiKey })), 'not-found')
  assert.is(
    await codeOf(service.call('DELETE', `${keys}/${own.keyId}`, undefined, { key: apiKey })),
    'account-not-on-key',
  )
  assert.is(await codeOf(service.call('DELETE', `${keys}/zzzzzzzz`)), 'not-found')
  assert.is(await codeOf(service.call('DELETE', `${keys}/z`)), 'invalid-request')
  assert.is((await campaigns(own.apiKey)).status, 200)
})

const refusedAs = async (status: number, code: string, answer: ReturnType<typeof service.call>) => {
  const { status: actual, json, text } = await answer
  assert.equal([actual, json.code], [status, code], text)
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a revoked key gives nothing that outlasts it, also while it still works (KEYS-5)', async () => {
  const permissions = ['Account_Admin', 'Audit_View', 'Campaigns_View', 'MediaPlan_Tags_Create']
  const { keyId, apiKey } = await issue({ permissions })
  const url = 'https://hooks.example.com/'
  const { webhook } = await service.must('POST', `${account}/webhooks`, { url })
  const campaign = await campaignWith(service, ['Tulips'])
  assert.is((await campaigns(apiKey)).status, 200)
  await service.must('DELETE', `${keys}/${keyId}`)
  for (const [method, path, body] of [
    ['POST', keys, { owner: 'Test', permissions: ['Campaigns_View'] }],
    ['POST', `${account}/webhooks`, { url }],
    ['PUT', `${account}/webhooks/${webhook.webhookId}`, { url }],
    ['POST', `${account}/webhooks/${webhook.webhookId}/rotateKey`, {}],
    ['POST', `${campaign}/approvalRequest`, { userName: 'Rob Reed', userEmail: 'rob@example.com' }],
  ] as const) {
    const refused = await service.call(method, path, body, { key: apiKey })
    assert.equal([path, refused.status, refused.json.code], [path, 401, 'key-invalid'])
    assert.match(refused.headers.get('www-authenticate') ?? '', 'svc_apikey')
  }
})

test('a key issues no key that outlives it', async () => {
  const expiresAt = inDays(7)
  const { apiKey } = await issue({ permissions: ['Account_Admin', 'Campaigns_View'], expiresAt })
  const grant = (body: object) =>
    service.call('POST', keys, { owner: 'Test', permissions: ['Campaigns_View'], ...body }, { key: apiKey })
  await refusedAs(403, 'grant-exceeds-key', grant({}))
  await refusedAs(403, 'grant-exceeds-key', grant({ expiresAt: inDays(8) }))
  const within = await grant({ expiresAt })
  assert.equal([within.status, within.json.expiresAt], [200, expiresAt])
  assert.is((await campaigns(within.json.apiKey)).status, 200)
})

/** A key that the CLI issued for several accounts and organisations. */
const issuedByCli = async (...options: string[]): Promise<string> => {
  const grant = ['--permission', 'Account_Admin', '--permission', 'Campaigns_View', ...options]
  const { code, out, err } = await endcap(['keys', 'issue', ...grant], { DATA_DIR: service.dataDir })
  assert.is(code, 0, err)
  return out.trim()
}
const idOf = (apiKey: string) => apiKey.slice(4, 12)

test('a key of several accounts shows an account only what it can access, and is revoked only by all of them', async () => {
  const shared = await issuedByCli(
    ...['--account', 'acme', '--account', 'secret-account'],
    ...['--organisation', 'org1', '--organisation', 'secret-org'],
  )
  const { apiKey } = await issue({ permissions: ['Account_Admin'], organisations: ['org1'] })
  const { json, text } = await service.call('GET', `${keys}?limit=500`, undefined, { key: apiKey })
  const shown = json.apiKeys.find(({ keyId }: Issued) => keyId === idOf(shared))
  assert.equal([shown.accounts, shown.organisations], [['acme'], ['org1']])
  assert.not.match(text, 'secret-')

  const revoke = (key: string | undefined) => {
    const sent = key === undefined ? {} : { key }
    return service.call('DELETE', `${keys}/${idOf(shared)}`, undefined, sent)
  }
  await refusedAs(403, 'account-not-on-key', revoke(apiKey))
  assert.not.match((await revoke(apiKey)).text, 'secret-')
  assert.is((await campaigns(shared)).status, 200)
  const both = await issuedByCli('--account', 'acme', '--account', 'secret-account')
  assert.is((await revoke(both)).status, 200)
})

test('moving an account needs both organisations', async () => {
  await service.must('PUT', '/v2/org/org2', { name: 'Org 2', retailer: false })
  const admin = async (...organisations: string[]) =>
    (await issue({ permissions: ['Account_Admin'], organisations })).apiKey
  const move = (orgId: string, key: string) => service.call('PUT', account, { name: 'Acme', orgId }, { key })
  await refusedAs(403, 'organisation-not-on-key', move('org2', await admin('org2')))
  await refusedAs(403, 'organisation-not-on-key', move('org2', await admin('org1')))
  assert.is((await service.call('GET', account)).json.orgId, 'org1')
  assert.is((await move('org1', await admin('org1'))).status, 200)
  const both = await admin('org1', 'org2')
  for (const orgId of ['org2', 'org1']) assert.is((await move(orgId, both)).status, 200)
})

test.run()
