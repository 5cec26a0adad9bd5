import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { productsOfRows } from '../../../src/domain/asset-sources/products-of-rows.ts'

type Row = readonly string[]

const hashOf = (columns: readonly string[], rows: readonly Row[], keyColumn = 'sku') => {
  const products = productsOfRows(columns, keyColumn)
  for (const row of rows) products.add(row)
  return products.hashed().products?.hash
}
const columns = ['sku', 'name', 'price']
const [pot, bowl]: readonly Row[] = [
  ['p1', 'Pot', '5'],
  ['p2', 'Bowl', '7'],
]
const of = (...rows: readonly (Row | undefined)[]) => hashOf(columns, rows as readonly Row[])

test('the order of rows and of columns, and empty cells that a row lacks, mean nothing', () => {
  assert.is(of(pot, bowl), of(bowl, pot))
  assert.is(
    of(pot, bowl),
    hashOf(
      ['price', 'sku', 'name'],
      [
        ['5', 'p1', 'Pot'],
        ['7', 'p2', 'Bowl'],
      ],
    ),
  )
  assert.is(of(['p1', 'Pot']), of(['p1', 'Pot', '']))
})
test('every value, the columns and the key count', () => {
  const all = [
    of(pot, bowl),
    of(pot),
    of(pot, ['p2', 'Bowl', '8']),
    of(pot, ['p2', '7', 'Bowl']),
    hashOf(['sku', 'title', 'price'], [pot!, bowl!]),
    hashOf([...columns, 'more'], [pot!, bowl!]),
    hashOf(columns, [pot!, bowl!], 'name'),
  ]
  assert.is(new Set(all).size, all.length)
})
test('of the rows of one key the first is shown, so their order counts, and the others do not', () => {
  const small: Row = ['p1', 'Small pot', '3']
  assert.is(of(pot, small, bowl), of(bowl, pot, small))
  assert.is.not(of(pot, small, bowl), of(small, pot, bowl))
  assert.is(of(pot, small), of(pot))
})
test('more rows than a campaign shows have no such hash', () => {
  const rows = Array.from({ length: 10_001 }, (_, i): Row => [`p${i}`])
  assert.is(hashOf(['sku'], rows), undefined)
  assert.ok(hashOf(['sku'], rows.slice(1)))
})

test.run()
