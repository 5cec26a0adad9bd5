import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import { campaignFeeds } from '../../projections/retail-campaigns/campaign-feeds.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { type UnknownColumn, unknownColumns } from '../domain/retail-campaigns/product-columns.ts'
import { nearest } from '../domain/shared/nearest.ts'
import { count } from '../domain/shared/wording.ts'
import { everyDocument } from '../engine/read/documents.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Campaigns that are named. */
const mostNamed = 10
/** Campaigns that are looked through. */
const mostCampaigns = 10_000

/** Compares a column with all that exist, so it is for what is named: thousands of campaigns would keep the node for seconds. */
const wordsFor = ({ setting, column }: UnknownColumn, columns: readonly string[]): string => {
  const meant = nearest(column, columns)
  return `${setting} ${column}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`
}

/** What campaigns that have not ended name of an asset source and its rows do not have (SOURCE-18), in words; nothing before the first rows. */
export const unknownToCampaigns = async (
  readModels: Pick<ReadModels, 'find'>,
  view: AssetSourceView,
): Promise<readonly string[]> => {
  const columns = 'source' in view ? servedLoad(view.source)?.set.columns : undefined
  if (columns === undefined) return []
  const { accountId, assetSourceId } = view
  const ofAccount = { field: ['accountId'], is: '=', value: accountId } as const
  const ofSource = { field: ['productAssetSourceId'], is: '=', value: assetSourceId } as const
  const query = { where: { all: [ofAccount, ofSource] }, sort: { field: ['retailCampaignIdx'] } } as const
  const warnings: string[] = []
  let [seen, others] = [0, 0]
  for await (const campaign of everyDocument(readModels, campaignFeeds, query)) {
    if (++seen > mostCampaigns) break
    const unknown = campaign.ended ? [] : unknownColumns(campaign, columns)
    if (unknown.length === 0) continue
    if (warnings.length === mostNamed) {
      others++
      continue
    }
    const named = unknown.map(one => wordsFor(one, columns)).join(', ')
    warnings.push(`Retail campaign ${campaign.retailCampaignIdx} names columns that the rows do not have: ${named}.`)
  }
  return others === 0
    ? warnings
    : [...warnings, `${count(others, 'further retail campaign does', 'further retail campaigns do')} so, too.`]
}
