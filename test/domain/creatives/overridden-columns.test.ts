import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Column, ProductAsset } from '../../../src/domain/creatives/creative.ts'
import { overriddenColumns } from '../../../src/domain/creatives/overridden-columns.ts'

const product = { columns: ['sku', 'price'], row: ['pot', '9.90'] }
const owner = { adIdx: 1, dataServiceId: 2, assetKey: 'pot' }
const price = (columnValue: string, adUnitTransformations: Column['adUnitTransformations'] = []): Column => ({
  columnName: 'price',
  columnValue,
  adUnitTransformations,
})
const after = (before: readonly Column[], sent: readonly ProductAsset[]) =>
  overriddenColumns(before, sent, product, owner, () => 1).map(
    ({ columnName, columnValue }) => `${columnName}=${columnValue}`,
  )
const sent = (columnValue: string | null, more: Partial<ProductAsset> = {}): ProductAsset => ({
  columnName: 'price',
  columnValue,
  ...more,
})
const moved = [{ adUnitId: 1, transformations: [{ type: 'crop' }] }]

test('a value that the product has itself is no override (CREATIVE-21)', () => {
  assert.equal(after([], [sent('9.90')]), [])
  assert.equal(after([], [sent('5.00')]), ['price=5.00'])
  assert.equal(after([price('5.00')], [sent('9.90')]), [])
})
test('it is one without a product, in a column that the product lacks, with transformations, and for all variants', () => {
  assert.equal(overriddenColumns([], [sent('9.90')], undefined, owner, () => 1).length, 1)
  assert.equal(after([], [{ columnName: 'colour', columnValue: '' }]), ['colour='])
  assert.equal(after([], [sent('9.90', { adUnitTransformations: moved })]), ['price=9.90'])
  assert.equal(after([], [sent('9.90', { applyToAllVariants: true })]), ['price=9.90'])
})
test('an ad unit without transformations, as clients send it after they removed the last one, makes no override', () => {
  const emptied = { adUnitTransformations: [{ adUnitId: 1, transformations: [] }] }
  assert.equal(after([], [sent('9.90', emptied)]), [])
  const before = overriddenColumns([], [sent('9.90', { adUnitTransformations: moved })], product, owner, () => 1)
  assert.equal(after(before, [sent('9.90', emptied)]), [])
  assert.equal(after(before, [sent('9.90', { adUnitTransformations: [{ adUnitId: 1 }] })]), [])
})
test('an override that is not sent stays, also when the product has its value now', () => {
  assert.equal(after([price('9.90')], [{ columnName: 'sku', columnValue: 'vase' }]), ['price=9.90', 'sku=vase'])
})
test('null takes an override back with its transformations; the last of two entries counts', () => {
  const before = overriddenColumns([], [sent('5.00', { adUnitTransformations: moved })], product, owner, () => 1)
  assert.equal(after(before, [sent(null)]), [])
  assert.equal(after(before, [sent('9.90')]), ['price=9.90'], 'with its transformations')
  assert.equal(after([], [sent(null), sent('5.00')]), ['price=5.00'])
  assert.equal(after([], [sent('5.00'), sent(null)]), [])
})

test.run()
