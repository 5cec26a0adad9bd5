import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { recommendationColumnNames } from '../domain/asset-sources/recommendation-config.ts'
import type { Ports } from '../ports/ports.ts'
import { itemOf, type RowItem } from '../rows/page-of-rows.ts'
import { openRows } from '../rows/row-file.ts'
import { rowsOfKey } from '../rows/rows-of-key.ts'

export type Recommended = {
  readonly key: string
  readonly rank: number
  readonly score: number
  readonly basis: string
  readonly row: RowItem
}

const own = recommendationColumnNames.length

/** What a recommendation source recommends for a product, the best first; nothing before it serves rows. */
export const recommendationsIn = async (
  view: AssetSourceView,
  blobs: Ports['blobs'],
  product: string,
): Promise<Recommended[]> => {
  const load = 'source' in view ? servedLoad(view.source) : undefined
  if (load === undefined) return []
  const rows = await rowsOfKey(await openRows(blobs, load.set), product)
  const columns = load.set.columns.slice(own)
  return rows.map(row => {
    const [, rank, key = '', score, basis = ''] = row
    return { key, rank: Number(rank), score: Number(score), basis, row: itemOf(columns, row.slice(own)) }
  })
}
