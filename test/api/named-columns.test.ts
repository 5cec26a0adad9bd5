import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account, activated, provision, type Service, startService } from '../support/service/service.ts'

const test = suite('columns that campaigns name of their products')
const sources = `${account}/asset-sources`
const feed = {
  assetSourceName: 'Pots',
  assetKeyColumn: 'sku',
  data: [{ sku: 'p1', title: 'Pot', brand: 'Terra', image: '/assets/acme/1.png' }],
}
let service: Service
test.before(async () => {
  service = await startService()
  await provision(service)
})
test.after(() => service.stop())

const create = (productAssetSourceId: number, more: object) =>
  service.must('POST', `${account}/retail-campaigns`, {
    ...{ retailCampaignName: 'Pots', templateCampaignIdx: 1, productAssetSourceId, ...more },
  })

test('those that the products do not have are accepted with a warning, and the health of the source names them', async () => {
  const source = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  const slips = { brandColumn: 'Brnd', productNameColumn: 'name', productImageColumn: 'image' }
  const { retailCampaignIdx, warnings } = await create(source, { assetSourceType: 'productFeed', ...slips })
  const existing = 'they have sku, title, brand, image.'
  assert.equal(warnings, [
    { pointer: '/productNameColumn', code: 'unknown-column', detail: `The products have no column name; ${existing}` },
    {
      ...{ pointer: '/brandColumn', code: 'unknown-column' },
      detail: `The products have no column Brnd; ${existing} Did you mean brand?`,
    },
  ])
  const health = () => service.must('GET', `${sources}/${source}/health`)
  const update = (json: object) => service.must('PUT', `${account}/retail-campaigns/${retailCampaignIdx}`, json)
  const named = 'productNameColumn name, brandColumn Brnd (did you mean brand?)'
  const before = await health()
  assert.is(before.state, 'WARNING')
  assert.equal(before.warnings, [
    `Retail campaign ${retailCampaignIdx} names columns that the rows do not have: ${named}.`,
  ])
  assert.equal((await update({ retailCampaignName: 'Slips' })).warnings, [])
  assert.equal((await update({ brandColumn: 'brand' })).warnings, [])
  const [again] = (await update({ productAssetSourceId: source })).warnings
  assert.equal([again.pointer, again.code], ['/productAssetSourceId', 'unknown-column'])
  assert.equal((await update({ productNameColumn: null })).warnings, [])
  const after = await health()
  assert.equal([after.state, after.warnings], ['HEALTHY', []])
})

test('a campaign that has ended does not worsen the health of its source', async () => {
  const source = Number(
    (
      await service.must('POST', `${sources}/inline`, {
        ...feed,
        data: feed.data.map(row => ({ ...row, headline: 'Pot' })),
      })
    ).id,
  )
  const more = { assetSourceType: 'productFeed', brandColumn: 'Brnd', clickthroughUrl: 'https://shop.example/' }
  const { retailCampaignIdx } = await create(source, more)
  const campaign = `${account}/retail-campaigns/${retailCampaignIdx}`
  assert.is((await activated(service, campaign)).status, 'ACTIVE')
  const state = async () => (await service.must('GET', `${sources}/${source}/health`)).state
  assert.is(await state(), 'WARNING')
  await service.must('POST', `${campaign}/end`, {})
  assert.is(await state(), 'HEALTHY')
})

test('a hybrid campaign may have pictures and weights in its uploaded columns', async () => {
  const source = Number((await service.must('POST', `${sources}/inline`, feed)).id)
  const uploaded = { productImageColumn: 'picture', rotationWeightColumn: 'weight' }
  const { warnings } = await create(source, { assetSourceType: 'hybridAsset', ...uploaded, categoryColumn: 'kind' })
  assert.equal(
    warnings.map(({ pointer }: { readonly pointer: string }) => pointer),
    ['/categoryColumn'],
  )
})

test('a role that names no column of the rows is refused with those that exist', async () => {
  const json = { ...feed, reportingColumn: 'Brnd', assetGroupColumn: 'season' }
  const { errors } = (await service.call('POST', `${sources}/inline`, json)).json
  const existing = 'The columns are: sku, title, brand, image.'
  assert.equal(
    errors.map(({ pointer, detail }: { readonly pointer: string; readonly detail: string }) => [pointer, detail]),
    [
      ['/assetGroupColumn', `Column "season" does not exist. ${existing}`],
      ['/reportingColumn', `Column "Brnd" does not exist. Did you mean "brand"? ${existing}`],
    ],
  )
})

test.run()
