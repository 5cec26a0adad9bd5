import * as t from 'io-ts'
import type { AssetSourceView } from '../../projections/asset-sources/asset-sources.ts'
import type { FeedView } from '../../projections/asset-sources/feeds.ts'
import { fields } from '../codec/fields.ts'
import { integer } from '../codec/integer.ts'
import { wordsOf } from '../codec/text.ts'
import { servedLoad } from '../domain/asset-sources/asset-source-state.ts'
import type { FetchShown } from './remote/fetch-shown.ts'

/** The rows that a source serves; those of a campaign's uploaded source change one by one, so they have only a number (SOURCE-18). */
export const Served = fields({ rows: integer(0) }, { columns: integer(0), version: integer(1), loadedAt: t.string })
export type Served = t.TypeOf<typeof Served>

/** Whether people should look at a source (SOURCE-18). */
export const SourceState = wordsOf(['HEALTHY', 'WARNING', 'FAILED', 'LOADING', 'EMPTY'], {
  HEALTHY: 'nothing is wrong',
  WARNING: '`warnings` says what to look at',
  FAILED: 'the last run or fetch failed; the rows before are served',
  LOADING: 'a run is in progress',
  EMPTY: 'there are no rows yet',
})
export type SourceState = t.TypeOf<typeof SourceState>

/** The rows that a source serves; null before its first load. `creatives`: how many the campaign of an uploaded source has. */
export const servedRows = (view: AssetSourceView, creatives: number): Served | null => {
  if ('uploaded' in view) return { rows: creatives }
  const load = servedLoad(view.source)
  return load === undefined
    ? null
    : { rows: load.set.rows, columns: load.set.columns.length, version: load.version, loadedAt: load.at }
}

type Health = {
  readonly served: Served | null
  readonly runs: readonly Pick<FeedView['runs'][number], 'status'>[]
  readonly fetch?: Pick<FetchShown, 'status'> | undefined
  readonly warnings: readonly string[]
}

/** The state of a source: what its last run or fetch does comes first, then what is wrong with the rows. */
export const stateOf = ({ served, runs: [last], fetch, warnings }: Health): SourceState => {
  if (last?.status === 'INITIATED' || last?.status === 'PROCESSING') return 'LOADING'
  if (last?.status === 'FAILED' || fetch?.status === 'FAILED') return 'FAILED'
  if (served === null || served.rows === 0) return 'EMPTY'
  return warnings.length > 0 ? 'WARNING' : 'HEALTHY'
}
