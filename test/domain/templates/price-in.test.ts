import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { priceIn } from '../../../src/domain/templates/design/price-in.ts'

const prices: readonly (readonly [text: string, amount: number, before: string, after: string])[] = [
  ['£4.20', 4.2, '', ''],
  ['€ 1.249,00', 1249, '', ''],
  ['12,50 €', 12.5, '', ''],
  ['from USD 1,100', 1100, 'from ', ''],
  ['Now £5 each', 5, 'Now ', ' each'],
  ['249 kr', 249, '', ''],
]
for (const [text, amount, before, after] of prices)
  test(`${text} is a price`, () => assert.equal(priceIn(text), { amount, before, after, isFormer: false }))

test('a text that says so is a former price', () => assert.is(priceIn('Was £24')?.isFormer, true))

for (const text of [
  'Save £5',
  '25% off £20',
  'Room 12',
  'Since 1999',
  'All our £5 plants are in the shop today',
  '€',
  'krill 5',
])
  test(`${text} is none`, () => assert.is(priceIn(text), undefined))

test.run()
