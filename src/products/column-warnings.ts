import { about, extension } from '../codec/described.ts'
import { listOf } from '../codec/json.ts'
import { assetSource } from '../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { mostWarnings, SaveWarning } from '../domain/creatives/save-warning.ts'
import {
  columnSettings,
  type NamesColumns,
  type UnknownColumn,
  unknownColumns,
} from '../domain/retail-campaigns/product-columns.ts'
import type { RetailCampaign } from '../domain/retail-campaigns/retail-campaign.ts'
import { nearest } from '../domain/shared/nearest.ts'
import { someOf } from '../domain/shared/wording.ts'
import type { Work } from '../engine/write/execute.ts'

/** The member `warnings` of the answer to a save of a campaign. */
export const columnWarnings = extension(
  about(listOf(SaveWarning, mostWarnings), 'Columns that the campaign names and its products do not have.'),
)

type Saved = NamesColumns & Pick<RetailCampaign, 'accountId' | 'productAssetSourceId'>

const warningOf = ({ setting, column }: UnknownColumn, sent: object, columns: readonly string[]): SaveWarning => {
  const meant = nearest(column, columns)
  return {
    pointer: setting in sent ? `/${setting}` : '/productAssetSourceId',
    code: 'unknown-column',
    detail: `The products have no column ${column}; they have ${someOf(columns)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  }
}

/**
 * What a save of a campaign names that its products do not have (CAMPAIGN-14): the columns that are sent, and with a feed all of them. None
 * before the first rows.
 */
export const warningsOfColumns = async (
  work: Pick<Work, 'load'>,
  saved: Saved,
  sent: object,
): Promise<SaveWarning[]> => {
  const { accountId, productAssetSourceId: id } = saved
  const isSent = (setting: string) => setting in sent || 'productAssetSourceId' in sent
  if (id === undefined || !columnSettings.some(isSent)) return []
  const source = (await work.load(assetSource, assetSourceId(accountId, id))).state
  const columns = (source && servedLoad(source)?.set.columns) ?? []
  if (columns.length === 0) return []
  const unknown = unknownColumns(saved, columns).filter(({ setting }) => isSent(setting))
  return unknown.map(one => warningOf(one, sent, columns))
}
