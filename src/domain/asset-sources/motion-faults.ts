import type { AdUnit } from '../provisioning/aggregates.ts'
import type { MotionColumn } from './motion-events.ts'
import type { ColumnRoles } from './roles.ts'
import { mostColumns } from './row-set.ts'

/** Films that one run renders at most (SOURCE-10). */
export const mostFilms = 1_000
/** Bytes of a film: a page of an ad may load as many in all (EXPORT-11). */
export const mostFilmBytes = 50 * 1_048_576

/** What motion assets are checked against; `baseColumns` is empty while the base source has no rows yet. */
type Against = {
  readonly adUnits: readonly AdUnit[]
  readonly creatives: number
  readonly baseColumns: readonly string[]
  readonly roles: ColumnRoles
}
export type MotionFault = { readonly pointer: string; readonly code: string; readonly detail: string }

/** The ad units that columns name, each once. */
export const adUnitsOf = (columns: readonly MotionColumn[], adUnits: readonly AdUnit[]): readonly AdUnit[] =>
  adUnits.filter(({ adUnitId }) => columns.some(column => column.adUnitId === adUnitId))

/** The columns of the base source, then those of films that it does not have. */
export const columnsWithFilms = (
  baseColumns: readonly string[],
  columns: readonly MotionColumn[],
): readonly string[] => [...new Set([...baseColumns, ...columns.map(({ column }) => column)])]

const faultsOfColumn = (
  { adUnitId, column }: MotionColumn,
  at: number,
  columns: readonly MotionColumn[],
  { adUnits, roles: { assetKeyColumn, assetVariantColumn } }: Against,
): readonly MotionFault[] => {
  const fault = (member: string, code: string, detail: string) => ({
    pointer: `/assetSourceMap/${at}/${member}`,
    code,
    detail,
  })
  return [
    ...(adUnits.some(unit => unit.adUnitId === adUnitId)
      ? []
      : [fault('assetId', 'unknown-ad-unit', 'must be the id of an ad unit of the campaign')]),
    ...(columns.findIndex(other => other.column === column) < at
      ? [fault('assetSourceColumn', 'duplicate', 'is in the list already')]
      : []),
    ...(column === assetKeyColumn || column === assetVariantColumn
      ? [fault('assetSourceColumn', 'key-column', 'must not be the key or variant column of the asset source')]
      : []),
  ]
}

/**
 * What keeps motion assets from being rendered, with pointers into the body of createMotionAssets (SOURCE-10). Checked by the request
 * and again by the run, as the campaign and the base source may have changed.
 */
export const motionFaults = (columns: readonly MotionColumn[], against: Against): readonly MotionFault[] => {
  const { adUnits, creatives, baseColumns } = against
  const films = creatives * adUnitsOf(columns, adUnits).length
  const all = columnsWithFilms(baseColumns, columns).length
  return [
    ...columns.flatMap((column, at) => faultsOfColumn(column, at, columns, against)),
    ...(creatives === 0
      ? [{ pointer: '/campaignId', code: 'no-creatives', detail: 'must be a campaign with creatives' }]
      : []),
    ...(films > mostFilms
      ? [
          {
            pointer: '/assetSourceMap',
            code: 'too-many',
            detail: `must make at most ${mostFilms} films; it makes ${films}`,
          },
        ]
      : []),
    ...(all > mostColumns
      ? [
          {
            pointer: '/assetSourceMap',
            code: 'too-many',
            detail: `must leave the asset source at most ${mostColumns} columns; it has ${all} with those of films`,
          },
        ]
      : []),
  ]
}
