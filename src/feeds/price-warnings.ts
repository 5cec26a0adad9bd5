import { countAmounts, whyAmbiguous } from '../domain/asset-sources/amount-column.ts'
import { count } from '../domain/shared/wording.ts'

type Row = Readonly<Record<string, string>>

/** Columns that are named. */
const mostShown = 10

/** Words for a price in names of columns, alone or at the end of a longer word: `Verkaufspreis`, `verkoopprijs`. */
const endsAsPrice = /(?:price|preis|precio|prezzo|prijs|preço|preco)s?$/
const priceWords: ReadonlySet<string> = new Set([
  'prix',
  'pris',
  'cena',
  'hinta',
  'fiyat',
  'ár',
  'цена',
  '価格',
  '价格',
])
/** Words after which a column is about a price, and has none: `sale_price_effective_date`, `price_currency`. */
const besidePrice: ReadonlySet<string> = new Set([
  ...['currency', 'waehrung', 'währung', 'devise', 'moneda', 'date', 'datum', 'valid', 'start', 'end', 'until'],
  ...['type', 'unit', 'range', 'label', 'text', 'note', 'info', 'description', 'list', 'class', 'group', 'tier', 'id'],
  ...['url', 'link', 'image', 'prefix', 'suffix', 'symbol', 'format', 'formatted', 'html'],
])
/** First words of columns of yes and no: `has_sale_price`. */
const flags: ReadonlySet<string> = new Set(['has', 'is', 'show', 'hide'])

/** Whether the name of a column says that it has prices: `price`, `sale_price`, `g:price`, `salePrice`, `Preis (EUR)`, `price_amount`. */
export const looksLikePrice = (column: string): boolean => {
  const words = column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word !== '')
  const at = words.findIndex(word => endsAsPrice.test(word) || priceWords.has(word))
  return at >= 0 && !flags.has(words[0]!) && !words.slice(at + 1).some(word => besidePrice.has(word))
}

const warningsOfColumn = (column: string, sampled: readonly Row[]): readonly string[] => {
  const counted = countAmounts()
  for (const row of sampled) counted.add(row[column] ?? '')
  const says = counted.column()
  const where = `in column "${column}" of the first ${count(sampled.length, 'row')}`
  const ambiguous = whyAmbiguous(says)
  const { others, otherExample } = says
  return [
    ...(others > 0
      ? [
          `${count(others, 'value')} ${where} ${others === 1 ? 'is' : 'are'} not ${others === 1 ? 'a price' : 'prices'}, such as "${otherExample}".`,
        ]
      : []),
    ...(ambiguous ? [`Prices ${where} are ambiguous: ${ambiguous}`] : []),
  ]
}

/** What is wrong with values in columns of prices, which are known by their names (SOURCE-18). */
export const priceWarnings = (sampled: readonly Row[]): readonly string[] =>
  Object.keys(sampled[0] ?? {})
    .filter(looksLikePrice)
    .slice(0, mostShown)
    .flatMap(column => warningsOfColumn(column, sampled))
