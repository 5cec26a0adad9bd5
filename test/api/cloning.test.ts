import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { approvalOf, approvers, askApproval, saveCreative, upload } from '../support/service/flow.ts'
import { account, campaignWith, provision, type Service, startService, statusPath } from '../support/service/service.ts'

const test = suite('cloning')
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const campaigns = `${account}/retail-campaigns`
const numbers = async (): Promise<readonly number[]> =>
  (await service.must('GET', campaigns)).retailCampaigns.map((c: { retailCampaignIdx: number }) => c.retailCampaignIdx)
const namesIn = async (campaign: string): Promise<readonly string[]> =>
  (await service.must('GET', `${campaign}/creatives?limit=100`)).creatives.map(
    (c: { creativeName: string }) => c.creativeName,
  )

test('a campaign with more creatives than fit into one append is cloned whole (CAMPAIGN-11)', async () => {
  const original = await campaignWith(service, [])
  const names = Array.from({ length: 25 }, (_, i) => `pot ${String(i).padStart(2, '0')}`)
  for (const [i, name] of names.entries())
    await saveCreative(service, original, name, String(i).repeat(60_000).slice(0, 60_000))
  const { retailCampaignIdx } = await service.must('POST', `${original}/clone`, {})
  const clone = `${campaigns}/${retailCampaignIdx}`
  assert.equal(await namesIn(clone), names)
  const record = await service.must('GET', clone)
  assert.is(record.clonedFrom, Number(original.split('/').pop()))
  assert.is((await service.must('GET', statusPath(clone))).status, 'DRAFT')
})

test('a campaign whose creatives name many missing files is cloned when enough of them were uploaded (CAMPAIGN-11)', async () => {
  const original = await campaignWith(service, [])
  const pathOf = (n: number) => `${n}-${'a'.repeat(490)}.png`
  const columnOf = (first: number) =>
    Array.from({ length: 100 }, (_, i) => `/assets/acme/${pathOf(first + i)}`).join('\n')
  for (const creative of [0, 1, 2, 3]) {
    const dynamicAssets = Array.from({ length: 5 }, (_, i) => ({
      columnName: `pictures${i}`,
      columnValue: columnOf(creative * 500 + i * 100),
    }))
    await service.must('POST', `${original}/creative`, { creativeName: `pot ${creative}`, dynamicAssets })
  }
  const refused = await service.call('POST', `${original}/clone`, {})
  assert.equal([refused.status, refused.json.code], [413, 'append-too-large'])
  assert.match(refused.json.detail, /missing files/)
  for (let n = 0; n < 20; n++) await upload(service, pathOf(n), 'picture')
  const { retailCampaignIdx } = await service.must('POST', `${original}/clone`, {})
  assert.is((await namesIn(`${campaigns}/${retailCampaignIdx}`)).length, 4)
})

test('the content of a clone is what its approvers see, in the log and in the read models', async () => {
  await approvers(service, false, 'grace@example.com')
  const original = await campaignWith(service, ['one', 'two'])
  const { retailCampaignIdx } = await service.must('POST', `${original}/clone`, {})
  const clone = `${campaigns}/${retailCampaignIdx}`
  await askApproval(service, clone)
  const status = async () => (await approvalOf(service, clone)).status
  assert.is(await status(), 'Pending')
  await saveCreative(service, clone, 'one', 'Another headline')
  assert.is(await status(), 'Invalid')
})

test('a refused clone leaves no campaign behind', async () => {
  const original = await campaignWith(service, ['one'], { externalId: 'spring' })
  const before = await numbers()
  const refused = await service.call('POST', `${original}/clone`, { externalId: 'spring' })
  assert.equal([refused.status, refused.json.code], [409, 'external-id-taken'])
  assert.equal(await numbers(), before)
  const { retailCampaignIdx } = await service.must('POST', `${original}/clone`, {})
  assert.is((await service.must('GET', `${campaigns}/${retailCampaignIdx}`)).externalId, undefined)
})

test('of concurrent creates with one externalId one is 200, and the others are 409 with its number (CAMPAIGN-4)', async () => {
  for (let round = 0; round < 5; round++) {
    const externalId = `order-${round}`
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map(retailCampaignName =>
        service.call('POST', campaigns, {
          retailCampaignName,
          templateCampaignIdx: 1,
          assetSourceType: 'uploadAsset',
          externalId,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.equal(statuses, [200, 409, 409], answers.map(({ text }) => text).join('\n'))
    const numbers = new Set(answers.map(({ json }) => json.retailCampaignIdx))
    assert.is(numbers.size, 1, 'all name the campaign that exists')
    for (const { status, json } of answers) if (status === 409) assert.is(json.code, 'external-id-taken')
  }
})

test.run()
