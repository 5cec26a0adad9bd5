import { keptVersions } from '../../domain/asset-sources/asset-source.ts'
import { AssetSourceLoaded } from '../../domain/asset-sources/events.ts'
import type { Recorded } from '../../ports/event-log.ts'

type Named = readonly [sha256: string, where: string]

/**
 * Collects the files with rows that asset sources can still serve: those of the last versions of each (SOURCE-17). Files of earlier versions
 * may have been deleted, whatever has been recorded of it.
 */
export const keptRowFiles = () => {
  const kept = new Map<string, readonly Named[]>()
  return {
    /** false: the event loads no rows. */
    add(event: Recorded): boolean {
      if (!AssetSourceLoaded.is(event)) return false
      const { stream, revision, data } = event
      const named: Named = [data.load.set.blob, `${stream}@${revision}`]
      kept.set(stream, [...(kept.get(stream) ?? []), named].slice(-keptVersions))
      return true
    },
    named: (): readonly Named[] => [...kept.values()].flat(),
  }
}
