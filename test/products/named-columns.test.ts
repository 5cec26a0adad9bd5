import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { unknownToCampaigns } from '../../src/products/named-columns.ts'

const test = suite('columns that campaigns name of an asset source')

type Args = Parameters<typeof unknownToCampaigns>
test('only for the campaigns that are named, a column that was probably meant is looked for', async () => {
  const campaigns = Array.from({ length: 500 }, (_, i) => ({
    json: JSON.stringify({ assetSourceType: 'productFeed', retailCampaignIdx: i + 1, brandColumn: 'brnd' }),
  }))
  let compared = 0
  const brand = Object.assign('brand', {
    toLowerCase() {
      compared++
      return 'brand'
    },
  })
  const loads = [{ version: 1, set: { columns: [brand] } }]
  const view = { accountId: 'acme', assetSourceId: 1, source: { loads, serving: 1 } } as unknown as Args[1]
  const find = async () => ({ documents: campaigns, hasNext: false })
  const warnings = await unknownToCampaigns({ find } as unknown as Args[0], view)
  assert.equal(warnings.slice(9), [
    'Retail campaign 10 names columns that the rows do not have: brandColumn brnd (did you mean brand?).',
    '490 further retail campaigns do so, too.',
  ])
  assert.is(compared, 10)
})

test.run()
