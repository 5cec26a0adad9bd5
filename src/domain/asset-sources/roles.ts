import * as t from 'io-ts'
import { about, described } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { text } from '../../codec/text.ts'
import { cut } from '../shared/cut.ts'
import { type Rejection, rejection } from '../shared/decider.ts'
import { nearest } from '../shared/nearest.ts'
import { someOf } from '../shared/wording.ts'
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

/** The columns that identify a row: rows with equal values in them count as one (SOURCE-20). */
export const KeyColumns = fields({ assetKeyColumn: SourceColumn }, { assetVariantColumn: SourceColumn })
export type KeyColumns = t.TypeOf<typeof KeyColumns>

export const keyColumnsOf = ({ assetKeyColumn, assetVariantColumn }: KeyColumns): KeyColumns => ({
  assetKeyColumn,
  ...(assetVariantColumn === undefined ? {} : { assetVariantColumn }),
})

export const sameKeyColumns = (one: KeyColumns, other: KeyColumns): boolean =>
  one.assetKeyColumn === other.assetKeyColumn && one.assetVariantColumn === other.assetVariantColumn

const ColumnText = text({ max: 255 })
/** A role in a request; an empty text stands for none, as interfaces send it, and null, as the detail of a source shows it. */
const RoleColumn = described(
  new t.Type<string, string, unknown>(
    ColumnText.name,
    ColumnText.is,
    (u, context) => (u === null ? t.success('') : ColumnText.validate(u, context)),
    t.identity,
  ),
  { anyOf: [ColumnText, { type: 'null' }] },
)
export const RolesBody = {
  assetVariantColumn: about(RoleColumn, 'The column that tells rows of one key apart; empty or null for none.'),
  assetGroupColumn: about(RoleColumn, 'The column that groups rows; empty or null for none.'),
  rotationWeightColumn: about(RoleColumn, 'The column with the weight of a row; empty or null for none.'),
  reportingColumn: about(RoleColumn, 'The column that reports name a row by; empty or null for none.'),
} as const

/** Characters of a name in a refusal: names that are refused themselves may have millions. */
const mostShown = 255

/** Why a column cannot be named, with those that exist and the one that was probably meant. */
export const mustExist = (column: string, columns: readonly string[]): string => {
  const meant = nearest(column, columns)
  const existing = someOf(columns.map(name => cut(name, mostShown)))
  return `Column "${cut(column, mostShown)}" does not exist.${meant === undefined ? '' : ` Did you mean "${meant}"?`} The columns are: ${existing}.`
}

/** The refusal of roles that name other columns than the source has; undefined if all of them are there. An empty text names none. */
export const lacking = (
  roles: { readonly [Role in ColumnRole]?: string | undefined },
  columns: readonly string[],
): Rejection | undefined => {
  const errors = columnRoles.flatMap(role => {
    const column = roles[role]
    return column === undefined || column === '' || columns.includes(column)
      ? []
      : [{ pointer: `/${role}`, code: 'unknown-column', detail: mustExist(column, columns) }]
  })
  return errors.length === 0
    ? undefined
    : rejection('invalid-request', 'A column is named that the asset source does not have.', { errors })
}
