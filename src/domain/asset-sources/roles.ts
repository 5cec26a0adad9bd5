import type * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { text } from '../../codec/text.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
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
  assetVariantColumn: about(RoleColumn, 'The column that tells rows of one key apart; empty for none.'),
  assetGroupColumn: about(RoleColumn, 'The column that groups rows; empty for none.'),
  rotationWeightColumn: about(RoleColumn, 'The column with the weight of a row; empty for none.'),
  reportingColumn: about(RoleColumn, 'The column that reports name a row by; empty for none.'),
} as const

/** The refusal of roles that name other columns than the source has; undefined if all of them are there. */
export const lacking = (roles: ColumnRoles, columns: readonly string[]): Rejection | undefined => {
  const errors = columnRoles.flatMap(role => {
    const column = roles[role]
    return column === undefined || columns.includes(column)
      ? []
      : [{ pointer: `/${role}`, code: 'unknown-column', detail: 'must name a column of the asset source' }]
  })
  return errors.length === 0
    ? undefined
    : rejection('invalid-request', 'A column is named that the asset source does not have.', { errors })
}
