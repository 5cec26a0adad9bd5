import { LRUCache } from 'lru-cache'
import type { Creative } from '../domain/creatives/creative.ts'
import { productKeyOf } from '../domain/creatives/product-creative.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { digestOf } from '../domain/shared/digest.ts'
import { keptBy } from '../engine/kept-by.ts'
import type { RowIndexes } from '../ports/row-indexes.ts'
import type { Products } from './products.ts'

/** Hashes of joined creatives that are kept: each follows from what its key names. */
const keptOf = keptBy(() => new LRUCache<string, string>({ max: 10_000 }))
/** Creatives that are looked up at a time. */
const atOnce = 1_000

export type Hashed = {
  readonly campaign: Pick<RetailCampaign, 'accountId' | 'assetSourceType'>
  readonly creativesHash: string
  /** The creatives of a hybrid campaign, in any order; read only when their hash is not known. */
  readonly creatives: () => AsyncIterable<Creative> | Iterable<Creative>
}

const joinedHash = async (
  { campaign: { accountId }, creatives }: Hashed,
  { set, keyColumn }: Products,
  rowIndexes: RowIndexes,
): Promise<string> => {
  const lines: string[] = []
  let part: Creative[] = []
  const add = async () => {
    const found = await rowIndexes.rowsOf(accountId, set, keyColumn, part.map(productKeyOf))
    for (const creative of part)
      lines.push(JSON.stringify([creative.creativeName, found.get(productKeyOf(creative))?.hash ?? null]))
    part = []
  }
  for await (const creative of creatives()) if (part.push(creative) === atOnce) await add()
  if (part.length > 0) await add()
  // the log and the views have them in different orders
  return digestOf({ columns: set.columns, lines: lines.sort() })
}

/** Rows that are too many for a hash of what they show, or were loaded for other keys, count in their order. */
const feedHash = ({ set: { digest, products }, keyColumn }: Products): string =>
  digestOf(products?.keyColumn === keyColumn ? { products } : { digest, keyColumn })

/**
 * The part of a campaign's content hash that its feed has (CAMPAIGN-9): the products of a feed, in any order; of a hybrid campaign the rows that
 * its creatives are joined with, so that other rows may change. Undefined without a feed.
 */
export const productsHash = async (
  hashed: Hashed,
  products: Products | undefined,
  rowIndexes: RowIndexes,
): Promise<string | undefined> => {
  if (products === undefined) return undefined
  const { digest } = products.set
  const { keyColumn } = products
  if (hashed.campaign.assetSourceType === 'productFeed') return feedHash(products)
  const key = digestOf({ digest, keyColumn, creativesHash: hashed.creativesHash })
  const kept = keptOf(rowIndexes)
  const known = kept.get(key) ?? (await joinedHash(hashed, products, rowIndexes))
  kept.set(key, known)
  return known
}
