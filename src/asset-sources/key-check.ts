import { type AssetSource, servedLoad } from '../domain/asset-sources/asset-source.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Blobs } from '../ports/blobs.ts'
import { openRows } from '../rows/row-file.ts'

type Roles = { readonly assetKeyColumn: string; readonly assetVariantColumn?: string | undefined }

const rowsAtOnce = 2_000

const refused = (code: string, detail: string): Rejection =>
  rejection('invalid-request', `The rows of the asset source ${detail}. Send data with the new columns.`, {
    errors: [{ pointer: '/assetKeyColumn', code, detail: `leads to rows that ${detail}` }],
  })

/**
 * Why the rows that an inline source serves cannot be told apart by these columns, if so: each has a key, and no two have the same key and
 * variant (SOURCE-11). Columns that the rows lack are for the decider to refuse.
 */
export const keyFault = async (
  blobs: Pick<Blobs, 'open'>,
  source: AssetSource,
  { assetKeyColumn, assetVariantColumn }: Roles,
): Promise<Rejection | undefined> => {
  const load = servedLoad(source)
  const key = load?.set.columns.indexOf(assetKeyColumn) ?? -1
  const variant = assetVariantColumn ? (load?.set.columns.indexOf(assetVariantColumn) ?? -1) : -1
  if (!load || key < 0 || (assetVariantColumn && variant < 0)) return undefined
  const file = await openRows(blobs, load.set)
  const seen = new Set<string>()
  for (let from = 0; from < file.rows; ) {
    const rows = await file.read(from, rowsAtOnce)
    if (rows.length === 0) return undefined
    for (const row of rows) {
      if (!row[key]) return refused('required', `have no value in ${assetKeyColumn}`)
      const identity = JSON.stringify([row[key], variant < 0 ? '' : row[variant]])
      if (seen.has(identity)) return refused('duplicate', 'have the same key and variant')
      seen.add(identity)
    }
    from += rows.length
  }
  return undefined
}
