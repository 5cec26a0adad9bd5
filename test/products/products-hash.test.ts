import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { RowSet } from '../../src/domain/asset-sources/row-set.ts'
import { productsHash } from '../../src/products/products-hash.ts'
import { rowSet } from '../support/examples/asset-sources.ts'

const campaign = { accountId: 'acme', assetSourceType: 'productFeed' as const }
const hashOf = (set: RowSet, keyColumn = 'sku') =>
  productsHash({ campaign, creativesHash: '', creatives: () => [] }, { set, before: undefined, keyColumn }, {
    rowsOf: () => assert.unreachable(),
    values: () => assert.unreachable(),
  } as never)
const loaded = (digest: string, hash: string): RowSet => ({ ...rowSet(digest), products: { keyColumn: 'sku', hash } })

test('many products have the hash of their rows, which stays, so that approvals hold', async () => {
  assert.is(await hashOf(rowSet('d1')), '246f4fa93df13358e3b5e0b4508fd503b6ee6ff34f4f2cebe38cd60e8519cfab')
})
test('the same products are the same content in any order of their rows, and others are not', async () => {
  assert.is(await hashOf(loaded('d1', 'h1')), await hashOf(loaded('d2', 'h1')))
  assert.is.not(await hashOf(loaded('d1', 'h1')), await hashOf(loaded('d1', 'h2')))
})
test('a hash of products by other keys says nothing of those that are shown', async () => {
  assert.is(await hashOf(loaded('d1', 'h1'), 'title'), await hashOf(rowSet('d1'), 'title'))
})

test.run()
