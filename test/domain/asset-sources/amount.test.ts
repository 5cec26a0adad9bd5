import * as fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { amountOf } from '../../../src/domain/asset-sources/amount.ts'

const test = suite('amounts')

/** The value of a text, and the mark that it shows. */
const read = (text: string) => {
  const amount = amountOf(text)
  return amount && [amount.value, amount.shows]
}
const all = (expected: Readonly<Record<string, readonly [number, ('.' | ',')?]>>) => {
  for (const [text, [value, shows]] of Object.entries(expected)) assert.equal(read(text), [value, shows], text)
}

test('a price with a currency before or behind is not lost', () =>
  all({
    '$1.50': [1.5, '.'],
    '1,299.00 USD': [1_299, '.'],
    'EUR 1299.00': [1_299, '.'],
    'eur 1299.00': [1_299, '.'],
    'EUR1299.50': [1_299.5, '.'],
    '12USD': [12],
    '1.299,00 €': [1_299, ','],
    '€ 1.305,00': [1_305, ','],
    'US$12.00': [12, '.'],
    'R$ 1.299,90': [1_299.9, ','],
    'EUR € 5': [5],
    'Fr. 12.50': [12.5, '.'],
    'Rs.500': [500],
    '12,90 kr': [12.9, ','],
    '1 299,00 Kč': [1_299, ','],
    '3 295 руб.': [3_295],
    '\u200f1,299.00\u00a0\u200f₪': [1_299, '.'],
  }))

test('a price is not a thousandth of itself because of how its digits are grouped', () =>
  all({
    '1 299,00 €': [1_299, ','],
    '1\u00a0299,00 €': [1_299, ','],
    '1\u202f299,00 €': [1_299, ','],
    '1\u2009299,00\u00a0€': [1_299, ','],
    '1 299': [1_299],
    "CHF 1'299.00": [1_299, '.'],
    '1’299.00': [1_299, '.'],
    '1’299': [1_299],
    '₹1,29,999.00': [129_999, '.'],
    '1,29,999': [129_999, '.'],
    '12,34,567': [1_234_567, '.'],
    '1.299.000': [1_299_000, ','],
    '1,299,000': [1_299_000, '.'],
    '1.299.000,5': [1_299_000.5, ','],
    '1 299.505': [1_299.505, '.'],
  }))

test('a plain number, with more behind a blank or not, is not lost', () =>
  all({
    '1299': [1_299],
    '1299.5': [1_299.5, '.'],
    '1299,5': [1_299.5, ','],
    '1234.567': [1_234.567, '.'],
    '0.299': [0.299, '.'],
    '0,299': [0.299, ','],
    '.99': [0.99, '.'],
    '€ ,99': [0.99, ','],
    ' 007 ': [7],
    '12 of 20': [12],
    '5 %': [5],
    '19.99 EUR (VAT included)': [19.99, '.'],
  }))

test('a price without cents is not lost because of its dash', () =>
  all({
    '12,-': [12, ','],
    '12.-': [12, '.'],
    '12,--': [12, ','],
    '12,- €': [12, ','],
    'CHF 12.–': [12, '.'],
    '1.299,-': [1_299, ','],
    '1’299.—': [1_299, '.'],
  }))

test('a negative amount stays negative', () =>
  all({
    '-12,50': [-12.5, ','],
    '−$5': [-5],
    '$-5.00': [-5, '.'],
    '- 5 €': [-5],
    '($1,299.00)': [-1_299, '.'],
    '+5': [5],
  }))

test('a mark with three digits behind it is left to the column', () => {
  for (const [text, value] of [
    ['1.299', 1.299],
    ['1,299', 1.299],
    ['2.500 €', 2.5],
    ['-12.345', -12.345],
    ['999,999', 999.999],
  ] as const) {
    const unclear = text.includes(',') ? ',' : '.'
    assert.equal(amountOf(text), { value, unclear }, text)
  }
})

test('what is no amount is not taken for one', () => {
  for (const text of [
    ...['', ' ', 'n/a', '-', '€', 'EUR', '.', ',-', 'SKU 12', 'SKU12', 'ab 5 €', '5%', '10x20', '1e5', '0x10', 'NaN'],
    ...['Infinity', '2024-01-02', '1.2.2024', '12:30', '19.99 29.99', '12.00,15.00', '1 299 00', '1,2,3', '1.299,'],
    ...['12.', '12,00,', '12,50.-', '1.299.-', '--5', '(5', '1 299.500,00', "1.299'500", '0.299.000', '1..5', '1,,5'],
    ...['1234.567.890', '１２', '1\n2'],
  ])
    assert.is(amountOf(text), undefined, text)
})

test('a number that has more digits than numbers hold is not taken for another one', () => {
  assert.is(amountOf('999999999999999')?.value, 999_999_999_999_999)
  for (const text of [
    '9999999999999999',
    '9.'.padEnd(20, '1'),
    '9'.repeat(65_536),
    '1,'.repeat(30_000),
    '1 '.repeat(9_999),
  ])
    assert.is(amountOf(text), undefined)
})

test('a hostile value ends no reading: it is an amount or none, whatever it has', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc
          .array(fc.constantFrom('1', '299', '.', ',', '-', '€', ' ', '\u00a0', '’', '(', ')', 'EUR', '–'))
          .map(parts => parts.join('')),
      ),
      text => {
        const amount = amountOf(text)
        assert.ok(amount === undefined || Number.isFinite(amount.value))
      },
    ),
    { numRuns: 2_000 },
  ))

test('what the formats of languages write is read as it was meant', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999, max: 99_999_999 }),
      fc.constantFrom(
        'de-DE',
        'en-US',
        'fr-FR',
        'de-CH',
        'en-IN',
        'pt-BR',
        'sv-SE',
        'pl-PL',
        'nb-NO',
        'es-ES',
        'it-CH',
        'he-IL',
      ),
      fc.constantFrom('EUR', 'USD', 'CHF', 'INR', 'SEK', 'PLN', 'BRL', 'ILS'),
      (cents, locale, currency) => {
        const text = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 2 }).format(
          cents / 100,
        )
        assert.is(amountOf(text)?.value, cents / 100, text)
      },
    ),
    { numRuns: 2_000 },
  ))

test.run()
