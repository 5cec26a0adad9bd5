import type * as t from 'io-ts'
import { about } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { listOf } from '../codec/json.ts'
import { Name } from '../codec/names.ts'
import { text } from '../codec/text.ts'
import { type MotionColumn, mostMotionColumns } from '../domain/asset-sources/motion-events.ts'
import { SourceColumn } from '../domain/asset-sources/row-set.ts'

const NumberText = text({ max: 15, pattern: /^[1-9]\d{0,14}$/, must: 'must be a number' })
const MapEntry = fields({
  assetId: about(NumberText, 'An ad unit of the campaign.'),
  assetSourceColumn: about(SourceColumn, 'The column that gets the path of its film.'),
})

/** The body of createMotionAssets and updateMotionAssets (SOURCE-10). */
export const motionBody = {
  campaignId: about(NumberText, 'The campaign whose ads are rendered.'),
  destinationAssetSourceName: about(Name, 'The name of the asset source with the films.'),
  assetSourceMap: about(listOf(MapEntry, mostMotionColumns, 1), 'A column for each ad unit that becomes a film.'),
} as const

/** The columns of films that an assetSourceMap names. */
export const motionColumns = (map: readonly t.TypeOf<typeof MapEntry>[]): MotionColumn[] =>
  map.map(({ assetId, assetSourceColumn }) => ({ adUnitId: Number(assetId), column: assetSourceColumn }))
