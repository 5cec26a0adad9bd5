import * as t from 'io-ts'
import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import { named } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import { columnRoles } from '../domain/asset-sources/roles.ts'
import { campaignId } from '../domain/retail-campaigns/campaign-id.ts'
import type { ReadModels } from '../ports/read-models.ts'
import { creativeNameColumn, uploadedColumns } from './uploaded-rows.ts'

const orNull = t.union([t.string, t.null])

/** The fields of an asset source's detail, in this order (SOURCE-1). */
export const sourceDetail = {
  assetSourceId: t.string,
  assetSourceName: t.string,
  assetSourceType: t.string,
  assetSourceColumns: t.array(t.string),
  assetKeyColumn: orNull,
  assetVariantColumn: orNull,
  assetGroupColumn: orNull,
  rotationWeightColumn: orNull,
  reportingColumn: orNull,
} as const
export const SourceReply = named('AssetSource', fields(sourceDetail))
export type SourceReply = t.TypeOf<typeof SourceReply>

export const exampleSource: SourceReply = {
  assetSourceId: '12',
  assetSourceName: 'Spring products',
  assetSourceType: 'inline',
  assetSourceColumns: ['sku', 'headline', 'price'],
  assetKeyColumn: 'sku',
  assetVariantColumn: null,
  assetGroupColumn: null,
  rotationWeightColumn: null,
  reportingColumn: null,
}

/** The detail of an asset source; that of an uploaded one looks through the campaign's creatives for their columns. */
export const sourceReply = async (
  readModels: Pick<ReadModels, 'find'>,
  view: AssetSourceView,
): Promise<SourceReply> => {
  const { accountId, assetSourceName, assetSourceType } = view
  const own = { assetSourceId: String(view.assetSourceId), assetSourceName, assetSourceType }
  if ('uploaded' in view) {
    const { retailCampaignIdx, rotationWeightColumn = null } = view.uploaded
    return {
      ...own,
      assetSourceColumns: [...(await uploadedColumns(readModels, campaignId(accountId, retailCampaignIdx)))],
      assetKeyColumn: creativeNameColumn,
      assetVariantColumn: null,
      assetGroupColumn: null,
      rotationWeightColumn,
      reportingColumn: null,
    }
  }
  const { roles } = view.source
  const assigned = Object.fromEntries(columnRoles.map(role => [role, roles[role] ?? null]))
  return {
    ...own,
    assetSourceColumns: servedLoad(view.source)?.set.columns ?? [],
    ...(assigned as Pick<SourceReply, (typeof columnRoles)[number]>),
  }
}
