import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('what API keys reach')
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

test.run()
