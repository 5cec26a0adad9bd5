import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { assetData, type Column } from '../../../src/domain/creatives/creative.ts'
import { joinedCreative, productKeyOf } from '../../../src/domain/creatives/product-creative.ts'

const column = (columnName: string, columnValue: string): Column => ({
  columnName,
  columnValue,
  adUnitTransformations: [],
})
const product = { columns: ['sku', 'price', 'headline'], row: ['pot-3', '7.90', 'Pot'] }

test('of a hybrid creative an uploaded column goes before an override, and that before the feed (CREATIVE-16)', () => {
  const creative = {
    creativeName: 'pot-3',
    columns: [column('headline', 'uploaded'), column('claim', 'Grow')],
    productColumns: [column('headline', 'overridden'), column('price', '6.90')],
  }
  assert.equal(assetData(joinedCreative(creative, product)), {
    sku: 'pot-3',
    price: '6.90',
    headline: 'uploaded',
    claim: 'Grow',
  })
  const without = { headline: 'uploaded', price: '6.90', claim: 'Grow' }
  assert.equal(assetData(joinedCreative(creative, undefined)), without, 'its product has gone')
})

test('a hybrid creative shows the product that it names, else the one of its own name (CREATIVE-16)', () => {
  assert.is(productKeyOf({ creativeName: 'pot', partnerDspColumns: { productId: 'pot-3' } }), 'pot-3')
  assert.is(productKeyOf({ creativeName: 'pot', partnerDspColumns: { brand: 'Fern' } }), 'pot')
})

test.run()
