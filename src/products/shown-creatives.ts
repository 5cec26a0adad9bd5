import type { Creative } from '../domain/creatives/creative.ts'
import {
  creativeOfProduct,
  joinedCreative,
  mostProductCreatives,
  type ProductRow,
  productKeyOf,
} from '../domain/creatives/product-creative.ts'
import type { Ports } from '../ports/ports.ts'
import { openRows } from '../rows/row-file.ts'
import type { Products } from './products.ts'

export type ProductPorts = Pick<Ports, 'blobs' | 'rowIndexes'>

/** The rows of products by their key; keys without a row are absent. */
export const productsOfKeys = async (
  accountId: string,
  { set, keyColumn }: Products,
  keys: readonly string[],
  { blobs, rowIndexes }: ProductPorts,
): Promise<ReadonlyMap<string, ProductRow>> => {
  const found = await rowIndexes.rowsOf(accountId, set, keyColumn, [...new Set(keys)])
  const file = await openRows(blobs, set)
  const picked = await file.pick([...found.values()].map(({ number }) => number))
  const rows = [...found.keys()].map((key, i) => [key, picked[i]] as const)
  return new Map(rows.flatMap(([key, row]) => (row ? [[key, { columns: set.columns, row }]] : [])))
}

/** Hybrid creatives as they are shown, each joined with its product (CREATIVE-16). */
export const joinedCreatives = async (
  accountId: string,
  products: Products | undefined,
  creatives: readonly Creative[],
  ports: ProductPorts,
): Promise<readonly Creative[]> => {
  const found = products && (await productsOfKeys(accountId, products, creatives.map(productKeyOf), ports))
  return creatives.map(creative => joinedCreative(creative, found?.get(productKeyOf(creative))))
}

/** The creatives of a product feed, and how many of its rows cannot be one: without a usable key, or with that of an earlier row. */
export type FeedCreatives = { readonly creatives: readonly Creative[]; readonly leftOut: number }

/** The creatives of a product feed, in the order of its rows: at most as many as are asked for. */
export const feedCreatives = async (
  { set, keyColumn }: Products,
  { blobs }: Pick<Ports, 'blobs'>,
  most = mostProductCreatives,
): Promise<FeedCreatives> => {
  const file = await openRows(blobs, set)
  const creatives = new Map<string, Creative>()
  let number = 0
  while (number < file.rows && creatives.size < most)
    for (const row of await file.read(number, most)) {
      number++
      const creative = creativeOfProduct({ columns: set.columns, row }, keyColumn)
      if (creative && !creatives.has(creative.creativeName)) creatives.set(creative.creativeName, creative)
      if (creatives.size === most) break
    }
  return { creatives: [...creatives.values()], leftOut: number - creatives.size }
}
