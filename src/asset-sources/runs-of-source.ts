import { feeds } from '../../projections/asset-sources/feeds.ts'
import { motionAssets } from '../../projections/asset-sources/motion-assets.ts'
import { recommendations } from '../../projections/asset-sources/recommendations.ts'
import type { RunShown } from '../../projections/asset-sources/run-shown.ts'
import { nextRun } from '../domain/asset-sources/schedule.ts'
import { readDocument } from '../engine/read/documents.ts'
import { timeOf } from '../ports/clock.ts'
import type { Ports } from '../ports/ports.ts'
import { type ReadAs, readAs } from './read-as.ts'

/** The last runs that made the rows of a source, newest first, and when the next one is due; none for rows that come in requests. */
export type SourceRuns = {
  readonly runs: readonly RunShown[]
  readonly nextRun?: string | undefined
  /** How the file of a feed is read. */
  readonly read?: ReadAs | undefined
}

/** The runs of a feed, of recommendations or of motion assets (SOURCE-18). `id` is the id of the source's documents. */
export const runsOfSource = async (
  { readModels, clock }: Pick<Ports, 'readModels' | 'clock'>,
  assetSourceType: string,
  id: string,
): Promise<SourceRuns> => {
  if (assetSourceType === 'recommendation') return (await readDocument(readModels, recommendations, id)) ?? { runs: [] }
  if (assetSourceType === 'motion') return { runs: (await readDocument(readModels, motionAssets, id))?.runs ?? [] }
  const feed = await readDocument(readModels, feeds, id)
  const schedule = feed?.settings.schedule
  const read = feed && readAs(feed.settings.format, feed.understood)
  return { runs: feed?.runs ?? [], read, ...(schedule ? { nextRun: nextRun(schedule, timeOf({ clock })) } : {}) }
}
