import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { csvColumnsOf } from '../../../src/adapters/feeds/csv-columns.ts'

const columnsOf = (header: string, csvColumns: Record<string, number> | number[], firstRowIsHeader = true) =>
  Object.fromEntries(csvColumnsOf(header.split(','), firstRowIsHeader, { csvColumns }))

test('columns are read under the names that the header has, wherever they are by now', () => {
  const csvColumns = { sku: 0, name: 1, price: 2 }
  assert.equal(columnsOf('sku,name,price', csvColumns), csvColumns)
  assert.equal(columnsOf('sku,name,price,brand', csvColumns), csvColumns)
  assert.equal(columnsOf('brand,sku,name,price', csvColumns), { sku: 1, name: 2, price: 3 })
  assert.equal(columnsOf('price,name,sku', csvColumns), { sku: 2, name: 1, price: 0 })
})

test('a column that was removed is missing, and no other one takes its place', () => {
  const csvColumns = { sku: 0, name: 1, price: 2 }
  assert.equal(columnsOf('sku,price', csvColumns), { sku: 0, price: 1 })
  assert.equal(columnsOf('sku,name', csvColumns), { sku: 0, name: 1 })
  assert.equal(columnsOf('sku;name;price', csvColumns), {})
})

test('a renamed column is read by its number, until the header changes', () => {
  const csvColumns = { id: 0, name: 1 }
  assert.equal(columnsOf('sku,name', csvColumns), csvColumns)
  assert.equal(columnsOf('sku,name,price', csvColumns), csvColumns)
  assert.equal(columnsOf('brand,sku,name', csvColumns), { name: 2 })
})

test('without a header, and in a list, columns are numbers', () => {
  assert.equal(columnsOf('price,name,sku', { sku: 0, name: 1 }, false), { sku: 0, name: 1 })
  assert.equal(columnsOf('sku,name,price', [0, 2]), { sku: 0, price: 2 })
})

test.run()
