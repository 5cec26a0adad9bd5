import { Readable } from 'node:stream'
import { productsOfRows } from '../domain/asset-sources/products-of-rows.ts'
import type { RowSet } from '../domain/asset-sources/row-set.ts'
import type { Row } from '../engine/rows/frames.ts'
import { rowFileOf, type Written } from '../engine/rows/row-file-of.ts'
import type { Blobs, PutOptions } from '../ports/blobs.ts'

/**
 * Stores rows as one blob and returns what names it, so that a page at any offset is one read of a part of the blob. Memory does not grow
 * with the number of rows. `keyColumn`: the column whose values name products.
 */
export const writeRows = async (
  blobs: Pick<Blobs, 'put'>,
  columns: readonly string[],
  rows: AsyncIterable<Row> | Iterable<Row>,
  keyColumn?: string,
  options?: PutOptions,
): Promise<RowSet> => {
  const written: Written = { rows: 0, digest: '' }
  const products = keyColumn === undefined ? undefined : productsOfRows(columns, keyColumn)
  const file = rowFileOf(columns, products ? noted(rows, products.add) : rows, written)
  const { sha256, size } = await blobs.put(Readable.from(file, { objectMode: false }), options)
  return { blob: sha256, bytes: size, ...written, columns: [...columns], ...products?.hashed() }
}

async function* noted(rows: AsyncIterable<Row> | Iterable<Row>, note: (row: Row) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    note(row)
    yield row
  }
}
