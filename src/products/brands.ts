import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import { caseless, folded } from '../domain/asset-sources/folded.ts'
import { assetData } from '../domain/creatives/creative.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { own } from '../domain/shared/own.ts'
import { textSearch } from '../domain/shared/text-search.ts'
import type { Ports } from '../ports/ports.ts'
import type { FoundValue, ValueSearch } from '../ports/row-indexes.ts'
import { allCreatives } from './all-creatives.ts'
import { campaignsWithFeeds } from './feeds-of-campaigns.ts'
import { productsInUse, productsOfFeeds } from './products.ts'

type ReadPorts = Pick<Ports, 'readModels' | 'rowIndexes'>
type Search = Pick<ValueSearch, 'terms' | 'limit' | 'offset'>

/** Orders values as indexes of rows do, and tells them apart as these do. */
const placeOf = (value: string): string => `${folded(value)}\u0000${caseless(value)}`

/** Values of several lists in one: unique, sorted, each in the spelling that most rows have. */
const merged = (lists: readonly (readonly FoundValue[])[], { limit, offset }: Search): readonly string[] => {
  const spellings = new Map<string, FoundValue>()
  for (const found of lists.flat()) {
    const key = placeOf(found.value)
    if (found.rows > (spellings.get(key)?.rows ?? 0)) spellings.set(key, found)
  }
  const keys = [...spellings.keys()].sort()
  return keys.slice(offset, offset + limit).map(key => spellings.get(key)!.value)
}

/** A campaign with uploaded assets, and its column of brands. */
type Uploaded = { readonly accountId: string; readonly retailCampaignIdx: number; readonly brandColumn: string }

/** Creatives of uploaded campaigns that one look-up reads. */
const mostCreatives = 50_000

/** The brands of campaigns with uploaded assets: the values of their creatives, of which the first 50,000 are read. */
const uploadedBrands = async (
  { readModels }: ReadPorts,
  campaigns: readonly Uploaded[],
  { terms }: Search,
): Promise<readonly FoundValue[]> => {
  const wanted = terms.map(term => textSearch(folded(term)))
  const rows = new Map<string, number>()
  let left = mostCreatives
  for (const { accountId, retailCampaignIdx, brandColumn } of campaigns)
    for await (const creative of allCreatives(readModels, campaignId(accountId, retailCampaignIdx))) {
      if (left-- === 0) return foundIn(rows)
      const value = own(assetData(creative), brandColumn) ?? ''
      const key = folded(value)
      if (key !== '' && (wanted.length === 0 || wanted.some(find => find(key) >= 0)))
        rows.set(value, (rows.get(value) ?? 0) + 1)
    }
  return foundIn(rows)
}
const foundIn = (rows: ReadonlyMap<string, number>): readonly FoundValue[] =>
  Array.from(rows, ([value, count]) => ({ value, rows: count, number: 0 }))

/** The brands of one campaign (CREATIVE-18); none without a brandColumn. */
export const brandsOfCampaign = async (
  ports: ReadPorts & Pick<Ports, 'remoteRows'>,
  campaign: RetailCampaign,
  search: Search,
): Promise<readonly string[]> => {
  const { accountId, assetSourceType, brandColumn } = campaign
  if (brandColumn === undefined) return []
  if (assetSourceType === 'uploadAsset')
    return merged([await uploadedBrands(ports, [{ ...campaign, brandColumn }], search)], search)
  const products = await productsInUse(ports, campaign)
  if (products === undefined) return []
  const { values } = await ports.rowIndexes.values(accountId, products, { column: brandColumn }, search)
  return values.map(({ value }) => value)
}

/** Where an account's campaigns have their brands: columns of feeds, by the ids of these, and campaigns with uploaded assets. */
const brandColumnsOf = async ({ readModels }: ReadPorts, accountId: string) => {
  const feeds = new Map<string, Set<string>>()
  const uploaded: Uploaded[] = []
  for await (const { productAssetSourceId, brandColumn, retailCampaignIdx } of campaignsWithFeeds(
    readModels,
    accountId,
  )) {
    if (brandColumn === undefined) continue
    if (productAssetSourceId === undefined) uploaded.push({ accountId, retailCampaignIdx, brandColumn })
    else {
      const id = assetSourceId(accountId, productAssetSourceId)
      feeds.set(id, (feeds.get(id) ?? new Set()).add(brandColumn))
    }
  }
  return { feeds, uploaded }
}

/** The brands of all retail campaigns of an account (CREATIVE-18). */
export const brandsOfAccount = async (
  ports: ReadPorts,
  accountId: string,
  search: Search,
): Promise<readonly string[]> => {
  const columns = await brandColumnsOf(ports, accountId)
  const feeds = await productsOfFeeds(ports.readModels, [...columns.feeds.keys()])
  // values of several feeds may be the same, so each is asked from its first one on
  const all = { ...search, limit: search.offset + search.limit, offset: 0 }
  const asked = [...feeds].flatMap(([id, products]) =>
    Array.from(columns.feeds.get(id) ?? [], column => ports.rowIndexes.values(accountId, products, { column }, all)),
  )
  const found = await Promise.all(asked)
  return merged([...found.map(({ values }) => values), await uploadedBrands(ports, columns.uploaded, search)], search)
}
