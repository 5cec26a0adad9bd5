import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { text } from '../../codec/text.ts'
import { SourceColumn } from './row-set.ts'

/** What the columns of an asset source are for (SOURCE-1). */
export const columnRoles = [
  'assetKeyColumn',
  'assetVariantColumn',
  'assetGroupColumn',
  'rotationWeightColumn',
  'reportingColumn',
] as const
export type ColumnRole = (typeof columnRoles)[number]

export const ColumnRoles = fields(
  { assetKeyColumn: SourceColumn },
  {
    assetVariantColumn: SourceColumn,
    assetGroupColumn: SourceColumn,
    rotationWeightColumn: SourceColumn,
    reportingColumn: SourceColumn,
  },
)
export type ColumnRoles = t.TypeOf<typeof ColumnRoles>

/** The roles in a request; an empty text stands for none, as interfaces send it. */
const RoleColumn = text({ max: 255 })
export const RolesBody = {
  assetVariantColumn: RoleColumn,
  assetGroupColumn: RoleColumn,
  rotationWeightColumn: RoleColumn,
  reportingColumn: RoleColumn,
} as const
