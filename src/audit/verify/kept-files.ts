import { keptVersions } from '../../domain/asset-sources/asset-source-state.ts'
import { AssetSourceLoaded } from '../../domain/asset-sources/events.ts'
import { AssetSourceViewsDropped, AssetSourceViewsUploaded } from '../../domain/asset-sources/recommendation-events.ts'
import {
  TemplateWorkflowFailed,
  TemplateWorkflowInitiated,
  TemplateWorkflowRetried,
  TemplateWorkflowTerminated,
} from '../../domain/templates/workflow/events.ts'
import { sourceFilesOf } from '../../domain/templates/workflow/state.ts'
import type { Recorded } from '../../ports/event-log.ts'

type Named = readonly [sha256: string, where: string]

const move = (stream: string, from: Map<string, readonly Named[]>, to: Map<string, readonly Named[]>): void => {
  const files = from.get(stream)
  if (files === undefined) return
  from.delete(stream)
  to.set(stream, files)
}

/**
 * Collects files that are deleted in time, while they can still be used: rows of the last versions of asset sources (SOURCE-17), the view
 * events uploaded last (SOURCE-23), and what generations were started with that have not ended without templates (TEMPLATE-35). Others may
 * have been deleted, whatever has been recorded of it.
 */
export const keptFiles = () => {
  const kept = new Map<string, readonly Named[]>()
  const ended = new Map<string, readonly Named[]>()
  return {
    /** false: the event names no such file. */
    add(event: Recorded): boolean {
      const { stream, revision } = event
      const where = `${stream}@${revision}`
      const keep = (blob: string, versions: number) =>
        kept.set(stream, [...(kept.get(stream) ?? []), [blob, where] as const].slice(-versions))
      if (AssetSourceLoaded.is(event)) keep(event.data.load.set.blob, keptVersions)
      else if (AssetSourceViewsUploaded.is(event)) keep(event.data.set.blob, 1)
      else if (TemplateWorkflowInitiated.is(event))
        kept.set(
          stream,
          sourceFilesOf(event.data).map(blob => [blob, where]),
        )
      else if (TemplateWorkflowFailed.is(event) || TemplateWorkflowTerminated.is(event)) move(stream, kept, ended)
      else if (TemplateWorkflowRetried.is(event)) move(stream, ended, kept)
      else return AssetSourceViewsDropped.is(event)
      return true
    },
    named: (): readonly Named[] => [...kept.values()].flat(),
  }
}
