import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { countAmounts, whyAmbiguous } from '../../../src/domain/asset-sources/amount-column.ts'

const test = suite('columns of amounts')

const columnOf = (...values: readonly string[]) => {
  const counted = countAmounts()
  for (const value of values) counted.add(value)
  return counted.column()
}
/** The decimal mark of a column, `ambiguous`, or undefined if there is none and none is needed. */
const decided = (...values: readonly string[]) => {
  const { mark, ambiguous } = columnOf(...values)
  return mark ?? (ambiguous && 'ambiguous')
}

test('values of the same column say what the mark of an ambiguous one means', () => {
  assert.is(decided('1.299', '1.299,00'), ',')
  assert.is(decided('1,299', '19.90'), '.')
  assert.is(decided('1.299', '19,90'), ',')
  assert.is(decided('1.299', '2.500.000'), ',')
  assert.is(decided('1.299', '12,-'), ',')
  assert.is(decided('1.299', '0.500'), '.')
  assert.is(decided('1.299', '19.9'), '.')
  assert.is(decided('1.299', '1,299', '1 299,50 €'), ',')
  assert.is(decided("1'299.50", '1.299'), '.')
})

test('a column of nothing but ambiguous values is not read as prices of about 1', () => {
  for (const values of [['1.299'], ['1.299', '2.500'], ['1,299', '2,500', ''], ['1.299', '999'], ['1.299', 'n/a']])
    assert.is(decided(...values), 'ambiguous', values.join(' '))
  assert.is(decided('1.299', '1,299'), 'ambiguous')
})

test('a column needs no mark when nothing in it is ambiguous', () => {
  for (const values of [[], [''], ['n/a'], ['1299'], ['1 299', "1'299"], ['1.299,00', '1,299.00']])
    assert.is(decided(...values), undefined, values.join(' '))
})

test('a slip does not decide about a column, and a real mixture leaves it ambiguous', () => {
  const many = Array.from({ length: 20 }, (_, n) => `${n},90`)
  assert.is(decided(...many, '1.299', '19.90'), ',')
  assert.is(decided(...many, '1.299', ...many.map(value => value.replace(',', '.'))), 'ambiguous')
})

test('values that are no number are counted, with the first as an example', () => {
  const { values, others, otherExample } = columnOf('1', '', ' ', 'on\nrequest', 'n/a')
  assert.equal([values, others, otherExample], [3, 2, 'on request'])
  assert.ok(columnOf(`${'x'.repeat(39)}😀${'y'.repeat(60_000)}`).otherExample === 'x'.repeat(39))
})

test('an ambiguous column says what its values can mean and what to do', () => {
  assert.is(
    whyAmbiguous(columnOf('2.500 €', '1.299')),
    '"2.500 €" can mean 2500 or 2.5. Write prices with two decimals, or without grouping.',
  )
  assert.is(whyAmbiguous(columnOf('19.90')), undefined)
})

test.run()
