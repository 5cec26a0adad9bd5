import type { RetailCampaign } from './retail-campaign.ts'

/** The settings of a campaign that name a column of its products. */
export const columnSettings = [
  'productNameColumn',
  'categoryColumn',
  'brandColumn',
  'productImageColumn',
  'rotationWeightColumn',
] as const
export type ColumnSetting = (typeof columnSettings)[number]

/** Creatives of a hybrid campaign may have these from their uploaded columns. */
const mayBeUploaded: ReadonlySet<ColumnSetting> = new Set(['productImageColumn', 'rotationWeightColumn'])

/** A campaign with the columns that it names. */
export type NamesColumns = Pick<RetailCampaign, 'assetSourceType'> &
  Readonly<Partial<Record<ColumnSetting, string | null | undefined>>>

/** A setting whose column the products do not have. */
export type UnknownColumn = { readonly setting: ColumnSetting; readonly column: string }

/** The settings of a campaign that name what is no column of its products: look-ups and lists find nothing there (CAMPAIGN-14). */
export const unknownColumns = (campaign: NamesColumns, columns: readonly string[]): readonly UnknownColumn[] => {
  if (campaign.assetSourceType === 'uploadAsset') return []
  return columnSettings.flatMap(setting => {
    const column = campaign[setting] ?? undefined
    if (column === undefined || columns.includes(column)) return []
    if (campaign.assetSourceType === 'hybridAsset' && mayBeUploaded.has(setting)) return []
    return [{ setting, column }]
  })
}
