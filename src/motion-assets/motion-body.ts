import type * as t from 'io-ts'
import { fields } from '../codec/fields.ts'
import { listOf } from '../codec/json.ts'
import { Name } from '../codec/names.ts'
import { text } from '../codec/text.ts'
import { type MotionColumn, mostMotionColumns } from '../domain/asset-sources/motion-events.ts'
import { SourceColumn } from '../domain/asset-sources/row-set.ts'

const NumberText = text({ max: 15, pattern: /^[1-9]\d{0,14}$/, must: 'must be a number' })
const MapEntry = fields({ assetId: NumberText, assetSourceColumn: SourceColumn })

/** The body of createMotionAssets and updateMotionAssets (SOURCE-10). */
export const motionBody = {
  campaignId: NumberText,
  destinationAssetSourceName: Name,
  assetSourceMap: listOf(MapEntry, mostMotionColumns, 1),
} as const

/** The columns of films that an assetSourceMap names. */
export const motionColumns = (map: readonly t.TypeOf<typeof MapEntry>[]): MotionColumn[] =>
  map.map(({ assetId, assetSourceColumn }) => ({ adUnitId: Number(assetId), column: assetSourceColumn }))
