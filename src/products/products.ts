import { assetSources } from '../../projections/asset-sources/asset-sources.ts'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import { type AssetSource, servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { readDocument, readDocuments } from '../engine/read/documents.ts'
import type { Work } from '../engine/write/execute.ts'
import type { Ports } from '../ports/ports.ts'
import type { ReadModels } from '../ports/read-models.ts'
import type { ServedRows } from '../ports/row-indexes.ts'

/** The products of a campaign: the rows that its feed serves, the column that has their keys, and the rows of the version before. */
export type Products = ServedRows & { readonly keyColumn: string }

type WithFeed = Pick<RetailCampaign, 'accountId' | 'assetSourceType' | 'productAssetSourceId'>

/** The id of the feed of a campaign; undefined if it shows no products (CREATIVE-16). */
const feedOf = ({ accountId, assetSourceType, productAssetSourceId: id }: WithFeed): string | undefined =>
  assetSourceType === 'uploadAsset' || id === undefined ? undefined : assetSourceId(accountId, id)

const productsIn = (source: AssetSource | undefined): Products | undefined => {
  const load = source && servedLoad(source)
  if (source === undefined || load === undefined) return undefined
  const before = source.loads.findLast(({ version }) => version < load.version)?.set
  return { set: load.set, before, keyColumn: source.roles.assetKeyColumn }
}

/** The products of a campaign, from the log; undefined if it has no feed, or a feed without rows. */
export const productsFromLog = async (work: Pick<Work, 'load'>, campaign: WithFeed): Promise<Products | undefined> => {
  const id = feedOf(campaign)
  return id === undefined ? undefined : productsIn((await work.load(assetSource, id)).state)
}

const sourceFromViews = async (readModels: Pick<ReadModels, 'get'>, campaign: WithFeed) => {
  const id = feedOf(campaign)
  const view = id === undefined ? undefined : await readDocument(readModels, assetSources, id)
  return view && 'source' in view ? view.source : undefined
}

/** The same from the read models. */
export const productsFromViews = async (
  readModels: Pick<ReadModels, 'get'>,
  campaign: WithFeed,
): Promise<Products | undefined> => productsIn(await sourceFromViews(readModels, campaign))

/** The same for somebody who looks the products up: those of a remote source are fetched again when that is due (SOURCE-13). */
export const productsInUse = async (
  { readModels, remoteRows }: Pick<Ports, 'readModels' | 'remoteRows'>,
  campaign: WithFeed,
): Promise<Products | undefined> => {
  const source = await sourceFromViews(readModels, campaign)
  if (source) remoteRows.noteReader(source)
  return productsIn(source)
}

/** The products of the feeds with these ids, by id, from the read models; those without rows are absent. */
export const productsOfFeeds = async (
  readModels: Pick<ReadModels, 'getMany'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Products>> => {
  const views = await readDocuments(readModels, assetSources, [...new Set(ids)])
  const found = new Map<string, Products>()
  for (const [id, view] of views) {
    const products = 'source' in view ? productsIn(view.source) : undefined
    if (products) found.set(id, products)
  }
  return found
}
