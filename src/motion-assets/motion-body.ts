import type * as t from 'io-ts'
import { about } from '../codec/described.ts'
import { fields } from '../codec/fields.ts'
import { listOf } from '../codec/json.ts'
import { Name } from '../codec/names.ts'
import { text } from '../codec/text.ts'
import { type MotionColumn, mostMotionColumns } from '../domain/asset-sources/motion-events.ts'
import { SourceColumn } from '../domain/asset-sources/row-set.ts'

const number = /^[1-9]\d{0,14}$/
const NumberText = text({ max: 15, pattern: number, must: 'must be a number' })
export const MapEntry = fields({
  assetId: about(
    text({ min: 1, max: 255 }),
    'An ad unit of the campaign, or an asset in the assetMap of a classic one.',
  ),
  assetSourceColumn: about(SourceColumn, 'The column that gets the path of its film.'),
})

/** The body of createMotionAssets and updateMotionAssets (SOURCE-10). */
export const motionBody = {
  campaignId: about(
    NumberText,
    'The retail campaign whose ads are rendered, or a classic campaign whose assets lead to it.',
  ),
  destinationAssetSourceName: about(Name, 'The name of the asset source with the films.'),
  assetSourceMap: about(listOf(MapEntry, mostMotionColumns, 1), 'A column for each ad unit that becomes a film.'),
} as const

/** The columns of films that an assetSourceMap of ad units names; 0 is no ad unit. */
export const motionColumns = (map: readonly t.TypeOf<typeof MapEntry>[]): MotionColumn[] =>
  map.map(({ assetId, assetSourceColumn }) => ({
    adUnitId: number.test(assetId) ? Number(assetId) : 0,
    column: assetSourceColumn,
  }))
