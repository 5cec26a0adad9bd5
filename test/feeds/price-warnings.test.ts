import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { looksLikePrice, priceWarnings } from '../../src/feeds/price-warnings.ts'

const test = suite('warnings of prices')

test('a column of prices is known by its name, in several languages', () => {
  for (const name of [
    ...[
      'price',
      'Price',
      'sale_price',
      'g:sale_price',
      'g_price',
      'salePrice',
      'saleprice',
      'list_price',
      'price_amount',
    ],
    ...['Preis', 'Preis (inkl. MwSt., EUR)', 'Verkaufspreis', 'prix', 'prix_ttc', 'precio', 'prezzo', 'verkoopprijs'],
    ...['preço', 'prices', 'unit price', 'shipping(price)'],
  ])
    assert.ok(looksLikePrice(name), name)
})

test('a column about prices that has none causes no warning', () => {
  for (const name of [
    ...[
      'sale_price_effective_date',
      'price_currency',
      'priceValidUntil',
      'price_type',
      'price_label',
      'has_sale_price',
    ],
    ...['unit_pricing_measure', 'title', 'priceless', 'compris', 'caprice_id', ''],
  ])
    assert.not(looksLikePrice(name), name)
})

test('a value that is no price is reported with the number of such values and an example', () => {
  const rows = ['19.90', 'on request', '', 'n/a'].map(price => ({ sku: 'no price', price }))
  assert.equal(priceWarnings(rows), [
    '2 values in column "price" of the first 4 rows are not prices, such as "on request".',
  ])
  assert.equal(priceWarnings([{ preis: 'x' }]), [
    '1 value in column "preis" of the first 1 row is not a price, such as "x".',
  ])
})

test('prices that can mean two amounts are reported, and others are not', () => {
  const rows = ['1.299', '2.500'].map(sale_price => ({ sale_price, weight: '1.299' }))
  assert.equal(priceWarnings(rows), [
    'Prices in column "sale_price" of the first 2 rows are ambiguous: "1.299" can mean 1299 or 1.299. Write prices with two decimals, or without grouping.',
  ])
  assert.equal(priceWarnings([...rows, { sale_price: '1.299,00', weight: '' }]), [])
  assert.equal(priceWarnings([]), [])
})

test.run()
