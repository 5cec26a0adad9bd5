import { mostProductCreatives } from '../creatives/product-creative.ts'
import { digestOf, sha256 } from '../shared/digest.ts'
import type { RowSet } from './row-set.ts'

/**
 * Hashes what a campaign shows of rows (CREATIVE-16): the first row of each key, whatever the order of rows and columns. `columns` may still
 * grow; a cell that a row lacks is empty. More rows than a campaign shows have no such hash.
 */
export const productsOfRows = (columns: readonly string[], keyColumn: string) => {
  const byKey = new Map<string, string>()
  let rows = 0
  let sorted: readonly (readonly [column: string, place: number])[] = []
  const hashOf = (row: readonly string[]): string => {
    if (sorted.length !== columns.length)
      sorted = columns.map((column, place) => [column, place] as const).sort(([a], [b]) => (a < b ? -1 : 1))
    return sha256(JSON.stringify(sorted.flatMap(([column, place]) => (row[place] ? [column, row[place]] : []))))
  }
  return {
    add(row: readonly string[]): void {
      rows++
      const key = row[columns.indexOf(keyColumn)] ?? ''
      if (rows > mostProductCreatives) byKey.clear()
      else if (!byKey.has(key)) byKey.set(key, hashOf(row))
    },
    /** The hash of the rows that were added. */
    hashed(): Pick<RowSet, 'products'> {
      if (rows > mostProductCreatives) return {}
      const hash = digestOf({ keyColumn, columns: [...columns].sort(), rows: [...byKey.values()].sort() })
      return { products: { keyColumn, hash } }
    },
  }
}
