import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import type { Aggregate } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { keptVersions } from './asset-source-state.ts'
import type { Load } from './row-set.ts'

/** The files of this version and of those before it were deleted, unless something else has the same bytes. */
export const SourceRowsDropped = fact(
  'SourceRowsDropped',
  fields({ version: integer(1), at: At }),
  ({ version }) => `The rows up to version ${version}, which could no longer be served, were deleted.`,
)
export type SourceRowsDropped = t.TypeOf<typeof SourceRowsDropped>

/**
 * The last version of an asset source whose file was deleted; 0 before the first. Not in the stream of the source, whose revision is the
 * ETag that clients have. Its stream is `source-rows-<account>:<assetSourceId>`.
 */
export const droppedRows: Aggregate<SourceRowsDropped['data'], number, SourceRowsDropped> = {
  category: 'source-rows',
  subject: 'account',
  events: SourceRowsDropped,
  initialState: 0,
  decide: (data, dropped) => E.right(data.version <= dropped ? [] : [{ type: 'SourceRowsDropped', data }]),
  evolve: (_, event) => event.data.version,
}

/** A version that can no longer be served, and since when. */
export type PastRows = { readonly version: number; readonly blob: string; readonly until: string }

/** The versions that can no longer be served or rolled back to, of loads that follow each other up to the last one (SOURCE-17). */
export const pastRows = (loads: readonly Load[]): readonly PastRows[] =>
  loads.slice(0, -keptVersions).map(({ version, set: { blob } }, at) => ({
    version,
    blob,
    until: loads[at + keptVersions]!.at,
  }))
