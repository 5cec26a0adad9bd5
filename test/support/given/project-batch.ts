import { foldBatch, foldNow, openFold } from '../../../src/engine/read/fold-batch.ts'
import type { AnyProjection } from '../../../src/engine/read/projection.ts'
import type { ProjectionFailure } from '../../../src/engine/read/route.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import type { Change } from '../../../src/ports/read-models.ts'

type Load = (
  projection: AnyProjection,
  ids: readonly string[],
) => Iterable<{ readonly id: string; readonly json: string }>

/** What one batch of events changes in documents that `load` has. */
export const projectBatch = (projections: readonly AnyProjection[], events: readonly Recorded[], load: Load) => {
  const changes = new Map<AnyProjection, readonly Change[]>()
  const failures: ProjectionFailure[] = []
  const fold = openFold(new Map(projections.map(view => [view, -1n])), {
    cache: { characters: Number.POSITIVE_INFINITY, documents: Number.POSITIVE_INFINITY },
    writes: 'each batch',
    onFailure: failure => failures.push(failure),
  })
  foldNow(foldBatch(fold, events, events.at(-1)?.position ?? 0n), {
    load: wanted =>
      new Map(
        Array.from(wanted, ([view, ids]) => [
          view,
          [...load(view as AnyProjection, ids)].map(({ id, json }) => ({ id, json, position: -1n })),
        ]),
      ),
    write: folded => {
      for (const [view, list] of folded.changes) changes.set(view as AnyProjection, [...list])
    },
  })
  return { changes, failures }
}
