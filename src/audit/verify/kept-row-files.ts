import { keptVersions } from '../../domain/asset-sources/asset-source-state.ts'
import { AssetSourceLoaded } from '../../domain/asset-sources/events.ts'
import { AssetSourceViewsDropped, AssetSourceViewsUploaded } from '../../domain/asset-sources/recommendation-events.ts'
import type { Recorded } from '../../ports/event-log.ts'

type Named = readonly [sha256: string, where: string]

/**
 * Collects the files with rows that asset sources can still use: those of the last versions of each (SOURCE-17), and the view events
 * uploaded last (SOURCE-23). Files of earlier ones may have been deleted, whatever has been recorded of it.
 */
export const keptRowFiles = () => {
  const kept = new Map<string, readonly Named[]>()
  return {
    /** false: the event names no file with rows. */
    add(event: Recorded): boolean {
      const { stream, revision } = event
      const where = `${stream}@${revision}`
      const keep = (blob: string, versions: number) =>
        kept.set(stream, [...(kept.get(stream) ?? []), [blob, where] as const].slice(-versions))
      if (AssetSourceLoaded.is(event)) keep(event.data.load.set.blob, keptVersions)
      else if (AssetSourceViewsUploaded.is(event)) keep(event.data.set.blob, 1)
      else return AssetSourceViewsDropped.is(event)
      return true
    },
    named: (): readonly Named[] => [...kept.values()].flat(),
  }
}
