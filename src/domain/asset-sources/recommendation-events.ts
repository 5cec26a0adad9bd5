import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { At, fact } from '../shared/fact.ts'
import { count } from '../shared/wording.ts'
import { RecommendationConfig } from './recommendation-config.ts'
import { RowSet } from './row-set.ts'

/** Hours between two computations: at most a year. */
export const UpdateFrequency = integer(1, 8_760)

/** How recommendations are computed, and how often. */
export const RecommendationSettings = fields({ updateFrequency: UpdateFrequency, config: RecommendationConfig })
export type RecommendationSettings = t.TypeOf<typeof RecommendationSettings>

const own = { accountId: t.string, assetSourceId: integer(1) } as const

/** Recommendations were configured for the asset source of this number, from the rows of another one. */
export const RecommendationConfigured = fact(
  'RecommendationConfigured',
  fields({ ...own, sourceAssetSourceId: integer(1), settings: RecommendationSettings, at: At }),
  ({ sourceAssetSourceId, settings: { updateFrequency, config } }) =>
    `Recommendations (${config.type}) of asset source ${sourceAssetSourceId} were configured, computed every ${count(updateFrequency, 'hour')}.`,
)
/** The recommendations have these settings from now on. */
export const RecommendationChanged = fact(
  'RecommendationChanged',
  fields({ settings: RecommendationSettings, at: At }),
  () => 'The settings of the recommendations changed.',
)
/** A computation was requested: by a caller, or because it was `due`. Its work is in the stream of its queue id, as that of feeds is. */
export const RecommendationRunRequested = fact(
  'RecommendationRunRequested',
  fields({ ...own, queueId: t.string, run: integer(1), at: At }, { due: At }),
  ({ due }) => `A computation of the recommendations was ${due === undefined ? 'requested' : 'due'}.`,
)
export const RecommendationEvent = t.union([
  RecommendationConfigured,
  RecommendationChanged,
  RecommendationRunRequested,
])
export type RecommendationEvent = t.TypeOf<typeof RecommendationEvent>

/**
 * View events of the products of an asset source were uploaded, and count instead of those before. `set` has no cookies: they were
 * replaced by numbers that nobody can trace back (SOURCE-23).
 */
export const AssetSourceViewsUploaded = fact(
  'AssetSourceViewsUploaded',
  fields({ ...own, set: RowSet, faultyLines: integer(0), at: At }),
  ({ set: { rows }, faultyLines }) =>
    `${count(rows, 'view event was', 'view events were')} uploaded${faultyLines === 0 ? '' : `; ${count(faultyLines, 'line was', 'lines were')} faulty`}.`,
)
/** A replaced file of view events was deleted. */
export const AssetSourceViewsDropped = fact(
  'AssetSourceViewsDropped',
  fields({ blob: t.string, at: At }),
  () => 'A replaced file of view events was deleted.',
)
export const SourceViewsEvent = t.union([AssetSourceViewsUploaded, AssetSourceViewsDropped])
export type SourceViewsEvent = t.TypeOf<typeof SourceViewsEvent>
