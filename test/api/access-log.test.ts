import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { makeApiKey } from '../../src/domain/keys/api-key.ts'
import { account, campaignWith, provision, type Service, startService } from '../support/service/service.ts'
import { until } from '../support/waiting/until.ts'

const test = suite('access log')
let service: Service
let campaign: string
let folder: string
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'endcap-access-'))
  service = await startService({ ACCESS_LOG: join(folder, 'access.log') })
  await provision(service)
  campaign = await campaignWith(service, ['one'])
})
test.after(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

const lines = async () => {
  const text = await readFile(join(folder, 'access.log'), 'utf8')
  // what follows the last line break is still being written
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))
}

test('the access log has a line for each request of a key, and none has more than ids', async () => {
  const asked = { owner: 'Reader of Acme', permissions: ['Audit_View'] }
  const { apiKey, keyId } = await service.must('POST', `${account}/api-keys`, asked)
  const read = await service.call('GET', `${account}/events?limit=1`, undefined, { key: apiKey })
  const refused = await service.call('GET', campaign, undefined, { key: apiKey })
  const stranger = makeApiKey(randomBytes)
  const denied = await service.call('GET', `${account}/events`, undefined, { key: stranger.text })
  const [{ previewUrls }] = (await service.call('GET', `${campaign}/creatives`)).json.creatives
  await service.call('GET', previewUrls[0].url, undefined, { key: undefined })
  const found = await until(lines, all => all.some(line => line.operation === 'previewCreative'))
  const traced = (answer: typeof read) => found.find(line => line.trace === answer.headers.get('endcap-trace'))
  const { at: _at, ms: _ms, trace: _trace, ...line } = traced(read)
  assert.equal(line, {
    ...{ key: keyId, kind: 'read', operation: 'listEvents', method: 'GET', status: 200 },
    ...{ ids: { accountId: 'acme' }, whole: true },
  })
  assert.equal([traced(refused).kind, traced(refused).code], ['refused', 'permission-missing'])
  assert.equal([traced(denied).key, traced(denied).claimedKey], ['public', stranger.keyId])
  assert.is(found.find(({ operation }) => operation === 'previewCreative').kind, 'download')
  assert.ok(found.some(({ kind, operation }) => kind === 'write' && operation === 'updateCreative'))
  assert.not.match(await readFile(join(folder, 'access.log'), 'utf8'), /@|svc_|Reader of Acme|signature|https?:/)
})

test('a refusal under an Idempotency-Key has its code, and so has a repeat of it', async () => {
  const create = (retailCampaignName: string) =>
    service.call(
      'POST',
      `${account}/retail-campaigns`,
      { retailCampaignName, templateCampaignIdx: 999, assetSourceType: 'uploadAsset' },
      { headers: { 'idempotency-key': 'refused' } },
    )
  assert.is((await create('one')).json.code, 'invalid-request')
  assert.is((await create('one')).headers.get('idempotency-replayed'), 'true')
  assert.is((await create('two')).json.code, 'idempotency-key-reused')
  const refused = async () =>
    (await lines()).filter(line => line.operation === 'createRetailCampaign' && line.kind === 'refused')
  const found = await until(refused, all => all.length === 3)
  assert.equal(
    found.map(({ code }) => code),
    ['invalid-request', 'invalid-request', 'idempotency-key-reused'],
  )
})

test.run()
