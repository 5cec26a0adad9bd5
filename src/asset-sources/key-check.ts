import type { RowSet } from '../domain/asset-sources/row-set.ts'
import type { Blobs } from '../ports/blobs.ts'
import { openRows } from '../rows/row-file.ts'

type Roles = { readonly assetKeyColumn: string; readonly assetVariantColumn?: string | undefined }
export type KeyFault = { readonly code: 'required' | 'duplicate'; readonly detail: string }

const rowsAtOnce = 2_000

/**
 * Why rows of an inline source cannot be told apart by these columns, if so: each has a key, and no two have the same key and variant
 * (SOURCE-11). Columns that the rows lack are for the decider to refuse.
 */
export const keyFault = async (
  blobs: Pick<Blobs, 'open'>,
  set: RowSet,
  { assetKeyColumn, assetVariantColumn }: Roles,
): Promise<KeyFault | undefined> => {
  const key = set.columns.indexOf(assetKeyColumn)
  const variant = assetVariantColumn ? set.columns.indexOf(assetVariantColumn) : -1
  if (key < 0 || (assetVariantColumn && variant < 0)) return undefined
  const file = await openRows(blobs, set)
  const seen = new Set<string>()
  for (let from = 0; from < file.rows; ) {
    const rows = await file.read(from, rowsAtOnce)
    if (rows.length === 0) return undefined
    for (const row of rows) {
      if (!row[key]) return { code: 'required', detail: `have no value in ${assetKeyColumn}` }
      const identity = JSON.stringify([row[key], variant < 0 ? '' : row[variant]])
      if (seen.has(identity)) return { code: 'duplicate', detail: 'have the same key and variant' }
      seen.add(identity)
    }
    from += rows.length
  }
  return undefined
}
