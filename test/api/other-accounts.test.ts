import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { permissions } from '../../src/domain/keys/permissions.ts'
import { operations } from '../../src/operations/operations.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'

/** Another account of the same organisation, whose names occur nowhere else. */
const other = { id: 'zebracrossing', name: 'Ostrich Outfitters', creative: 'flamingo' }
const named = new RegExp(`${other.id}|${other.name}|${other.creative}`, 'i')
const test = suite('what a key of one account reads of others')
let service: Service
let key: string
let campaign: string

test.before(async () => {
  service = await startService()
  await provision(service)
  const theirs = `/v2/accounts/${other.id}`
  await service.must('PUT', theirs, { name: other.name, orgId: 'org1' })
  campaign = (await campaignWith(service, ['pot'])).split('/').pop() ?? ''
  const units = [{ adUnitId: 1, adUnitName: other.creative, dimension: '80x40', html: '<p>x</p>' }]
  await service.must('PUT', `${theirs}/template-campaigns/1`, { templateCampaignName: other.creative, adUnits: units })
  await service.must('POST', `${theirs}/retail-campaigns`, {
    templateCampaignIdx: 1,
    retailCampaignName: other.creative,
    assetSourceType: 'uploadAsset',
    clickthroughUrl: 'https://shop.example.com/',
    adServerId: 'dsp1',
    trackerTypes: ['GCM'],
  })
  const both = { owner: 'x', permissions, organisations: ['org1'] }
  key = (await service.must('POST', `${account}/api-keys`, both)).apiKey
})
test.after(() => service?.stop())

const values: Readonly<Record<string, () => string>> = {
  accountId: () => 'acme',
  orgId: () => 'org1',
  adServerId: () => 'dsp1',
  retailCampaignIdx: () => campaign,
}
const pathOf = (path: string): string =>
  path.replace(/[:*](\w+)/g, (_, name: string) => encodeURIComponent(values[name]?.() ?? '1'))

test('no operation names another account to an administrator of this one, in answers or problems', async () => {
  let answered = 0
  for (const { method, path, operationId } of operations) {
    // an endless answer, which the tests of the feed read
    if (method !== 'GET' || operationId.startsWith('stream')) continue
    const { status, text } = await service.call('GET', pathOf(path), undefined, { key })
    if (status === 200) answered++
    assert.not.match(text, named, `${operationId}: ${status}`)
  }
  assert.ok(answered > 15, `only ${answered} operations have answered`)
})

test('the status of the service, and the events of all accounts, are for keys that cover all of them', async () => {
  for (const path of ['/v2/status', '/v2/events']) {
    const { status, json, text } = await service.call('GET', path, undefined, { key })
    assert.equal([status, json.code], [403, 'account-not-on-key'], path)
    assert.not.match(text, named)
  }
})

test('a foreign account is refused without its name', async () => {
  const { status, text } = await service.call('GET', `/v2/accounts/${other.id}`, undefined, { key })
  assert.is(status, 403)
  assert.not.match(text, new RegExp(other.name))
})

test('metrics, health and the pages without a key name no account', async () => {
  for (const path of ['/metrics', '/healthz', '/readyz', '/', '/console', '/docs', '/openapi.json']) {
    const { text } = await service.call('GET', path, undefined, { key: undefined })
    assert.not.match(text, named, path)
  }
})

test.run()
