import * as E from 'fp-ts/lib/Either.js'
import { type Column, type Creative, CreativeName } from './creative.ts'

/** A row of a product feed. */
export type ProductRow = { readonly columns: readonly string[]; readonly row: readonly string[] }

/** The most rows of a feed that a campaign shows, each as a creative (CREATIVE-16). */
export const mostProductCreatives = 10_000

const columnsOf = ({ columns, row }: ProductRow): Column[] =>
  columns.map((columnName, i) => ({ columnName, columnValue: row[i] ?? '', adUnitTransformations: [] }))

/** Whether the key of a product can name a creative (CREATIVE-16). */
export const namesCreative = (key: string): boolean => E.isRight(CreativeName.decode(key))

/** A row as a creative, named by its key (CREATIVE-16); undefined if the key cannot name one. */
export const creativeOfProduct = (product: ProductRow, keyColumn: string): Creative | undefined => {
  const creativeName = product.row[product.columns.indexOf(keyColumn)] ?? ''
  return namesCreative(creativeName) ? { creativeName, columns: columnsOf(product) } : undefined
}

/** The value that a product itself has in a column; undefined if it has no such column. */
export const productValue = ({ columns, row }: ProductRow, column: string): string | undefined =>
  columns.includes(column) ? (row[columns.indexOf(column)] ?? '') : undefined

/** A creative, or one that is new, as far as it says which product it shows. */
export type ProductNamed = Pick<Creative, 'creativeName' | 'partnerDspColumns'>

/** The key of the product of a hybrid creative (CREATIVE-16). */
export const productKeyOf = ({ creativeName, partnerDspColumns }: ProductNamed): string =>
  partnerDspColumns?.productId ?? creativeName

/** The product columns of a hybrid creative: those of its row, of which single ones are overridden. */
export const productColumns = (
  { productColumns: own = [] }: Pick<Creative, 'productColumns'>,
  product: ProductRow | undefined,
): readonly Column[] => {
  const columns = new Map((product ? columnsOf(product) : []).map(column => [column.columnName, column]))
  for (const column of own) columns.set(column.columnName, column)
  return [...columns.values()]
}

/** A hybrid creative as it is shown: its uploaded columns, joined with those of its product. An uploaded column wins over one of the feed. */
export const joinedCreative = (creative: Creative, product: ProductRow | undefined): Creative => {
  const columns = new Map(productColumns(creative, product).map(column => [column.columnName, column]))
  for (const column of creative.columns) columns.set(column.columnName, column)
  return { ...creative, columns: [...columns.values()] }
}
